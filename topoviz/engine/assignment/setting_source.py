"""Who said the value of a setting, and where."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final


class SetBy(StrEnum):
    """Who says it; each wins over those before it."""

    DEFAULT = "default"
    PROGRAM = "program"
    CLUSTER = "cluster"
    QUESTION = "question"


@dataclass(frozen=True, slots=True)
class Source:
    """Who says the value, in which file and line as far as that is known; a cluster's text has no file."""

    by: SetBy
    file: str = ""
    line: int | None = None

    def __str__(self) -> str:
        match self.by:
            case SetBy.DEFAULT:
                return "the default"
            case SetBy.QUESTION:
                return "asked for"
            case SetBy.CLUSTER | SetBy.PROGRAM:
                where = self.file or ("the cluster's text" if self.by is SetBy.CLUSTER else "the program")
                return where if self.line is None else f"{where}, line {self.line:,}"


DEFAULT: Final = Source(SetBy.DEFAULT)
ASKED: Final = Source(SetBy.QUESTION)
