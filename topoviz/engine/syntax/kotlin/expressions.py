"""Readers of expressions."""

from __future__ import annotations

import re
from dataclasses import replace

from topoviz.engine.source import Span
from topoviz.engine.syntax.kotlin.literals import character_value, number_value, unescaped
from topoviz.engine.syntax.kotlin.pieces import (
    NAME_MISSING,
    KotlinText,
    Reader,
    destructured,
    dotted_name,
    expressions_of,
    span_of,
    type_in,
    with_label,
)
from topoviz.engine.syntax.kotlin.signs import below_signs
from topoviz.engine.syntax.pieces import (
    ELIDED,
    MISSING,
    STARTS_IN_CHAIN,
    Form,
    Piece,
    Value,
    expression_in,
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
    ClassLiteral,
    Expression,
    Index,
    Jump,
    JumpKind,
    Lambda,
    Literal,
    MethodReference,
    Name,
    NamedArgument,
    New,
    Parameter,
    Select,
    TypeName,
    Unary,
    Unknown,
)

PAIR = TypeName("Pair")
_CONSTANTS = {"true": True, "false": False, "null": None}
_JUMPS = {"break": JumpKind.BREAK, "continue": JumpKind.CONTINUE}
_EQUALITY = {"===": "==", "!==": "!=", "==": "equals"}
_RANGES = {"..": "rangeTo", "..<": "rangeUntil"}
_PACKAGES = frozenset({"org", "com", "io", "java", "javax", "kotlin", "net", "de"})
_SPREAD = "*"
_ABOVE = re.compile(r"super\s*<\s*(\w+)")
_OWN_TO = re.compile(rb"\binfix\s+fun\b[^\n({]*\bto\s*\(")
_QUOTES = frozenset({'"', '"""'})


def read_identifier(text: KotlinText, form: Form) -> Value:
    """Read a name, or one of the words that the grammar takes for names."""
    span = span_of(text, form)
    if form.start in text.elided:
        return Unknown(span, ELIDED)
    if form.start == form.end:
        return Unknown(span, STARTS_IN_CHAIN if text.starts_in_chain and form.end == 0 else MISSING)
    written = text.slice(form.start, form.end)
    if written in _CONSTANTS:
        return Literal(span, _CONSTANTS[written])
    if written in _JUMPS:
        return Jump(span, _JUMPS[written])
    name = written.strip("`")
    return Name(span, text.aliases.get(name, name))


def read_word(text: KotlinText, form: Form) -> Value:
    """Read `this`, `this@Outer`, `super` or `super<Base>`."""
    written = text.slice(form.start, form.end)
    above = _ABOVE.match(written)
    if above is not None:
        return Select(span_of(text, form), Name(span_of(text, form), above[1]), "super")
    return Name(span_of(text, form), "super" if written.startswith("super") else "".join(written.split()))


def read_number(text: KotlinText, form: Form) -> Value:
    """Read a number of any kind."""
    return _literal(text, form, number_value(text.slice(form.start, form.end)))


def read_character(text: KotlinText, form: Form) -> Value:
    """Read `'a'`."""
    literal = _literal(text, form, character_value(text.slice(form.start, form.end)))
    return replace(literal, is_character=True) if isinstance(literal, Literal) else literal


def read_string(text: KotlinText, form: Form) -> Value:
    """Read a string: a literal, or a chain of `+` that begins with one, for a template is always a string."""
    span = span_of(text, form)
    if form.start in text.unclosed:
        return Unknown(span, "the string is not closed", tuple(readable_parts(values_of(form))))
    parts: list[Expression] = []
    known: list[str] = []
    for piece in form.pieces:
        if piece.kind == "interpolation":
            if known or not parts:
                parts.append(_known_part(text, form, known))
                known = []
            parts.append(piece.value if is_expression(piece.value) else nothing_at(text, piece.start))
        elif piece.kind not in _QUOTES:
            known.append(text.slice(piece.start, piece.end))
    if known or not parts:
        parts.append(_known_part(text, form, known))
    whole = parts[0]
    for part in parts[1:]:
        whole = Binary(span, "+", whole, part)
    return whole


def _known_part(text: KotlinText, form: Form, pieces: list[str]) -> Expression:
    """Read what stands between the holes of a string; the grammar may have cut it anywhere."""
    written = "".join(pieces).replace("\r\n", "\n")
    return _literal(text, form, unescaped(written) if form.kind == "string_literal" else written)


def read_only(text: KotlinText, form: Form) -> Value:
    """Read what adds nothing of its own: `(a)`, `${a}`, `@Annotation a`."""
    values = [piece.value for piece in form.pieces if is_expression(piece.value)]
    return values[-1] if values else nothing_at(text, form.start)


