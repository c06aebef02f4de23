"""What the readers of Kotlin share, beside what all readers share: the text, and which names stand for which."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from topoviz.engine.source import Span
from topoviz.engine.syntax.pieces import Form, Piece, SourceText, Value, is_expression, readable_parts
from topoviz.engine.syntax.tree import (
    Block,
    Call,
    Declare,
    Expression,
    Lambda,
    Name,
    Parameter,
    Select,
    TypeName,
)

NAME_MISSING = "a name is missing here"
FUNCTION_TYPE = "Function"


@dataclass(frozen=True, slots=True)
class KotlinText(SourceText):
    """The text being read, and the aliases its imports give."""

    aliases: dict[str, str] = field(default_factory=dict)

    def name(self, piece: Piece) -> str:
        """Give a name without backticks; an alias of an import as what it stands for."""
        name = self.slice(piece.start, piece.end).strip("`")
        return self.aliases.get(name, name)


Reader = Callable[[KotlinText, Form], Value]


def span_of(text: KotlinText, form: Form) -> Span:
    """Give the span of a form."""
    return text.span(form.start, form.end)


def expressions_of(form: Form) -> list[Expression]:
    """Give the expressions among the pieces that stand in no field, in order."""
    return [piece.value for piece in form.pieces if not piece.field and is_expression(piece.value)]


def as_block(text: KotlinText, values: list[Value], start: int, end: int, *, gives_value: bool = False) -> Block:
    """Make a block of a body; one in braces already stays as it is."""
    if len(values) == 1 and isinstance(values[0], Block):
        return values[0]
    return Block(text.span(start, end), tuple(readable_parts(values)), gives_value)


def as_branch(text: KotlinText, pieces: list[Piece], end: int) -> Block | Expression:
    """Make one side of an `if` or `when` of its pieces: an expression, or a block that gives a value."""
    values = [piece.value for piece in pieces]
    if len(values) == 1 and is_expression(values[0]):
        return values[0]
    start = pieces[0].start if pieces else end
    return as_block(text, values, start, pieces[-1].end if pieces else end, gives_value=True)


def destructured(parameter: Parameter) -> tuple[Declare, ...]:
    """Declare the names that a parameter such as `(a, b)` takes apart."""
    names = [name.strip() for name in parameter.name[1:-1].split(",")] if parameter.name.startswith("(") else []
    return components(parameter.span, parameter.name, names)


def components(span: Span, whole: str, names: list[str]) -> tuple[Declare, ...]:
    """Declare each name as a component of a whole that has a name of its own; `_` is left out."""
    return tuple(
        Declare(span, name, None, Call(span, Name(span, whole), f"component{number}", (), span))
        for number, name in enumerate(names, start=1)
        if name not in ("_", "")
    )


def with_label(value: Expression, label: str) -> Expression:
    """Give a lambda the label that `return@label` inside it means, unless it has one."""
    if isinstance(value, Lambda) and not value.label:
        return Lambda(value.span, value.parameters, value.body, label)
    return value


def dotted_name(value: Value) -> str:
    """Give `a.b.C` for a chain of selects that starts at a name; empty for anything else."""
    parts: list[str] = []
    while isinstance(value, Select) and not value.safe:
        parts.append(value.name)
        value = value.target
    return ".".join((value.text, *reversed(parts))) if isinstance(value, Name) else ""


def type_in(form: Form) -> TypeName | None:
    """Give the first type among the pieces."""
    return next((piece.value for piece in form.pieces if isinstance(piece.value, TypeName)), None)
