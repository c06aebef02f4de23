"""What the readers of Java share, beside what all readers share: ways to look into a form by field."""

from __future__ import annotations

from collections.abc import Callable

from topoviz.engine.syntax.pieces import (
    Dimensions,
    Form,
    Modifiers,
    SourceText,
    Value,
    expressions,
    is_expression,
    readable_parts,
)
from topoviz.engine.syntax.tree import Block, Expression, Statement, TypeName

Reader = Callable[[SourceText, Form], Value]


def optional_expression_in(form: Form, field: str) -> Expression | None:
    """Give the expression in a field, if there is one."""
    piece = form.find(field)
    return piece.value if piece is not None and is_expression(piece.value) else None


def first_expression(form: Form) -> Expression | None:
    """Give the first expression among the pieces, if there is one."""
    return next((piece.value for piece in form.pieces if is_expression(piece.value)), None)


def arguments_in(form: Form, field: str = "arguments") -> tuple[Expression, ...]:
    """Give the expressions of a list in a field."""
    piece = form.find(field)
    if piece is None or not isinstance(piece.value, tuple):
        return ()
    return expressions(piece.value)


def statement_in(text: SourceText, form: Form, field: str) -> Statement:
    """Give the one statement in a field; several, or none, become a block."""
    piece = form.find(field)
    if piece is None:
        return Block(text.span(form.end, form.end), ())
    found = tuple(readable_parts((piece.value,)))
    return found[0] if len(found) == 1 else Block(text.span(piece.start, piece.end), found)


def block_in(form: Form, field: str = "body") -> Block | None:
    """Give the block in a field, if there is one."""
    piece = form.find(field)
    return piece.value if piece is not None and isinstance(piece.value, Block) else None


def name_in(text: SourceText, form: Form, field: str = "name") -> str:
    """Give the name in a field as written; empty when it is missing."""
    piece = form.find(field)
    return "" if piece is None else text.slice(piece.start, piece.end)


def types_of(form: Form) -> tuple[TypeName, ...]:
    """Give the types among the pieces, in order."""
    return tuple(piece.value for piece in form.pieces if isinstance(piece.value, TypeName))


def modifiers_of(form: Form) -> Modifiers:
    """Give the modifiers of a declaration; without any, none."""
    return next((piece.value for piece in form.pieces if isinstance(piece.value, Modifiers)), Modifiers())


def extra_dimensions(form: Form) -> int:
    """Count the brackets behind a name: two in `int a[][]`."""
    return sum(piece.value.count for piece in form.pieces if isinstance(piece.value, Dimensions))
