"""Readers of expressions."""

from __future__ import annotations

from dataclasses import replace

from topoviz.engine.syntax.java.literals import character_value, float_value, integer_value, string_value
from topoviz.engine.syntax.java.pieces import Reader, arguments_in, first_expression, name_in
from topoviz.engine.syntax.java.types import type_in
from topoviz.engine.syntax.pieces import (
    ELIDED,
    MISSING,
    STARTS_IN_CHAIN,
    Form,
    Piece,
    SourceText,
    Value,
    expression_in,
    expressions,
    is_expression,
    nothing_at,
    readable_parts,
    unknown,
    values_of,
)
from topoviz.engine.syntax.tree import (
    ArrayLiteral,
    Assign,
    Binary,
    Block,
    Call,
    Cast,
    ClassDeclaration,
    ClassLiteral,
    Conditional,
    Expression,
    Index,
    Lambda,
    Literal,
    MethodReference,
    Name,
    New,
    NewArray,
    Parameter,
    Select,
    Switch,
    SwitchCase,
    TypeName,
    Unary,
    Unknown,
)

NAME_MISSING = "a name is missing here"
_PRIMITIVE_TYPES = frozenset({"byte", "short", "int", "long", "char", "float", "double", "boolean", "void"})


def read_identifier(text: SourceText, form: Form) -> Value:
    """Read a name; what was put in for a `…` in the text was parsed as a name too."""
    span = text.span(form.start, form.end)
    if form.start in text.elided:
        return Unknown(span, ELIDED)
    if form.start == form.end:
        return Unknown(span, STARTS_IN_CHAIN if text.starts_in_chain and form.end == 0 else MISSING)
    return Name(span, text.slice(form.start, form.end))


def read_integer(text: SourceText, form: Form) -> Value:
    """Read an integer literal of any radix."""
    return _literal(text, form, integer_value(text.slice(form.start, form.end)))


def read_float(text: SourceText, form: Form) -> Value:
    """Read a floating point literal."""
    return _literal(text, form, float_value(text.slice(form.start, form.end)))


def read_character(text: SourceText, form: Form) -> Value:
    """Read `'a'`."""
    literal = _literal(text, form, character_value(text.slice(form.start, form.end)))
    return replace(literal, is_character=True) if isinstance(literal, Literal) else literal


def read_string(text: SourceText, form: Form) -> Value:
    """Read a string or a text block."""
    if form.start in text.unclosed:
        return Unknown(text.span(form.start, form.end), "the string is not closed")
    return _literal(text, form, string_value(text.slice(form.start, form.end)))


def read_constant(text: SourceText, form: Form) -> Value:
    """Read `true`, `false` or `null`."""
    value = {"true": True, "false": False}.get(form.kind)
    return Literal(text.span(form.start, form.end), value)


def read_parenthesized(text: SourceText, form: Form) -> Value:
    """Read `(a)`, which is `a`."""
    return first_expression(form) or nothing_at(text, form.start)


def read_list(text: SourceText, form: Form) -> Value:
    """Read arguments, or anything else that is a list of expressions."""
    return expressions(values_of(form))


def read_select(text: SourceText, form: Form) -> Value:
    """Read `target.name`; `Outer.super` and `Outer.this` are selects too."""
    span = text.span(form.start, form.end)
    target = _target(text, form)
    name = form.find("field") or form.find("name")
    if name is None or name.start == name.end:
        return Unknown(span, NAME_MISSING, (target,))
    if name.start in text.elided:
        return Unknown(span, ELIDED, (target,))
    return Select(span, target, text.slice(name.start, name.end))


def read_index(text: SourceText, form: Form) -> Value:
    """Read `target[index]`."""
    span = text.span(form.start, form.end)
    return Index(span, expression_in(text, form, "array"), expression_in(text, form, "index"))


def read_call(text: SourceText, form: Form) -> Value:
    """Read `target.name(arguments)`, `this(arguments)` or `super(arguments)`; explicit type arguments are dropped."""
    name = form.find("name") or form.find("constructor")
    if name is None or name.start == name.end:
        return unknown(text, form, NAME_MISSING)
    return Call(
        text.span(form.start, form.end),
        _target(text, form) if form.find("object") else None,
        text.slice(name.start, name.end),
        arguments_in(form),
        text.span(name.start, name.end),
    )


def read_new(text: SourceText, form: Form) -> Value:
    """Read `new Type(arguments) { body }` or `outer.new Inner()`."""
    span = text.span(form.start, form.end)
    type_ = type_in(form) or TypeName("")
    return New(span, type_, arguments_in(form), anonymous_class(text, form, type_), first_expression(form))


def anonymous_class(text: SourceText, form: Form, supertype: TypeName | None) -> ClassDeclaration | None:
    """Make a class without a name of a body among the pieces, if there is one."""
    body = next((piece for piece in form.pieces if piece.kind == "class_body"), None)
    if body is None:
        return None
    supertypes = () if supertype is None else (supertype,)
    members = tuple(readable_parts((body.value,)))
    return ClassDeclaration(text.span(body.start, body.end), "", "class", members, supertypes)


