"""Readers of declarations: classes and their members, methods, parameters, imports, the file itself."""

from __future__ import annotations

from dataclasses import replace

from topoviz.engine.syntax.java.expressions import anonymous_class
from topoviz.engine.syntax.java.pieces import Reader, arguments_in, block_in, first_expression, modifiers_of, name_in
from topoviz.engine.syntax.java.types import dotted_name, read_nothing, type_in
from topoviz.engine.syntax.pieces import (
    ELIDED,
    MISSING,
    Form,
    Package,
    SourceText,
    Value,
    readable_parts,
    statements,
    unknown,
    values_of,
)
from topoviz.engine.syntax.tree import (
    Block,
    ClassDeclaration,
    Declare,
    EnumConstant,
    FunctionDeclaration,
    Import,
    Initializer,
    Parameter,
    Statement,
    TypeName,
    Unit,
    Unknown,
)

COMPACT = "compact"
_KINDS = {
    "class_declaration": "class",
    "interface_declaration": "interface",
    "enum_declaration": "enum",
    "record_declaration": "record",
    "annotation_type_declaration": "annotation",
}
_SUPERTYPES = frozenset({"superclass", "super_interfaces", "extends_interfaces"})


def read_unit(text: SourceText, form: Form) -> Value:
    """Read a whole file."""
    package = next((value.name for value in values_of(form) if isinstance(value, Package)), "")
    return Unit(text.span(0, len(text.data)), package, statements(form.pieces))


def read_package(text: SourceText, form: Form) -> Value:
    """Read `package a.b;`."""
    return Package(next(filter(None, map(dotted_name, values_of(form))), ""))


def read_import(text: SourceText, form: Form) -> Value:
    """Read `import static a.b.C.*;`."""
    path = dotted_name(first_expression(form))
    if not path:
        return unknown(text, form, "this import could not be read")
    return Import(text.span(form.start, form.end), path, form.has_token("static"), form.has_token("asterisk"))


def read_class(text: SourceText, form: Form) -> Value:
    """Read a class, interface, enum, record or annotation type."""
    modifiers = modifiers_of(form)
    body = form.find("body")
    values = body.value if body and isinstance(body.value, tuple) else ()
    parameters = _parameters(form)
    members = readable_parts(value for value in values if not isinstance(value, EnumConstant))
    return ClassDeclaration(
        text.span(form.start, form.end),
        name_in(text, form),
        _KINDS[form.kind],
        tuple(_with_record_parameters(member, parameters) for member in members),
        tuple(_supertypes(form)),
        parameters,
        tuple(value for value in values if isinstance(value, EnumConstant)),
        modifiers.words,
        modifiers.annotations,
    )


def read_members(text: SourceText, form: Form) -> Value:
    """Read the members between the braces of a class; a bare block there is an initializer."""
    return tuple(
        Initializer(value.span, value, is_static=False) if isinstance(value, Block) else value
        for value in values_of(form)
        if value is not None
    )


def read_enum_members(text: SourceText, form: Form) -> Value:
    """Read the constants and, behind a semicolon, the members of an enum."""
    behind = [value for value in values_of(form) if isinstance(value, tuple)]
    constants = [value for value in values_of(form) if value is not None and not isinstance(value, tuple)]
    return (*constants, *(member for group in behind for member in group))


def read_enum_constant(text: SourceText, form: Form) -> Value:
    """Read `NAME(arguments) { body }`; the text may leave further constants out."""
    span = text.span(form.start, form.end)
    if form.start in text.elided:
        return Unknown(span, ELIDED)
    return EnumConstant(
        span,
        name_in(text, form),
        arguments_in(form),
        anonymous_class(text, form, None),
    )


def read_static_initializer(text: SourceText, form: Form) -> Value:
    """Read `static { … }`."""
    block = next((value for value in values_of(form) if isinstance(value, Block)), None)
    span = text.span(form.start, form.end)
    return Initializer(span, block or Block(span, ()), is_static=True)