def read_trailing_lambda(text: KotlinText, form: Form) -> Value:
    """Read the lambda behind a call, which may have a label."""
    value = read_operand(text, form)
    label = next((piece for piece in form.pieces if piece.kind == "label"), None)
    return value if label is None else with_label(value, text.slice(label.start, label.end).rstrip("@ "))


def read_labeled(text: KotlinText, form: Form) -> Value:
    """Read `label@ { … }`, and `break@label`, which the grammar takes for the same."""
    label = text.slice(form.pieces[0].start, form.pieces[0].end).rstrip("@ ")
    values = expressions_of(form)
    if label in _JUMPS:
        target = form.pieces[-1]
        return Jump(span_of(text, form), _JUMPS[label], None, text.slice(target.start, target.end))
    if not values:
        return unknown(text, form, MISSING)
    return with_label(values[-1], label)


def read_select(text: KotlinText, form: Form) -> Value:
    """Read `target.name`, `target?.name`, `Type::name` or `Type::class`."""
    span = span_of(text, form)
    values = expressions_of(form)
    name = form.pieces[-1] if form.pieces else None
    if name is None or name.kind != "identifier" or len(form.pieces) < 2 or name.start == name.end:
        return unknown(text, form, NAME_MISSING)
    target = values[0] if len(values) > 1 or form.pieces[0] is not name else nothing_at(text, form.start)
    if name.start in text.elided:
        return Unknown(span, ELIDED, (target,))
    if form.has_token("::"):
        return _reference(text, form, target, text.name(name))
    if isinstance(target, ClassLiteral):
        return target
    return Select(span, target, text.name(name), form.has_token("?."))


def read_callable(text: KotlinText, form: Form) -> Value:
    """Read `::name`; that of a class is its constructor."""
    name = form.pieces[-1]
    span = span_of(text, form)
    if name.kind != "identifier":
        return unknown(text, form, NAME_MISSING)
    written = text.name(name)
    if written == "class":
        return ClassLiteral(span, type_in(form) or TypeName(dotted_name(form.pieces[0].value)))
    owner = type_in(form)
    if owner is not None:
        return MethodReference(span, Name(span, owner.simple_name), written)
    if written[:1].isupper():
        return MethodReference(span, Name(text.span(name.start, name.end), written), "new")
    return MethodReference(span, None, written)


def read_index(text: KotlinText, form: Form) -> Value:
    """Read `target[index]`."""
    values = expressions_of(form)
    if len(values) != 2:
        return unknown(text, form, "an index of several parts is not followed")
    return Index(span_of(text, form), *values)


def read_arguments(text: KotlinText, form: Form) -> Value:
    """Read `(a, name = b, *rest)`."""
    return tuple(value for value in values_of(form) if is_expression(value))


def read_call(text: KotlinText, form: Form) -> Value:
    """Read `name(arguments)`, `target.name(arguments) { … }`, or a call of what another call gives.

    A name that begins with a capital letter and stands alone, or behind a package, is a class whose object is made.
    """
    callee = form.pieces[0] if form.pieces else None
    if callee is None or not is_expression(callee.value):
        return unknown(text, form, NAME_MISSING)
    listed = next((piece.value for piece in form.pieces if piece.kind == "value_arguments"), None)
    arguments = tuple(value for value in listed if is_expression(value)) if isinstance(listed, tuple) else ()
    trailing = [piece.value for piece in form.pieces[1:] if piece.kind == "annotated_lambda"]
    lambdas = tuple(value for value in trailing if is_expression(value))
    if listed is None and lambdas and callee.kind == "call_expression" and _ends_with_bracket(text, callee):
        return _with_lambda(callee.value, lambdas, span_of(text, form))
    return _call(text, form, callee, (*arguments, *lambdas))


def read_lambda(text: KotlinText, form: Form) -> Value:
    """Read `{ a, (b, c) -> body }`; without parameters, the only one is called `it`."""
    parameters = next((piece.value for piece in form.pieces if piece.kind == "lambda_parameters"), ())
    found = (
        tuple(value for value in parameters if isinstance(value, Parameter)) if isinstance(parameters, tuple) else ()
    )
    inner = [piece.value for piece in form.pieces if piece.kind != "lambda_parameters"]
    body = tuple(readable_parts(inner))
    taken_apart = tuple(declare for parameter in found for declare in destructured(parameter))
    span = span_of(text, form)
    if len(body) == 1 and not taken_apart and is_expression(body[0]) and not isinstance(body[0], Unknown):
        return Lambda(span, found, body[0])
    return Lambda(span, found, Block(span, (*taken_apart, *body), gives_value=True))


