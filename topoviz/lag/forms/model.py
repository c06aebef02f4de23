"""What is known of a file before it is read: its first lines, and which form it has."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from pathlib import Path
from typing import Final

from topoviz.lag.forms.columns import LAG, TOPICS, Table
from topoviz.lag.limits import Limits

_FIRST_LINES: Final = 10
ROW_COLUMNS: Final = ("line", "text", *LAG.known)
"""The columns of the rows that a file of another form becomes."""

TOPIC_COLUMNS: Final = ("line", "text", *TOPICS.known)
"""Those of the rows that what brokers say becomes."""


class Kind(Enum):
    """The forms that a history comes in."""

    CSV = "csv"
    PARQUET = "parquet"
    CAPTURE = "capture"
    JSON_LINES = "json-lines"
    JSON_ROWS = "json-rows"
    PROMETHEUS = "prometheus"
    EXPOSITION = "exposition"
    GRAFANA = "grafana"
    BURROW = "burrow"
    JMX = "jmx"

    @property
    def is_text(self) -> bool:
        """Tell whether it is text."""
        return self is not Kind.PARQUET

    @property
    def has_short_lines(self) -> bool:
        """Tell whether its lines are rows; an answer in JSON stands on one line, and is read piece by piece."""
        return self not in (Kind.PARQUET, Kind.JSON_ROWS, Kind.PROMETHEUS, Kind.BURROW)


@dataclass(frozen=True, slots=True)
class Upload:
    """A file that can be read: `columns` are of `table` or None, in its order; `header` is the first line.

    `place` is what Spark is told to read, where that is not `path`.
    """

    path: Path
    kind: Kind
    columns: tuple[str | None, ...] = ()
    separator: str = ","
    header: str = ""
    place: str = ""
    table: Table = LAG


@dataclass(frozen=True)
class Head:
    """The beginning of a text: `is_all` says whether it is the whole."""

    path: Path
    text: str
    is_all: bool

    @cached_property
    def lines(self) -> list[str]:
        """Its lines; the last may be cut."""
        return self.text.splitlines()

    @cached_property
    def first(self) -> str:
        """The first line that is not blank; empty where there is none."""
        return next((line for line in self.lines if line.strip()), "")

    @cached_property
    def has_json(self) -> bool:
        """Tell whether JSON begins on the first line, or on the second, below what `date` prints."""
        written = [line.lstrip("\ufeff \t") for line in self.lines[:_FIRST_LINES] if line.strip()]
        return any(line.startswith(("{", "[")) for line in written[:2])


Look = Callable[[Head, Limits], Upload | None]
"""Looks at the beginning of a text: an Upload where it has this form, None where it has not; raises BadHistory where it
has, and cannot be used."""
