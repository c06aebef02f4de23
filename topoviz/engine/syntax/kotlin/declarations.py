"""Readers of declarations: functions, classes, objects and their members, imports, the file itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from topoviz.engine.source import Span
from topoviz.engine.syntax.kotlin.pieces import KotlinText, Reader, span_of, type_in
from topoviz.engine.syntax.kotlin.statements import BY, VAR, as_function_body, returning
from topoviz.engine.syntax.pieces import (
    MISSING,
    Form,
    Modifiers,
    Piece,
    Value,
    is_expression,
    readable_parts,
    unknown,
    values_of,
)
from topoviz.engine.syntax.tree import (
    Block,
    Call,
    ClassDeclaration,
    Declare,
    EnumConstant,
    Expression,
    FunctionDeclaration,
    Import,
    Initializer,
    Jump,
    Lambda,
    Name,
    New,
    Parameter,
    Statement,
    TypeName,
    Unit,
)

PRIMARY = "primary"
STATIC = "static"
DELEGATE = "by()"
"""How the names of fields begin that hold what a class delegates interfaces to."""
FILE = "file"
KOTLIN = "kotlin"
_PACKAGE = re.compile(rb"^[ \t]*package[ \t]+([\w.`]+)", re.MULTILINE)
_JVM_NAME = re.compile(rb'@file\s*:\s*JvmName\s*\(\s*"(\w+)"\s*\)')


class _Supertype(NamedTuple):
    type: TypeName
    arguments: tuple[Expression, ...]
    is_class: bool


def read_unit(text: KotlinText, form: Form) -> Unit:
    """Read a whole file, as it stands: imports, declarations and loose statements."""
    package = _PACKAGE.search(text.data)
    name = package[1].decode("utf-8", errors="replace").replace("`", "") if package else ""
    return Unit(text.span(0, len(text.data)), name, tuple(readable_parts(values_of(form))), KOTLIN)


def with_file_class(unit: Unit, data: bytes, file_name: str) -> Unit:
    """Put the functions and properties of a file into its class, as the compiler does; leave a script as it is.

    A script or fragment has statements outside all functions, or nothing but variables: no package and no constants.
    """
    outside = [one for one in unit.statements if not isinstance(one, Import | ClassDeclaration)]
    is_file = all(isinstance(one, FunctionDeclaration | Declare) for one in outside)
    has_more = unit.package or any(isinstance(one, FunctionDeclaration | ClassDeclaration) for one in unit.statements)
    if not is_file or not outside:
        return unit
    if not has_more and not any(isinstance(one, Declare) and "const" in one.modifiers for one in outside):
        return unit
    given = _JVM_NAME.search(data)
    stem = file_name.replace("\\", "/").rpartition("/")[2].partition(".")[0]
    name = given[1].decode() if given else f"{stem[:1].upper()}{stem[1:]}Kt"
    members = tuple(_static(one) for one in outside)
    others = tuple(one for one in unit.statements if isinstance(one, Import | ClassDeclaration))
    file_class = ClassDeclaration(unit.span, name, FILE, members)
    return replace(unit, statements=(*others, file_class))


def read_import(text: KotlinText, form: Form) -> Value:
    """Read `import a.b.C`, `import a.b.*` or `import a.b.C as D`; a member of a class is a static import."""
    whole = next((piece for piece in form.pieces if piece.kind == "qualified_identifier"), None)
    if whole is None:
        return unknown(text, form, "this import could not be read")
    path = "".join(text.slice(whole.start, whole.end).replace("`", "").split()).replace(".Companion.", ".")
    owner = path.rpartition(".")[0].rpartition(".")[2]
    return Import(span_of(text, form), path, owner[:1].isupper(), form.has_token("*"))


def read_function(text: KotlinText, form: Form) -> Value:
    """Read a function; a type before its name makes it an extension of that type."""
    name = form.find("name")
    if name is None or name.start == name.end:
        return unknown(text, form, MISSING)
    modifiers = _modifiers_of(form)
    before = [piece.value for piece in form.pieces if piece.start < name.start and isinstance(piece.value, TypeName)]
    behind = [piece.value for piece in form.pieces if piece.start > name.start and isinstance(piece.value, TypeName)]
    body = _body_of(form)
    return FunctionDeclaration(
        span_of(text, form),
        text.slice(name.start, name.end).strip("`"),
        _parameters_of(form),
        behind[0] if behind else _type_made(body),
        body,
        modifiers.words,
        modifiers.annotations,
        receiver=before[-1] if before else None,
    )


def read_function_body(text: KotlinText, form: Form) -> Value:
    """Read `{ … }` or `= value` as the block of a function."""
    if not form.has_token("="):
        block = next((value for value in values_of(form) if isinstance(value, Block)), None)
        return as_function_body(block) if block is not None else Block(span_of(text, form), ())
    values = [piece.value for piece in form.pieces if is_expression(piece.value)]
    return returning(values[-1]) if values else Block(span_of(text, form), ())


def read_anonymous_function(text: KotlinText, form: Form) -> Value:
    """Read `fun(a: A): B { … }`, which is a lambda that a plain return leaves."""
    body = _body_of(form)
    return Lambda(span_of(text, form), _parameters_of(form), body or Block(span_of(text, form), ()))


def read_parameters(text: KotlinText, form: Form) -> Value:
    """Read `(a: A, vararg b: B, c: C = value)`."""
    found: list[Parameter] = []
    modifiers = Modifiers()
    for piece in form.pieces:
        if isinstance(piece.value, Modifiers):
            modifiers = piece.value
        elif isinstance(piece.value, Parameter):
            is_variadic = "vararg" in modifiers.words
            found.append(replace(piece.value, variadic=is_variadic, annotations=modifiers.annotations))
            modifiers = Modifiers()
        elif found and is_expression(piece.value):
            found[-1] = replace(found[-1], default=piece.value)
    return tuple(found)


def read_parameter(text: KotlinText, form: Form) -> Value:
    """Read `name: Type`."""
    name = form.pieces[0] if form.pieces else None
    return Parameter(span_of(text, form), text.name(name) if name is not None else "", type_in(form))


def read_class_parameter(text: KotlinText, form: Form) -> Value:
    """Read `private val name: Type = value` in the heading of a class: a parameter, and a field when it says so."""
    modifiers = _modifiers_of(form)
    name = next((piece for piece in form.pieces if piece.kind == "identifier"), None)
    if name is None:
        return unknown(text, form, MISSING)
    values = [piece.value for piece in form.pieces if piece is not name and is_expression(piece.value)]
    span = span_of(text, form)
    parameter = Parameter(
        span, text.name(name), type_in(form), "vararg" in modifiers.words, modifiers.annotations,
        values[-1] if values else None,
    )  # fmt: skip
    if not (form.has_token("val") or form.has_token("var")):
        return parameter
    place = text.span(name.start, name.end)
    words = modifiers.words | ({VAR} if form.has_token(VAR) else set())
    return (parameter, Declare(span, parameter.name, parameter.type, Name(place, parameter.name), words))


def read_group(text: KotlinText, form: Form) -> Value:
    """Read a part of the grammar that only holds others together."""
    return tuple(values_of(form))


def read_class(text: KotlinText, form: Form) -> Value:
    """Read a class, interface, enum or object."""
    modifiers = _modifiers_of(form)
    name = form.find("name")
    supertypes = _supertypes(form)
    body = next((piece.value for piece in form.pieces if piece.kind in ("class_body", "enum_class_body")), ())
    values = body if isinstance(body, tuple) else ()
    heading = _heading(form)
    kind = _kind(form, modifiers)
    members: list[Statement] = [value for value in heading if isinstance(value, Declare)]
    members += readable_parts(value for value in values if not isinstance(value, EnumConstant))
    members += _members_behind_delegate(form)
    members += [Declare(one.span, f"{DELEGATE}{number}", None, one) for number, one in enumerate(_delegates(form))]
    span = span_of(text, form)
    primary = _primary(span, name, text, heading, supertypes)
    if kind == "object":
        members = [_static(member) for member in members]
    elif primary is not None:
        members.insert(0, primary)
    return ClassDeclaration(
        span,
        text.slice(name.start, name.end).strip("`") if name is not None else "",
        kind,
        tuple(_nested(member) for member in members),
        tuple(supertype.type for supertype in supertypes),
        tuple(value for value in heading if isinstance(value, Parameter)),
        tuple(value for value in values if isinstance(value, EnumConstant)),
        modifiers.words | ({BY} if any(_delegates(form)) else set()),
        modifiers.annotations,
    )


def read_companion(text: KotlinText, form: Form) -> Value:
    """Read the members of a companion object, which are static members of the class round it."""
    body = next((piece.value for piece in form.pieces if piece.kind == "class_body"), ())
    values = body if isinstance(body, tuple) else ()
    return tuple(_static(member) for member in readable_parts(values))


def read_initializer(text: KotlinText, form: Form) -> Value:
    """Read `init { … }`."""
    block = next((value for value in values_of(form) if isinstance(value, Block)), None)
    span = span_of(text, form)
    return Initializer(span, block or Block(span, ()), is_static=False)


def read_secondary_constructor(text: KotlinText, form: Form) -> Value:
    """Read `constructor(…) : this(…) { … }`; its class gives it a name."""
    delegation = next((value for value in values_of(form) if isinstance(value, Call)), None)
    block = next((value for value in values_of(form) if isinstance(value, Block)), None)
    span = span_of(text, form)
    inner = block.statements if block is not None else ()
    body = Block(span, (delegation, *inner) if delegation is not None else inner)
    modifiers = _modifiers_of(form)
    return FunctionDeclaration(
        span, "constructor", _parameters_of(form), None, body, modifiers.words, modifiers.annotations, True
    )


def read_delegation(text: KotlinText, form: Form) -> Value:
    """Read `this(arguments)` or `super(arguments)` of a constructor."""
    name = form.pieces[0]
    arguments = next((value for value in values_of(form) if isinstance(value, tuple)), ())
    return Call(
        span_of(text, form),
        None,
        text.slice(name.start, name.end),
        tuple(value for value in arguments if is_expression(value)),
        text.span(name.start, name.end),
    )


def read_enum_entry(text: KotlinText, form: Form) -> Value:
    """Read `NAME(arguments) { body }` of an enum."""
    name = next((piece for piece in form.pieces if piece.kind == "identifier"), None)
    arguments = next((piece.value for piece in form.pieces if piece.kind == "value_arguments"), ())
    values = tuple(value for value in arguments if is_expression(value)) if isinstance(arguments, tuple) else ()
    return EnumConstant(
        span_of(text, form),
        "" if name is None else text.slice(name.start, name.end).strip("`"),
        values,
        _anonymous_class(text, form, ()),
    )


def read_object_literal(text: KotlinText, form: Form) -> Value:
    """Read `object : Type(arguments), Other { … }`."""
    supertypes = _supertypes(form)
    span = span_of(text, form)
    first = next((one for one in supertypes if one.is_class), supertypes[0] if supertypes else None)
    body = _anonymous_class(text, form, tuple(one.type for one in supertypes))
    if body is None:
        return unknown(text, form, MISSING)
    if first is None:
        return New(span, TypeName("Any"), (), body)
    return New(span, first.type, first.arguments, body)


def read_supertype(text: KotlinText, form: Form) -> Value:
    """Read a supertype, with the arguments for its constructor; an interface may be delegated to an object."""
    made = next((value for value in values_of(form) if isinstance(value, New)), None)
    delegated = next((value for value in values_of(form) if isinstance(value, tuple)), None)
    return made or delegated or type_in(form)


def _modifiers_of(form: Form) -> Modifiers:
    return next((piece.value for piece in form.pieces if isinstance(piece.value, Modifiers)), Modifiers())


def _parameters_of(form: Form) -> tuple[Parameter, ...]:
    listed = next((piece.value for piece in form.pieces if piece.kind == "function_value_parameters"), ())
    return tuple(value for value in listed if isinstance(value, Parameter)) if isinstance(listed, tuple) else ()


def _type_made(body: Block | None) -> TypeName | None:
    """Give the type of `fun a() = A()`, which need not be written."""
    only = body.statements[0] if body is not None and len(body.statements) == 1 else None
    return only.value.type if isinstance(only, Jump) and isinstance(only.value, New) else None


def _body_of(form: Form) -> Block | None:
    return next((piece.value for piece in form.pieces if isinstance(piece.value, Block)), None)


def _kind(form: Form, modifiers: Modifiers) -> str:
    if form.kind == "object_declaration":
        return "object"
    if form.has_token("interface"):
        return "interface"
    return "enum" if "enum" in modifiers.words else "class"


def _heading(form: Form) -> list[Value]:
    """Give the parameters in the heading of a class, and the fields they make."""
    place = next((piece.value for piece in form.pieces if piece.kind == "primary_constructor"), None)
    waiting: list[Value] = [place]
    found: list[Value] = []
    while waiting:
        value = waiting.pop(0)
        if isinstance(value, tuple):
            waiting = [*value, *waiting]
        elif isinstance(value, Parameter | Declare):
            found.append(value)
    return found


def _supertypes(form: Form) -> list[_Supertype]:
    place = next((piece.value for piece in form.pieces if piece.kind == "delegation_specifiers"), ())
    found: list[_Supertype] = []
    for value in place if isinstance(place, tuple) else ():
        if isinstance(value, New):
            found.append(_Supertype(value.type, value.arguments, True))
        elif isinstance(value, TypeName):
            found.append(_Supertype(value, (), False))
        elif isinstance(value, tuple) and isinstance(value[0], TypeName):
            found.append(_Supertype(value[0], (), False))
    return found


def _delegates(form: Form) -> Iterator[Expression]:
    """Give the objects that interfaces are delegated to."""
    place = next((piece.value for piece in form.pieces if piece.kind == "delegation_specifiers"), ())
    for value in place if isinstance(place, tuple) else ():
        if isinstance(value, tuple) and is_expression(value[-1]):
            yield value[-1]


def _members_behind_delegate(form: Form) -> Iterator[Statement]:
    """Give the members that the grammar took for a lambda behind the object in `Type by object { … }`."""
    for delegate in _delegates(form):
        last = delegate.arguments[-1] if isinstance(delegate, Call | New) and delegate.arguments else None
        if isinstance(last, Lambda):
            yield from last.body.statements if isinstance(last.body, Block) else (last.body,)


def _primary(
    span: Span, name: Piece | None, text: KotlinText, heading: list[Value], supertypes: list[_Supertype]
) -> FunctionDeclaration | None:
    """Make the constructor that a class's heading describes; without one, Java's default does."""
    arguments = next((one.arguments for one in supertypes if one.is_class), ())
    parameters = tuple(value for value in heading if isinstance(value, Parameter))
    if not parameters and not arguments:
        return None
    body = Block(span, (Call(span, None, "super", arguments, span),))
    written = text.slice(name.start, name.end).strip("`") if name is not None else ""
    return FunctionDeclaration(span, written, parameters, None, body, frozenset({PRIMARY}), is_constructor=True)


def _anonymous_class(text: KotlinText, form: Form, supertypes: tuple[TypeName, ...]) -> ClassDeclaration | None:
    body = next((piece for piece in form.pieces if piece.kind == "class_body"), None)
    if body is None:
        return None
    values = body.value if isinstance(body.value, tuple) else ()
    return ClassDeclaration(text.span(body.start, body.end), "", "class", tuple(readable_parts(values)), supertypes)


def _static(member: Statement) -> Statement:
    """Make a member of an object static."""
    match member:
        case Declare() | ClassDeclaration():
            return replace(member, modifiers=member.modifiers | {STATIC})
        case FunctionDeclaration(is_constructor=False):
            return replace(member, modifiers=member.modifiers | {STATIC})
        case Initializer(span=span, body=body):
            return Initializer(span, body, is_static=True)
        case _:
            return member


def _nested(member: Statement) -> Statement:
    """A nested class has no outer object unless it is called inner."""
    if isinstance(member, ClassDeclaration) and "inner" not in member.modifiers:
        return _static(member)
    return member


DECLARATIONS: dict[str, Reader] = {
    "import": read_import,
    "function_declaration": read_function,
    "function_body": read_function_body,
    "anonymous_function": read_anonymous_function,
    "function_value_parameters": read_parameters,
    "parameter": read_parameter,
    "class_parameter": read_class_parameter,
    "class_parameters": read_group,
    "primary_constructor": read_group,
    "class_declaration": read_class,
    "object_declaration": read_class,
    "companion_object": read_companion,
    "class_body": read_group,
    "enum_class_body": read_group,
    "enum_entry": read_enum_entry,
    "anonymous_initializer": read_initializer,
    "secondary_constructor": read_secondary_constructor,
    "constructor_delegation_call": read_delegation,
    "delegation_specifiers": read_group,
    "delegation_specifier": read_supertype,
    "explicit_delegation": read_group,
    "object_literal": read_object_literal,
}
