"""A random program as statements, so that it can be written in several ways and made smaller."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

_LITERAL: Final = re.compile(r'"(?:\\.|[^"\\])*"')
_WORD: Final = re.compile(r"(?<![.\w])[A-Za-z_]\w*")


@dataclass(frozen=True, slots=True)
class Statement:
    """One call, and the variable that holds its result, if any.

    `receiver` is empty for a helper of the program, and `method` for an expression that is no call.
    """

    receiver: str
    method: str
    arguments: tuple[str, ...] = ()
    witness: str = ""
    variable: str | None = None
    type: str = "void"

    @property
    def expression(self) -> str:
        """The call as Java."""
        if not self.method:
            return self.receiver
        target = f"{self.receiver}." if self.receiver else ""
        return f"{target}{self.witness}{self.method}({', '.join(self.arguments)})"


@dataclass(frozen=True, slots=True)
class Loop:
    """A block that runs once for each value; `first` is the value of its first turn."""

    header: str
    variable: str
    type: str
    first: str
    body: tuple[Item, ...]


Item = Statement | Loop


@dataclass(frozen=True, slots=True)
class Helper:
    """A static method of the program; `result` is the variable that it returns."""

    name: str
    parameters: tuple[tuple[str, str], ...]
    body: tuple[Item, ...]
    result: str | None = None
    type: str = "void"


@dataclass(frozen=True, slots=True)
class Style:
    """How the statements are written down."""

    folds_chains: bool = False
    reuses_variables: bool = False
    uses_var: bool = False


@dataclass(frozen=True, slots=True)
class Program:
    """A whole program. `start` makes what it works on, `answer` is what it gives.

    `productions` are the lines of the table that it was made of.
    """

    name: str
    start: str
    body: tuple[Item, ...]
    answer: str
    helpers: tuple[Helper, ...] = ()
    constants: tuple[tuple[str, str], ...] = ()
    style: Style = field(default_factory=Style)
    productions: frozenset[str] = frozenset()


def words(text: str) -> list[str]:
    """List the names that a piece of Java speaks of, in order; literals and members do not count."""
    return _WORD.findall(_LITERAL.sub('""', text))


def statements(items: tuple[Item, ...]) -> Iterator[Statement]:
    """Walk all statements, those of loops too."""
    for item in items:
        if isinstance(item, Loop):
            yield from statements(item.body)
        else:
            yield item


def all_statements(program: Program) -> Iterator[Statement]:
    """Walk the statements of a program and of its helpers."""
    yield from statements(program.body)
    for helper in program.helpers:
        yield from statements(helper.body)


def rename(text: str, old: str, new: str) -> str:
    """Put another expression in the place of a name, outside of literals."""
    pattern = re.compile(rf'"(?:\\.|[^"\\])*"|(?<![.\w]){re.escape(old)}\b')
    return pattern.sub(lambda found: new if found[0] == old else found[0], text)
