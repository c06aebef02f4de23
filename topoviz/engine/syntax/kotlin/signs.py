"""Signs before an expression: Kotlin reads `!a.b()` as `!(a.b())`, and the grammar as `(!a).b()`.

Kotlin Specification 1.9, grammar: a prefixUnaryExpression stands round a postfixUnaryExpression.
"""

from __future__ import annotations

from typing import Final

from topoviz.engine.syntax.kotlin.pieces import KotlinText, Reader
from topoviz.engine.syntax.pieces import Form, Piece, Value, is_expression
from topoviz.engine.syntax.tree import Name, Unary

_OPEN: Final = frozenset({"unary_expression", "navigation_expression", "index_expression", "call_expression"})
_BEHIND: Final = ("!!", "++", "--")


def below_signs(reader: Reader) -> Reader:
    """Make a reader of what stands behind an expression leave the signs before that expression outside."""

    def read(text: KotlinText, form: Form) -> Value:
        first = form.pieces[0] if form.pieces else None
        if first is None or first.kind not in _OPEN or not _is_signed(first.value):
            return reader(text, form)
        if form.kind == "unary_expression" and form.pieces[-1].kind not in _BEHIND:
            return reader(text, form)
        start, inner, signs = first.start, first.value, list[tuple[int, str]]()
        while isinstance(inner, Unary) and not inner.postfix:
            signs.append((start, inner.operator))
            start += len(inner.operator)
            while text.data[start : start + 1].isspace():
                start += 1
            inner = inner.operand
        kind = "identifier" if isinstance(inner, Name) else first.kind
        operand = Piece(kind, first.field, start, first.end, inner)
        value = reader(text, Form(form.kind, start, form.end, [operand, *form.pieces[1:]]))
        for place, sign in reversed(signs):
            if is_expression(value):
                value = Unary(text.span(place, form.end), sign, value)
        return value

    return read


def _is_signed(value: Value) -> bool:
    return isinstance(value, Unary) and not value.postfix
