"""Reading a capture of `kafka-consumer-groups --describe` that was repeated with a time-stamp line before each table.

The capture is read line by line and written as rows, so that its length does not matter. What the rows hold is judged
where those of a CSV are.
"""

from __future__ import annotations

import csv
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from topoviz.lag.bad_history import BadHistory
from topoviz.lag.capture_lines import (
    Instant,
    LagHeader,
    clean,
    lag_header,
    named_group,
    other_table,
    time_stamp,
)
from topoviz.lag.columns import KNOWN
from topoviz.lag.limits import Cancelled
from topoviz.lag.upload import Kind, Upload

ROW_COLUMNS: Final = ("line", "text", *KNOWN)
EXAMPLES: Final = 20
_KEPT_TEXT: Final = 200
_LINES_BETWEEN_LOOKS: Final = 50_000

NO_TIME = "no time stamp stands before the table"
NO_GROUP = "the group is not known: there is no GROUP column, and no command or sentence names it"
NO_ROW = "the line is not a row of the table above it"


@dataclass
class Kept:
    """Lines kept aside: how many for each reason, and the first of them with their numbers."""

    counts: Counter[str] = field(default_factory=Counter)
    examples: dict[str, list[tuple[int, str]]] = field(default_factory=dict)

    def add(self, number: int, text: str, reason: str) -> None:
        """Count a line, and keep its text if it is among the first."""
        self.counts[reason] += 1
        examples = self.examples.setdefault(reason, [])
        if len(examples) < EXAMPLES:
            examples.append((number, text[:_KEPT_TEXT]))


@dataclass
class Told:
    """What a capture gave: rows written, lines kept aside, and what the reader should know of the rest."""

    rows: int = 0
    kept: Kept = field(default_factory=Kept)
    other_tables: Counter[str] = field(default_factory=Counter)
    unread_zones: Counter[str] = field(default_factory=Counter)

    def notes(self) -> tuple[str, ...]:
        """Say as sentences what was passed over and what was taken for something."""
        tables = tuple(
            f"{_times(count, 'table')} of another kind ({name}) {'was' if count == 1 else 'were'} passed over."
            for name, count in sorted(self.other_tables.items())
        )
        zones = tuple(
            f"The time zone {zone} is not read; times with it are shown as if they were UTC."
            for zone in sorted(self.unread_zones)
        )
        return (*tables, *zones)


@dataclass
class _Place:
    """Where in a capture the reader stands."""

    instant: Instant | None = None
    group: str | None = None
    header: LagHeader | None = None
    in_other_table: bool = False


def write_rows(
    capture: Upload, target: Path, group: str | None = None, is_wanted: Callable[[], bool] = lambda: True
) -> tuple[Upload, Told]:
    """Write a capture as rows of ROW_COLUMNS; `group` is that of tables which do not name theirs.

    Raises BadHistory when it holds no table of lags, and Cancelled.
    """
    with (
        capture.path.open(encoding="utf-8", errors="replace", newline=None) as lines,
        target.open("w", encoding="utf-8", newline="") as file,
    ):
        told = _read(lines, csv.writer(file, lineterminator="\n").writerow, group, is_wanted)
    if not told.rows and not told.kept.counts:
        raise _no_table(told)
    return Upload(target, Kind.CSV, ROW_COLUMNS), told


def _read(
    lines: Iterable[str], write: Callable[[list[str | int]], object], group: str | None, is_wanted: Callable[[], bool]
) -> Told:
    told, place = Told(), _Place(group=group)
    for number, line in enumerate(lines, 1):
        if number % _LINES_BETWEEN_LOOKS == 0 and not is_wanted():
            raise Cancelled
        text = clean(line)
        if not text or _moves(text, place, told) or place.header is None:
            continue
        row = _row(text, place)
        if isinstance(row, str):
            told.kept.add(number, text, row)
        else:
            told.rows += 1
            write([number, text[:_KEPT_TEXT], *row])
    return told


def _moves(text: str, place: _Place, told: Told) -> bool:
    """Take in a line that is no row: a time, a header, a command, a sentence. Give False for all others."""
    if (instant := time_stamp(text)) is not None:
        place.instant, place.in_other_table = instant, False
        if instant.unread_zone:
            told.unread_zones[instant.unread_zone] += 1
        return True
    if (header := lag_header(text)) is not None:
        place.header, place.in_other_table = header, False
        return True
    if (name := other_table(text)) is not None:
        told.other_tables[name] += 1
        place.header, place.in_other_table = None, True
        return True
    if (group := named_group(text)) is not None:
        place.group = group
        return True
    return place.in_other_table


def _row(text: str, place: _Place) -> list[str] | str:
    """Make a row of ours out of a row of the table, or give the reason why that is not possible."""
    assert place.header is not None
    cells = text.split()
    places = place.header.places
    needed = [places[name] for name in ("topic", "partition", "committed_offset", "log_end_offset")]
    if len(cells) <= max(needed) or not _is_offset(cells[needed[2]]) or not _is_offset(cells[needed[3]]):
        return NO_ROW
    if place.instant is None:
        return NO_TIME
    group = cells[places["group"]] if "group" in places else place.group
    if group is None:
        return NO_GROUP
    # With blanks inside a cell, nobody can say where the last columns begin.
    client = cells[places["client_id"]] if "client_id" in places and len(cells) == place.header.width else ""
    committed = cells[places["committed_offset"]]
    return [
        place.instant.time.strftime("%Y-%m-%dT%H:%M:%S.%fZ"),
        group,
        cells[places["topic"]],
        cells[places["partition"]],
        cells[places["log_end_offset"]],
        "" if committed == "-" else committed,
        "" if client == "-" else client,
    ]


def _is_offset(cell: str) -> bool:
    return cell == "-" or cell.lstrip("-").isdecimal()


def _no_table(told: Told) -> BadHistory:
    others = ", ".join(sorted(told.other_tables))
    found = f"; it has tables of another kind: {others}" if others else ""
    return BadHistory(
        "no-table",
        f"The capture has no table with the columns TOPIC, PARTITION, CURRENT-OFFSET and LOG-END-OFFSET{found}.",
        "Capture `kafka-consumer-groups.sh --describe --group GROUP`, with a line from `date -u +%FT%TZ` before each.",
    )


def _times(count: int, what: str) -> str:
    return f"1 {what}" if count == 1 else f"{count} {what}s"
