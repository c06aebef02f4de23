"""One overload that a random program may call, read from a line of the table."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from tests.oracle.fuzz.java_types import VOID, JavaType, parse_type, parse_types
from tests.oracle.versions import version_triple

TABLE: Final = Path(__file__).parent / "productions.txt"

_LINE: Final = re.compile(
    r"(?P<owner>[\w.]+(?:<.+?>)?)(?P<dot>\.|::)(?:<(?P<witness>[\w,]+)>)?(?P<method>\w+)\((?P<parameters>.*?)\)"
    r"(?: -> (?P<result>\S+))?(?: since (?P<since>\S+))?(?: until (?P<until>\S+))?(?P<rarely> rarely)?"
)


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter's type, and how many arguments it takes."""

    type: JavaType
    least: int = 1
    most: int = 1


@dataclass(frozen=True, slots=True, eq=False)
class Production:
    """An overload: what it is called on, what it takes and gives, and the versions that have it.

    The table has each once, so each is equal to itself alone; what is found out about one is kept by it.
    """

    line: str
    owner: JavaType
    is_static: bool
    witness: tuple[JavaType, ...]
    method: str
    parameters: tuple[Parameter, ...]
    result: JavaType
    since: str | None = None
    until: str | None = None
    is_rare: bool = False

    @property
    def name(self) -> str:
        """The class and the method, without the overload."""
        return f"{self.owner.name}.{self.method}"

    def exists_at(self, version: str) -> bool:
        """Whether a version has it; the first version that lacks it again is `until`."""
        triple = version_triple(version)
        if self.since is not None and triple < version_triple(self.since):
            return False
        return self.until is None or triple < version_triple(self.until)


def read_production(line: str) -> Production:
    """Read a line of the table. Raises ValueError when it is none."""
    found = _LINE.fullmatch(line)
    if found is None:
        raise ValueError(f"Not a production: {line}")
    return Production(
        line,
        parse_type(found["owner"]),
        found["dot"] == "::",
        parse_types(found["witness"] or ""),
        found["method"],
        tuple(_parameter(text) for text in _split(found["parameters"])),
        parse_type(found["result"]) if found["result"] else VOID,
        found["since"],
        found["until"],
        found["rarely"] is not None,
    )


@cache
def all_productions() -> tuple[Production, ...]:
    """Give the whole table."""
    lines = TABLE.read_text(encoding="utf-8").splitlines()
    return tuple(read_production(line) for line in lines if line and not line.startswith("#"))


def _parameter(text: str) -> Parameter:
    if text.endswith("*"):
        return Parameter(parse_type(text[:-1]), 0, 2)
    if text.endswith("+"):
        return Parameter(parse_type(text[:-1]), 1, 3)
    return Parameter(parse_type(text))


def _split(parameters: str) -> list[str]:
    """Split at the commas outside of type arguments."""
    return [part.strip() for part in re.split(r",(?![^<]*>)", parameters) if part.strip()]