def read_method(text: SourceText, form: Form) -> Value:
    """Read a method; one without a name, but with a body, is a constructor standing outside its class."""
    modifiers, type_ = modifiers_of(form), type_in(form)
    name = name_in(text, form)
    is_constructor = not name and type_ is not None and block_in(form) is not None
    if not name and not is_constructor:
        return unknown(text, form, MISSING)
    return FunctionDeclaration(
        text.span(form.start, form.end),
        type_.name if is_constructor and type_ else name,
        _parameters(form),
        None if is_constructor else type_,
        block_in(form),
        modifiers.words,
        modifiers.annotations,
        is_constructor,
    )


def read_constructor(text: SourceText, form: Form) -> Value:
    """Read a constructor; the short one of a record says so by a modifier, and its class adds the parameters."""
    modifiers = modifiers_of(form)
    is_compact = form.kind == "compact_constructor_declaration"
    return FunctionDeclaration(
        text.span(form.start, form.end),
        name_in(text, form),
        _parameters(form),
        None,
        block_in(form),
        modifiers.words | {COMPACT} if is_compact else modifiers.words,
        modifiers.annotations,
        is_constructor=True,
    )


def read_annotation_element(text: SourceText, form: Form) -> Value:
    """Read `Type name() default value;` of an annotation type; the default is dropped."""
    modifiers = modifiers_of(form)
    return FunctionDeclaration(
        text.span(form.start, form.end),
        name_in(text, form),
        (),
        type_in(form),
        None,
        modifiers.words,
        modifiers.annotations,
    )


def read_parameters(text: SourceText, form: Form) -> Value:
    """Read `(Type a, Type... b)`."""
    return tuple(value for value in values_of(form) if isinstance(value, Parameter))


def read_parameter(text: SourceText, form: Form) -> Value:
    """Read `Type name`; where the text leaves the parameters out, one stands for them all."""
    span = text.span(form.start, form.end)
    if form.start in text.elided:
        return Parameter(span, "…", variadic=True)
    return Parameter(span, name_in(text, form), type_in(form), annotations=modifiers_of(form).annotations)


def read_variadic_parameter(text: SourceText, form: Form) -> Value:
    """Read `Type... name`."""
    type_ = next((value for value in values_of(form) if isinstance(value, TypeName)), None)
    declared = next((value for value in values_of(form) if isinstance(value, Declare)), None)
    return Parameter(
        text.span(form.start, form.end),
        declared.name if declared else "",
        type_,
        variadic=True,
        annotations=modifiers_of(form).annotations,
    )


def _parameters(form: Form) -> tuple[Parameter, ...]:
    place = form.find("parameters")
    if place is None or not isinstance(place.value, tuple):
        return ()
    return tuple(value for value in place.value if isinstance(value, Parameter))


def _supertypes(form: Form) -> list[TypeName]:
    groups = [piece.value for piece in form.pieces if piece.kind in _SUPERTYPES and isinstance(piece.value, tuple)]
    return [type_ for group in groups for type_ in group if isinstance(type_, TypeName)]


def _with_record_parameters(member: Statement, parameters: tuple[Parameter, ...]) -> Statement:
    if isinstance(member, FunctionDeclaration) and COMPACT in member.modifiers:
        return replace(member, parameters=parameters)
    return member


DECLARATIONS: dict[str, Reader] = {
    "program": read_unit,
    "package_declaration": read_package,
    "import_declaration": read_import,
    "class_declaration": read_class,
    "interface_declaration": read_class,
    "enum_declaration": read_class,
    "record_declaration": read_class,
    "annotation_type_declaration": read_class,
    "class_body": read_members,
    "interface_body": read_members,
    "annotation_type_body": read_members,
    "enum_body": read_enum_members,
    "enum_body_declarations": read_members,
    "enum_constant": read_enum_constant,
    "static_initializer": read_static_initializer,
    "method_declaration": read_method,
    "constructor_declaration": read_constructor,
    "compact_constructor_declaration": read_constructor,
    "annotation_type_element_declaration": read_annotation_element,
    "formal_parameters": read_parameters,
    "formal_parameter": read_parameter,
    "spread_parameter": read_variadic_parameter,
    "receiver_parameter": read_nothing,
    "asterisk": read_nothing,
}
