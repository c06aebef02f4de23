"""CSV with the columns of one of our tables, in any order and with any of the usual separators."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from typing import Final

from topoviz.lag.bad_history import BadHistory
from topoviz.lag.forms.columns import LAG, TOPICS, Table, table_of
from topoviz.lag.forms.model import Head, Kind, Upload
from topoviz.lag.limits import Limits

HEADER: Final = LAG.header
_SEPARATORS: Final = (",", ";", "\t", "|")
_LEAST_OF_OURS: Final = 2


def look(head: Head, limits: Limits) -> Upload | None:
    """See whether the first line is a header with columns of ours; raises BadHistory where it lacks some."""
    first = head.first
    separator = max(_SEPARATORS, key=lambda mark: (_ours(first.split(mark)), mark == ","))
    header = cells_of(first, separator)
    table = table_of(header)
    columns = table.match(header)
    if sum(map(bool, columns)) < _LEAST_OF_OURS:
        return None
    if len(columns) > limits.max_columns:
        raise too_many_columns("header", len(columns), limits, table)
    if any(name not in columns for name in table.needed):
        raise wrong_columns(header, columns, table)
    return Upload(head.path, Kind.CSV, columns, separator, first, table=table)


def _ours(header: Sequence[str]) -> int:
    return max(sum(map(bool, table.match(header))) for table in (LAG, TOPICS))


def cells_of(line: str, separator: str) -> list[str]:
    """Take a line apart; as it is where its quotes make no sense."""
    try:
        return next(csv.reader([line], delimiter=separator), [line])
    except csv.Error:
        return [line]


def wrong_columns(header: Sequence[str], columns: Sequence[str | None], table: Table) -> BadHistory:
    """Say which columns a header lacks."""
    missing = [name for name in table.needed if name not in columns]
    shown = ", ".join(cell.strip()[:40] for cell in header[:12])
    return BadHistory(
        "wrong-columns",
        f"The header lacks {', '.join(missing)}; it has {shown}.",
        f"The first line has to name {table.header}, in any order; {', '.join(table.optional)} may follow.",
    )


def too_many_columns(what: str, count: int, limits: Limits, table: Table) -> BadHistory:
    """Say that a table is too wide."""
    return BadHistory(
        "too-many-columns",
        f"The {what} has {count} columns; {limits.max_columns} are read.",
        f"Keep only {', '.join(table.known)}.",
    )