def read_lambda_parameters(text: KotlinText, form: Form) -> Value:
    """Read the names before the arrow; several in brackets are one parameter that is taken apart."""
    return tuple(values_of(form))


def read_unary(text: KotlinText, form: Form) -> Value:
    """Read `!a`, `-a`, `a++` or `a!!`, which throws when `a` is null."""
    span = span_of(text, form)
    operator = form.find("operator")
    operand = expression_in(text, form, "argument")
    sign = "" if operator is None else text.slice(operator.start, operator.end)
    if sign == "!!":
        return Binary(span, "?:", operand, Jump(span, JumpKind.THROW))
    return Unary(span, sign, operand, bool(form.pieces) and form.pieces[-1] is operator)


def read_binary(text: KotlinText, form: Form) -> Value:
    """Read `left operator right`; equality is spelled as in Java, where `==` is identity."""
    span = span_of(text, form)
    piece = form.find("operator")
    operator = "" if piece is None else text.slice(piece.start, piece.end)
    left, right = expression_in(text, form, "left"), expression_in(text, form, "right")
    if operator == "!=":
        return Unary(span, "!", Binary(span, "equals", left, right))
    return Binary(span, _EQUALITY.get(operator, operator), left, right)


def read_in(text: KotlinText, form: Form) -> Value:
    """Read `left in right` or `left !in right`."""
    span = span_of(text, form)
    test = Binary(span, "in", expression_in(text, form, "left"), expression_in(text, form, "right"))
    return Unary(span, "!", test) if form.has_token("!in") else test


def read_is(text: KotlinText, form: Form) -> Value:
    """Read `left is Type` or `left !is Type`."""
    span = span_of(text, form)
    type_ = type_in(form) or TypeName("")
    test = Binary(span, "instanceof", expression_in(text, form, "left"), ClassLiteral(span, type_))
    return Unary(span, "!", test) if form.has_token("!is") else test


def read_as(text: KotlinText, form: Form) -> Value:
    """Read `left as Type`; `left as? Type` is null when the type is another one."""
    if form.has_token("as?"):
        return unknown(text, form, "the type of a value is known only at run time")
    return Cast(span_of(text, form), type_in(form) or TypeName(""), expression_in(text, form, "left"))


def read_spread(text: KotlinText, form: Form) -> Value:
    """Read `*array` among arguments."""
    return Unary(span_of(text, form), _SPREAD, read_operand(text, form))


def read_operand(text: KotlinText, form: Form) -> Expression:
    """Give the last expression of a form."""
    values = [piece.value for piece in form.pieces if is_expression(piece.value)]
    return values[-1] if values else nothing_at(text, form.end)


def read_range(text: KotlinText, form: Form) -> Value:
    """Read `a..b` or `a..<b` as the call that it is."""
    values = expressions_of(form)
    sign = next((piece for piece in form.pieces if piece.kind in _RANGES), None)
    if len(values) != 2 or sign is None:
        return unknown(text, form, MISSING)
    return Call(span_of(text, form), values[0], _RANGES[sign.kind], (values[1],), text.span(sign.start, sign.end))


def read_infix(text: KotlinText, form: Form) -> Value:
    """Read `left name right` as the call that it is; `a to b` makes a pair."""
    if len(form.pieces) != 3 or not is_expression(form.pieces[0].value) or not is_expression(form.pieces[2].value):
        return unknown(text, form, MISSING)
    left, name, right = form.pieces
    span = span_of(text, form)
    assert is_expression(left.value)
    assert is_expression(right.value)
    if text.name(name) == "to" and not _OWN_TO.search(text.data):
        return New(span, PAIR, (left.value, right.value))
    return Call(span, left.value, text.name(name), (right.value,), text.span(name.start, name.end))


def read_collection(text: KotlinText, form: Form) -> Value:
    """Read `[a, b]` in an annotation."""
    return ArrayLiteral(span_of(text, form), tuple(expressions_of(form)))


def read_assignment(text: KotlinText, form: Form) -> Value:
    """Read `target = value` or, keeping the operator as written, `target += value`."""
    piece = form.find("operator")
    operator = "=" if piece is None else text.slice(piece.start, piece.end)
    return Assign(
        span_of(text, form),
        expression_in(text, form, "left"),
        expression_in(text, form, "right"),
        "" if operator == "=" else operator,
    )


