"""Readers of types, modifiers and annotations."""

from __future__ import annotations

from topoviz.engine.syntax.kotlin.pieces import FUNCTION_TYPE, KotlinText, Reader, span_of, type_in
from topoviz.engine.syntax.pieces import Form, Modifiers, Value, is_expression, unknown, values_of
from topoviz.engine.syntax.tree import Annotation, NamedArgument, New, Parameter, TypeName


def read_user_type(text: KotlinText, form: Form) -> Value:
    """Read `Map.Entry<K, V>`; an `Array<T>` is an array of its element, as in Java."""
    names = [text.name(piece) for piece in form.pieces if piece.kind == "identifier"]
    arguments = next((value for value in values_of(form) if isinstance(value, tuple)), ())
    types = tuple(value for value in arguments if isinstance(value, TypeName))
    if names == ["Array"] and len(types) == 1:
        return TypeName(types[0].name, types[0].arguments, types[0].dimensions + 1)
    return TypeName(".".join(names), types)


def read_wrapped_type(text: KotlinText, form: Form) -> Value:
    """Read `T?`, `(T)` or `out T`, which is `T`; a lone `*` is a type of that name."""
    return type_in(form) or TypeName("*")


def read_function_type(text: KotlinText, form: Form) -> Value:
    """Read `(A, B) -> C`, which is `Function2`; one with a receiver, `R.(A) -> C`, has `R` and `A` as its arguments."""
    values = list(values_of(form))
    receiver = values[0] if values else None
    parameters = next((value for value in values if isinstance(value, tuple)), ())
    if not isinstance(receiver, TypeName):
        return TypeName(f"{FUNCTION_TYPE}{len(parameters)}")
    return TypeName(FUNCTION_TYPE, (receiver, *(one for one in parameters if isinstance(one, TypeName))))


def read_function_type_parameters(text: KotlinText, form: Form) -> Value:
    """Read `(A, name: B)` of the type of a function."""
    found = (value.type if isinstance(value, Parameter) else value for value in values_of(form))
    return tuple(one if isinstance(one, TypeName) else TypeName("*") for one in found)


def read_types(text: KotlinText, form: Form) -> Value:
    """Read the types between angle brackets."""
    return tuple(value for value in values_of(form) if isinstance(value, TypeName))


def read_nothing(text: KotlinText, form: Form) -> Value:
    """Pass over what says nothing about a program's behaviour, such as type parameters and package headings."""
    return None


def read_modifiers(text: KotlinText, form: Form) -> Value:
    """Read the words and annotations before a declaration."""
    annotations = tuple(value for value in values_of(form) if isinstance(value, Annotation))
    words = frozenset(
        text.slice(piece.start, piece.end) for piece in form.pieces if not isinstance(piece.value, Annotation)
    )
    return Modifiers(words, annotations)


def read_annotation(text: KotlinText, form: Form) -> Value:
    """Read `@Name` or `@Name(arguments)`."""
    made = next((value for value in values_of(form) if isinstance(value, New)), None)
    type_ = made.type if made is not None else type_in(form)
    return Annotation(span_of(text, form), type_.name if type_ else "", made.arguments if made is not None else ())


def read_constructor_call(text: KotlinText, form: Form) -> Value:
    """Read `Type(arguments)` among supertypes and annotations."""
    arguments = next((value for value in values_of(form) if isinstance(value, tuple)), ())
    values = tuple(value for value in arguments if is_expression(value))
    return New(span_of(text, form), type_in(form) or TypeName(""), values)


def read_value_argument(text: KotlinText, form: Form) -> Value:
    """Read one argument, which may have a name."""
    values = [piece.value for piece in form.pieces if is_expression(piece.value)]
    if not values:
        return unknown(text, form, "an argument is missing")
    if not form.has_token("="):
        return values[-1]
    return NamedArgument(span_of(text, form), text.name(form.pieces[0]), values[-1])


_MODIFIERS = (
    "class_modifier", "function_modifier", "property_modifier", "visibility_modifier", "inheritance_modifier",
    "member_modifier", "parameter_modifier", "platform_modifier", "reification_modifier", "variance_modifier",
    "type_parameter_modifiers",
)  # fmt: skip

TYPES: dict[str, Reader] = {
    "user_type": read_user_type,
    "nullable_type": read_wrapped_type,
    "non_nullable_type": read_wrapped_type,
    "parenthesized_type": read_wrapped_type,
    "type_projection": read_wrapped_type,
    "function_type": read_function_type,
    "type_arguments": read_types,
    "function_type_parameters": read_function_type_parameters,
    "type_parameters": read_nothing,
    "type_parameter": read_nothing,
    "type_constraints": read_nothing,
    "type_modifiers": read_nothing,
    "use_site_target": read_nothing,
    "file_annotation": read_nothing,
    "package_header": read_nothing,
    "shebang": read_nothing,
    "type_alias": read_nothing,
    "modifiers": read_modifiers,
    "parameter_modifiers": read_modifiers,
    "annotation": read_annotation,
    "constructor_invocation": read_constructor_call,
    "value_argument": read_value_argument,
    "qualified_identifier": read_nothing,
    **dict.fromkeys(_MODIFIERS, read_nothing),
}  # fmt: skip