def read_new_array(text: SourceText, form: Form) -> Value:
    """Read `new T[size]` or `new T[] {a, b}`."""
    value = form.find("value")
    type_ = type_in(form)
    if value is not None and is_expression(value.value):
        if type_ is None or not isinstance(value.value, ArrayLiteral):
            return value.value
        is_of_numbers = type_.name in _PRIMITIVE_TYPES
        made = replace(value.value, type=type_)
        return Cast(text.span(form.start, form.end), type_, made) if is_of_numbers else made
    sizes = tuple(size for value in values_of(form) if isinstance(value, tuple) for size in expressions(value))
    return NewArray(text.span(form.start, form.end), type_in(form) or TypeName(""), sizes)


def read_array_initializer(text: SourceText, form: Form) -> Value:
    """Read `{a, b}`."""
    return ArrayLiteral(text.span(form.start, form.end), expressions(values_of(form)))


def read_lambda(text: SourceText, form: Form) -> Value:
    """Read `a -> body`, `(a, b) -> body` or `(A a, B b) -> body`."""
    body = form.find("body")
    return Lambda(
        text.span(form.start, form.end),
        _lambda_parameters(text, form),
        body.value if body and isinstance(body.value, Block) else expression_in(text, form, "body"),
    )


def read_inferred_parameters(text: SourceText, form: Form) -> Value:
    """Read `(a, b)` before an arrow."""
    return tuple(_untyped_parameter(text, piece) for piece in form.pieces)


def read_method_reference(text: SourceText, form: Form) -> Value:
    """Read `target::name`; an array or primitive type as target becomes a class literal."""
    if len(form.pieces) < 2 or form.pieces[-1].kind not in ("identifier", "new"):
        return unknown(text, form, NAME_MISSING)
    target, name = form.pieces[0], form.pieces[-1]
    if name.start == name.end:
        return unknown(text, form, NAME_MISSING)
    return MethodReference(
        text.span(form.start, form.end), _reference_target(text, target), text.slice(name.start, name.end)
    )


def read_class_literal(text: SourceText, form: Form) -> Value:
    """Read `String.class`."""
    type_ = next((value for value in values_of(form) if isinstance(value, TypeName)), TypeName(""))
    return ClassLiteral(text.span(form.start, form.end), type_)


def read_assignment(text: SourceText, form: Form) -> Value:
    """Read `target = value` or, keeping the operator as written, `target += value`."""
    operator = name_in(text, form, "operator")
    return Assign(
        text.span(form.start, form.end),
        expression_in(text, form, "left"),
        expression_in(text, form, "right"),
        "" if operator == "=" else operator,
    )


def read_binary(text: SourceText, form: Form) -> Value:
    """Read `left operator right`."""
    return Binary(
        text.span(form.start, form.end),
        name_in(text, form, "operator"),
        expression_in(text, form, "left"),
        expression_in(text, form, "right"),
    )


def read_instanceof(text: SourceText, form: Form) -> Value:
    """Read `left instanceof Type name`; a record pattern is unknown."""
    right = form.find("right")
    left = expression_in(text, form, "left")
    span = text.span(form.start, form.end)
    if right is None or not isinstance(right.value, TypeName):
        pattern = form.find("pattern")
        place = text.span(pattern.start, pattern.end) if pattern else text.span(form.end, form.end)
        return Binary(span, "instanceof", left, Unknown(place, "a pattern is not followed"))
    tested = ClassLiteral(text.span(right.start, right.end), right.value, name_in(text, form))
    return Binary(span, "instanceof", left, tested)


def read_unary(text: SourceText, form: Form) -> Value:
    """Read `!a` or `-a`."""
    span = text.span(form.start, form.end)
    return Unary(span, name_in(text, form, "operator"), expression_in(text, form, "operand"))


def read_update(text: SourceText, form: Form) -> Value:
    """Read `a++` or `--a`."""
    operator = "--" if form.has_token("--") else "++"
    operand = first_expression(form) or nothing_at(text, form.end)
    is_postfix = bool(form.pieces) and form.pieces[-1].kind == operator
    return Unary(text.span(form.start, form.end), operator, operand, is_postfix)


def read_conditional(text: SourceText, form: Form) -> Value:
    """Read `test ? then : otherwise`."""
    return Conditional(
        text.span(form.start, form.end),
        expression_in(text, form, "condition"),
        expression_in(text, form, "consequence"),
        expression_in(text, form, "alternative"),
    )


def read_cast(text: SourceText, form: Form) -> Value:
    """Read `(Type) operand`; of `(A & B)`, the first type."""
    span = text.span(form.start, form.end)
    return Cast(span, type_in(form) or TypeName(""), expression_in(text, form, "value"))


def read_switch(text: SourceText, form: Form) -> Value:
    """Read a switch, as statement or as expression."""
    body = form.find("body")
    cases = body.value if body and isinstance(body.value, tuple) else ()
    stray = expressions(cases)
    switch = Switch(
        text.span(form.start, form.end),
        expression_in(text, form, "condition"),
        tuple(case for case in cases if isinstance(case, SwitchCase)),
    )
    return Unknown(switch.span, "part of the switch could not be read", (switch, *stray)) if stray else switch