def read_return(text: KotlinText, form: Form) -> Value:
    """Read `return value` or `return@label value`."""
    label = form.find("label")
    values = expressions_of(form)
    name = "" if label is None else text.name(label)
    return Jump(span_of(text, form), JumpKind.RETURN, values[-1] if values else None, name)


def read_throw(text: KotlinText, form: Form) -> Value:
    """Read `throw value`."""
    values = expressions_of(form)
    return Jump(span_of(text, form), JumpKind.THROW, values[-1] if values else None)


def _literal(text: KotlinText, form: Form, value: str | int | float | None) -> Expression:
    span = span_of(text, form)
    return Unknown(span, "this literal is not valid in Kotlin") if value is None else Literal(span, value)


def _reference(text: KotlinText, form: Form, target: Expression, name: str) -> Expression:
    if name == "class":
        path = dotted_name(target)
        return ClassLiteral(span_of(text, form), TypeName(path)) if path else Unknown(
            span_of(text, form), "the class of a value is known only at run time", (target,)
        )  # fmt: skip
    return MethodReference(span_of(text, form), target, name)


def _call(text: KotlinText, form: Form, callee: Piece, arguments: tuple[Expression, ...]) -> Expression:
    span = span_of(text, form)
    place = text.span(callee.start, callee.end)
    match callee.value:
        case Name(text=name) if callee.kind == "identifier" and name[:1].isupper() and name != "TODO":
            return New(span, TypeName(name), _labelled(arguments, name))
        case Name(text=name) if callee.kind == "identifier":
            return Call(span, None, name, _labelled(arguments, name), place)
        case Select(target=target, name=name, safe=safe) if callee.kind == "navigation_expression":
            if name[:1].isupper() and _is_package(target):
                return New(span, TypeName(dotted_name(callee.value)), _labelled(arguments, name))
            return Call(span, target, name, _labelled(arguments, name), _name_span(text, callee, name), safe)
        case value if is_expression(value):
            return Call(span, value, "invoke", arguments, place)
        case _:
            return unknown(text, form, NAME_MISSING)


def _labelled(arguments: tuple[Expression, ...], label: str) -> tuple[Expression, ...]:
    return tuple(
        replace(argument, value=with_label(argument.value, label))
        if isinstance(argument, NamedArgument)
        else with_label(argument, label)
        for argument in arguments
    )


def _name_span(text: KotlinText, callee: Piece, name: str) -> Span:
    length = len(name.encode()) + (2 if text.data[callee.end - 1 : callee.end] == b"`" else 0)
    return text.span(callee.end - length, callee.end)


def _is_package(target: Expression) -> bool:
    parts = dotted_name(target).split(".")
    return parts[0] in _PACKAGES and all(part[:1].islower() for part in parts)


def _ends_with_bracket(text: KotlinText, callee: Piece) -> bool:
    return text.data[callee.end - 1 : callee.end] == b")"


def _with_lambda(call: Value, lambdas: tuple[Expression, ...], span: Span) -> Expression:
    """Put the lambda behind a call among its arguments."""
    if isinstance(call, Call):
        return replace(call, span=span, arguments=(*call.arguments, *_labelled(lambdas, call.name)))
    if isinstance(call, New):
        return replace(call, span=span, arguments=(*call.arguments, *_labelled(lambdas, call.type.simple_name)))
    parts = (call,) if is_expression(call) else ()
    return Unknown(span, MISSING, (*parts, *lambdas))


EXPRESSIONS: dict[str, Reader] = {
    "identifier": read_identifier,
    "this_expression": read_word,
    "super_expression": read_word,
    "number_literal": read_number,
    "float_literal": read_number,
    "character_literal": read_character,
    "string_literal": read_string,
    "multiline_string_literal": read_string,
    "interpolation": read_only,
    "parenthesized_expression": read_only,
    "annotated_expression": read_only,
    "annotated_lambda": read_trailing_lambda,
    "labeled_expression": read_labeled,
    "navigation_expression": below_signs(read_select),
    "callable_reference": read_callable,
    "index_expression": below_signs(read_index),
    "value_arguments": read_arguments,
    "call_expression": below_signs(read_call),
    "lambda_literal": read_lambda,
    "lambda_parameters": read_lambda_parameters,
    "unary_expression": below_signs(read_unary),
    "binary_expression": read_binary,
    "in_expression": read_in,
    "is_expression": read_is,
    "as_expression": read_as,
    "spread_expression": read_spread,
    "range_expression": read_range,
    "infix_expression": read_infix,
    "collection_literal": read_collection,
    "assignment": read_assignment,
    "return_expression": read_return,
    "throw_expression": read_throw,
}
"""Without the forms that are statements in Java; those are in `statements`."""
