"""Readers of types, modifiers, annotations and dotted names."""

from __future__ import annotations

from topoviz.engine.syntax.java.pieces import Reader, extra_dimensions, name_in, types_of
from topoviz.engine.syntax.pieces import (
    Dimensions,
    Form,
    Modifiers,
    SourceText,
    Value,
    is_expression,
    unknown,
    values_of,
)
from topoviz.engine.syntax.tree import Annotation, ArrayLiteral, Expression, Name, NamedArgument, Select, TypeName


def type_in(form: Form, field: str = "type") -> TypeName | None:
    """Give the type in a field, with brackets behind the name; None for `var`, which leaves it to the value."""
    piece = form.find(field)
    if piece is None or not isinstance(piece.value, TypeName):
        return None
    return None if piece.value.name == "var" else with_dimensions(piece.value, extra_dimensions(form))


def with_dimensions(type_: TypeName, count: int) -> TypeName:
    """Add pairs of brackets to a type."""
    return TypeName(type_.name, type_.arguments, type_.dimensions + count)


def dotted_name(value: Value) -> str:
    """Give `a.b.C` for a chain of selects that starts at a name; empty for anything else."""
    parts: list[str] = []
    while isinstance(value, Select):
        parts.append(value.name)
        value = value.target
    if not isinstance(value, Name):
        return ""
    return ".".join((value.text, *reversed(parts)))


def read_simple_type(text: SourceText, form: Form) -> Value:
    """Read `int`, `void` or `String`."""
    return TypeName(text.slice(form.start, form.end))


def read_scoped_type(text: SourceText, form: Form) -> Value:
    """Read `Map.Entry`; only the last part keeps its arguments."""
    return TypeName(".".join(type_.name for type_ in types_of(form)))


def read_generic_type(text: SourceText, form: Form) -> Value:
    """Read `List<String>`; a diamond has no arguments."""
    types = types_of(form)
    arguments = next((value for value in values_of(form) if isinstance(value, tuple)), ())
    name = types[0].name if types else ""
    return TypeName(name, tuple(value for value in arguments if isinstance(value, TypeName)))


def read_array_type(text: SourceText, form: Form) -> Value:
    """Read `int[]`."""
    element = type_in(form, "element")
    return element or read_simple_type(text, form)


def read_wildcard(text: SourceText, form: Form) -> Value:
    """Read `?`, `? extends Bound` or `? super Bound`; the bound is the argument of a type so named."""
    bounds = types_of(form)
    if not bounds:
        return TypeName("?")
    return TypeName("? super" if form.has_token("super") else "? extends", bounds[:1])


def read_annotated_type(text: SourceText, form: Form) -> Value:
    """Read a type behind its own annotations, which mean nothing here."""
    return types_of(form)[-1] if types_of(form) else None


def read_dimensions(text: SourceText, form: Form) -> Value:
    """Count the brackets of `[][]`."""
    return Dimensions(text.data.count(b"[", form.start, form.end))


def read_types(text: SourceText, form: Form) -> Value:
    """Read a list of types: supertypes, type arguments."""
    return types_of(form)


def read_nothing(text: SourceText, form: Form) -> Value:
    """Pass over what says nothing about a program's behaviour, such as type parameters and `throws`."""
    return None


def read_modifiers(text: SourceText, form: Form) -> Value:
    """Read the words and annotations before a declaration."""
    annotations = tuple(value for value in values_of(form) if isinstance(value, Annotation))
    words = frozenset(piece.kind for piece in form.pieces if piece.value is None)
    return Modifiers(words, annotations)


def read_annotation(text: SourceText, form: Form) -> Value:
    """Read `@Name` or `@Name(arguments)`."""
    name = form.find("name")
    arguments = next((value for value in values_of(form) if isinstance(value, tuple)), ())
    found = tuple(_annotation_value(text, form, value) for value in arguments)
    return Annotation(text.span(form.start, form.end), dotted_name(name.value) if name else "", found)


def read_annotation_arguments(text: SourceText, form: Form) -> Value:
    """Read `(value)` or `(name = value, …)`."""
    return tuple(value for value in values_of(form) if value is not None)


def read_element_value_pair(text: SourceText, form: Form) -> Value:
    """Read `name = value` in an annotation."""
    value = form.pieces[-1].value if form.pieces else None
    span = text.span(form.start, form.end)
    return NamedArgument(span, name_in(text, form, "key"), _annotation_value(text, form, value))


def read_element_value_array(text: SourceText, form: Form) -> Value:
    """Read `{a, b}` in an annotation."""
    elements = tuple(_annotation_value(text, form, value) for value in values_of(form) if value is not None)
    return ArrayLiteral(text.span(form.start, form.end), elements)


def _annotation_value(text: SourceText, form: Form, value: Value) -> Expression:
    if is_expression(value):
        return value
    return unknown(text, form, "an annotation is not a value")


TYPES: dict[str, Reader] = {
    "type_identifier": read_simple_type,
    "void_type": read_simple_type,
    "integral_type": read_simple_type,
    "floating_point_type": read_simple_type,
    "boolean_type": read_simple_type,
    "scoped_type_identifier": read_scoped_type,
    "generic_type": read_generic_type,
    "array_type": read_array_type,
    "annotated_type": read_annotated_type,
    "wildcard": read_wildcard,
    "dimensions": read_dimensions,
    "type_arguments": read_types,
    "type_list": read_types,
    "superclass": read_types,
    "super_interfaces": lambda text, form: form.pieces[-1].value if form.pieces else None,
    "extends_interfaces": lambda text, form: form.pieces[-1].value if form.pieces else None,
    "catch_type": read_types,
    "type_parameters": read_nothing,
    "type_parameter": read_nothing,
    "type_bound": read_nothing,
    "throws": read_nothing,
    "permits": read_nothing,
    "modifiers": read_modifiers,
    "annotation": read_annotation,
    "marker_annotation": read_annotation,
    "annotation_argument_list": read_annotation_arguments,
    "element_value_pair": read_element_value_pair,
    "element_value_array_initializer": read_element_value_array,
}