def read_switch_block(text: SourceText, form: Form) -> Value:
    """Read the cases between braces."""
    return tuple(values_of(form))


def read_switch_case(text: SourceText, form: Form) -> Value:
    """Read the labels and body of one case, with `:` or `->`."""
    labels = [piece for piece in form.pieces if piece.kind == "switch_label"]
    body = [piece.value for piece in form.pieces if piece.kind != "switch_label"]
    values = [value for label in labels if isinstance(label.value, tuple) for value in label.value]
    return SwitchCase(
        text.span(form.start, form.end),
        expressions(values),
        tuple(readable_parts(body)),
        is_default=None in values,
        arrow=form.kind == "switch_rule",
    )


def read_switch_label(text: SourceText, form: Form) -> Value:
    """Read `case a, b`, `case Pattern p when test` or `default`; default is a None among the values."""
    if any(piece.kind in ("pattern", "guard") for piece in form.pieces):
        return (unknown(text, form, "a pattern is not followed"),)
    # The grammar knows no `case null, default`, and takes that word for a name.
    labels = [label for label in expressions(values_of(form)) if not _is_default(label)]
    is_default = form.has_token("default") or any(map(_is_default, values_of(form)))
    return (*labels, None) if is_default else tuple(labels)


def read_group(text: SourceText, form: Form) -> Value:
    """Read a part of the grammar that only holds others together."""
    return tuple(values_of(form))


def _is_default(value: Value) -> bool:
    return isinstance(value, Name) and value.text == "default"


def _literal(text: SourceText, form: Form, value: str | int | float | None) -> Expression:
    span = text.span(form.start, form.end)
    return Unknown(span, "this literal is not valid in Java") if value is None else Literal(span, value)


def _target(text: SourceText, form: Form) -> Expression:
    """Give what stands before the last dot, a `super` in between included."""
    place = form.find("object") or form.find("scope")
    target = place.value if place and is_expression(place.value) else nothing_at(text, form.start)
    for piece in form.pieces:
        if piece.kind == "super" and piece is not place:
            return Select(text.span(form.start, piece.end), target, "super")
    return target


def _lambda_parameters(text: SourceText, form: Form) -> tuple[Parameter, ...]:
    place = form.find("parameters")
    if place is None:
        return ()
    if isinstance(place.value, tuple):
        return tuple(value for value in place.value if isinstance(value, Parameter))
    return (_untyped_parameter(text, place),)


def _untyped_parameter(text: SourceText, piece: Piece) -> Parameter:
    return Parameter(text.span(piece.start, piece.end), text.slice(piece.start, piece.end))


def _reference_target(text: SourceText, piece: Piece) -> Expression:
    span = text.span(piece.start, piece.end)
    if is_expression(piece.value):
        return piece.value
    if not isinstance(piece.value, TypeName):
        return Unknown(span, NAME_MISSING)
    if piece.value.dimensions or piece.value.name in _PRIMITIVE_TYPES:
        return ClassLiteral(span, piece.value)
    first, *rest = piece.value.name.split(".")
    target: Expression = Name(span, first)
    for name in rest:
        target = Select(span, target, name)
    return target


EXPRESSIONS: dict[str, Reader] = {
    "identifier": read_identifier,
    "underscore_pattern": read_identifier,
    "this": read_identifier,
    "super": read_identifier,
    "decimal_integer_literal": read_integer,
    "hex_integer_literal": read_integer,
    "octal_integer_literal": read_integer,
    "binary_integer_literal": read_integer,
    "decimal_floating_point_literal": read_float,
    "hex_floating_point_literal": read_float,
    "character_literal": read_character,
    "string_literal": read_string,
    "true": read_constant,
    "false": read_constant,
    "null_literal": read_constant,
    "parenthesized_expression": read_parenthesized,
    "argument_list": read_list,
    "field_access": read_select,
    "scoped_identifier": read_select,
    "array_access": read_index,
    "method_invocation": read_call,
    "explicit_constructor_invocation": read_call,
    "object_creation_expression": read_new,
    "array_creation_expression": read_new_array,
    "dimensions_expr": read_list,
    "array_initializer": read_array_initializer,
    "lambda_expression": read_lambda,
    "inferred_parameters": read_inferred_parameters,
    "method_reference": read_method_reference,
    "class_literal": read_class_literal,
    "assignment_expression": read_assignment,
    "binary_expression": read_binary,
    "instanceof_expression": read_instanceof,
    "unary_expression": read_unary,
    "update_expression": read_update,
    "ternary_expression": read_conditional,
    "cast_expression": read_cast,
    "switch_expression": read_switch,
    "switch_block": read_switch_block,
    "switch_block_statement_group": read_switch_case,
    "switch_rule": read_switch_case,
    "switch_label": read_switch_label,
    "pattern": read_group,
    "guard": read_group,
}
