"""What the readers of all languages share: nodes of the grammar's tree whose children have been read already.

Reading goes from the leaves up. A reader gets a `Form`, whose pieces hold values, and gives the value of the whole: so
no reader calls another one, and the depth of the user's text never becomes depth of our stack.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple, TypeGuard, get_args

from topoviz.engine.source import Span
from topoviz.engine.syntax.tree import (
    Annotation,
    EnumConstant,
    Expression,
    Node,
    Parameter,
    Statement,
    SwitchCase,
    TypeName,
    Unknown,
)

ELIDED = "the text says … here"
STARTS_IN_CHAIN = "the text starts in the middle of a chain of calls"
MISSING = "something is missing here"


def sentence(reason: str) -> str:
    """Make a sentence of the reason why something could not be read."""
    return f"{reason[0].upper()}{reason[1:]}."


@dataclass(frozen=True, slots=True)
class SourceText:
    """The text being read: its bytes as the user wrote them, and the places where they stand for something else."""

    data: bytes
    file_id: int
    elided: frozenset[int] = frozenset()
    unclosed: frozenset[int] = frozenset()
    starts_in_chain: bool = False

    def span(self, start: int, end: int) -> Span:
        """Give the span of a byte range."""
        return Span(self.file_id, start, end)

    def slice(self, start: int, end: int) -> str:
        """Give the text of a byte range."""
        return self.data[start:end].decode("utf-8", errors="replace")


@dataclass(frozen=True, slots=True)
class Modifiers:
    """The words and annotations before a declaration."""

    words: frozenset[str] = frozenset()
    annotations: tuple[Annotation, ...] = ()


@dataclass(frozen=True, slots=True)
class Package:
    """`package a.b;`, which becomes a field of the unit."""

    name: str


@dataclass(frozen=True, slots=True)
class Dimensions:
    """`[][]` behind a type or a name."""

    count: int


Value = Node | TypeName | Modifiers | Package | Dimensions | tuple["Value", ...] | None


class Piece(NamedTuple):
    """A child that has been read. A token has no value; its kind is its text."""

    kind: str
    field: str
    start: int
    end: int
    value: Value


class Form(NamedTuple):
    """A node whose children have been read, and which is to be read now."""

    kind: str
    start: int
    end: int
    pieces: list[Piece]

    def find(self, field: str) -> Piece | None:
        """Give the first piece in a field of the grammar."""
        for piece in self.pieces:
            if piece.field == field:
                return piece
        return None

    def has_token(self, kind: str) -> bool:
        """Tell whether a word or sign stands directly here."""
        return any(piece.kind == kind for piece in self.pieces)


_EXPRESSIONS = frozenset(get_args(Expression))
_STATEMENTS = frozenset(get_args(Statement))


def is_expression(value: Value) -> TypeGuard[Expression]:
    """Tell whether a value may stand where an expression is wanted."""
    return type(value) in _EXPRESSIONS


def is_statement(value: Value) -> TypeGuard[Statement]:
    """Tell whether a value may stand where a statement is wanted; expressions may."""
    return type(value) in _STATEMENTS


def expressions(values: Iterable[Value]) -> tuple[Expression, ...]:
    """Give the expressions among the values, in order."""
    return tuple(value for value in values if is_expression(value))


def statements(pieces: Iterable[Piece]) -> tuple[Statement, ...]:
    """Give the statements of the pieces, in order; one piece may hold several."""
    return tuple(readable_parts(piece.value for piece in pieces))


def readable_parts(values: Iterable[Value]) -> Iterator[Statement]:
    """Give everything in the values that may be part of an `Unknown`, in order, with groups and holders unpacked."""
    waiting: list[Value] = list(values)[::-1]
    while waiting:
        value = waiting.pop()
        if is_statement(value):
            yield value
        else:
            waiting.extend(_held_values(value)[::-1])


def _held_values(value: Value) -> tuple[Value, ...]:
    match value:
        case tuple():
            return value
        case EnumConstant(arguments=arguments, body=body):
            return (*arguments, body)
        case SwitchCase(labels=labels, body=body):
            return (*labels, *body)
        case Annotation(arguments=arguments):
            return arguments
        case Modifiers(annotations=annotations):
            return annotations
        case Parameter(annotations=annotations):
            return annotations
        case _:
            return ()


def values_of(form: Form) -> Iterator[Value]:
    """Give the values of all pieces, in order."""
    return (piece.value for piece in form.pieces)


def unknown(text: SourceText, form: Form, reason: str) -> Unknown:
    """Keep everything readable in a form that has no node of its own."""
    return Unknown(text.span(form.start, form.end), reason, tuple(readable_parts(values_of(form))))


def nothing_at(text: SourceText, place: int) -> Unknown:
    """Stand for an expression that is not there."""
    return Unknown(text.span(place, place), MISSING)


def expression_in(text: SourceText, form: Form, field: str) -> Expression:
    """Give the expression in a field."""
    piece = form.find(field)
    if piece is not None and is_expression(piece.value):
        return piece.value
    return nothing_at(text, form.end)
