"""What Grafana writes as CSV: a panel's Inspect → Data, with the series joined by time or not, and tables.

Joined, there is a column `Time` and one for each series, named by its metric and labels. A table has `Time`, the labels
as columns, and `Value`. Older versions write `Series;Time;Value`. Excel's own first line `sep=,` may come before.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from topoviz.lag.bad_history import BadHistory
from topoviz.lag.forms.capture_lines import time_stamp
from topoviz.lag.forms.columns import NEEDED, match_columns
from topoviz.lag.forms.csv_rows import cells_of
from topoviz.lag.forms.metrics import Metric, Series, is_nothing, metric_named, number, read_labels, series_of
from topoviz.lag.forms.model import Head, Kind, Upload
from topoviz.lag.forms.reader import NO_LABELS, Reading, micros_of
from topoviz.lag.limits import Limits, while_wanted

_TIMES: Final = ("time", "date", "datetime")
_NAMES: Final = ("series", "metric", "name")
_EXCEL: Final = re.compile(r"sep=(.)$")
_SERIES: Final = re.compile(r"([A-Za-z_:][\w:]*)?\s*\{(.*)\}", re.DOTALL)
_VALUE: Final = re.compile(r"value(\s*#.*)?")
_ROWS_BETWEEN_LOOKS: Final = 20_000

NO_TIME: Final = "the time cannot be read"
NOT_RAW: Final = "the value counts no records: perhaps Formatted data was on"
Named = tuple[Metric, Series]


def look(head: Head, limits: Limits) -> Upload | None:
    """See whether the header is one that Grafana writes; raises BadHistory where it does not name the series."""
    first, separator = _header(head.lines)
    cells = [cell.strip() for cell in cells_of(first, separator)]
    names = [cell.lower() for cell in cells]
    if not set(_TIMES) & set(names) or set(NEEDED) <= set(match_columns(cells)):
        return None
    # The header may be longer than what is looked at, and its quotes cut.
    is_wide = any(_SERIES.match(cell) for cell in cells) or (names[0] in _TIMES and "{" in first)
    is_table = any(_VALUE.fullmatch(name) for name in names)
    if not is_wide and not is_table:
        return None
    if not is_wide and "__name__" not in names and not set(_NAMES) & set(names):
        raise BadHistory(
            "grafana-without-names",
            "The CSV is of Grafana, and does not say which metric its values are of.",
            "Export it with the legend Verbose and the series joined by time, so that each column is named by its "
            "metric and labels.",
        )
    return Upload(head.path, Kind.GRAFANA, (), separator)


def read(reading: Reading, separator: str) -> None:
    """Take in every value; raises BadHistory where a row cannot be taken apart."""
    with reading.path.open(encoding="utf-8-sig", errors="replace", newline="") as file:
        rows = csv.reader(file, delimiter=separator)
        try:
            header = next(rows, [])
            while not any(cell.strip() for cell in header) or _EXCEL.match(separator.join(header)):
                header = next(rows)
            columns = _Columns.of(header, reading)
            for row in while_wanted(rows, reading.is_wanted, _ROWS_BETWEEN_LOOKS):
                if any(row):
                    columns.take(row, rows.line_num, reading)
        except (csv.Error, StopIteration) as error:
            raise BadHistory("bad-csv", "The CSV cannot be taken apart.", "Export it again.") from error


@dataclass(frozen=True, slots=True)
class _Columns:
    """Where the time stands, and what each other column holds: a series of its own, or a label, or the value."""

    time: int
    series: dict[int, Named]
    labels: dict[int, str]
    name: int | None
    values: tuple[int, ...]

    @classmethod
    def of(cls, header: Sequence[str], reading: Reading) -> _Columns:
        cells = [cell.strip() for cell in header]
        names = [cell.lower() for cell in cells]
        time = next(place for place, name in enumerate(names) if name in _TIMES)
        series: dict[int, Named] = {}
        for place, cell in enumerate(cells):
            if _SERIES.fullmatch(cell) is None:
                continue
            found = _named(cell)
            if isinstance(found, str):
                reading.told.kept.add(1, cell, found)
            elif found is not None:
                series[place] = found
        values = tuple(place for place, name in enumerate(names) if _VALUE.fullmatch(name)) if not series else ()
        name = next((place for place, one in enumerate(names) if one in ("__name__", *_NAMES)), None)
        labels = {place: cell for place, cell in enumerate(cells) if values and place not in (time, name, *values)}
        return cls(time, series, labels, name, values)

    def take(self, row: Sequence[str], line: int, reading: Reading) -> None:
        instant = time_stamp(row[self.time]) if self.time < len(row) else None
        if instant is None:
            reading.told.kept.add(line, ",".join(row), NO_TIME)
            return
        micros = micros_of(instant.time)
        for place, named in (self.series or self._of_row(row, line, reading)).items():
            if place >= len(row) or is_nothing(row[place]):
                continue
            value = number(row[place])
            if value is None:
                reading.told.kept.add(line, row[place], NOT_RAW)
            else:
                reading.observations.add(*named, micros, value)

    def _of_row(self, row: Sequence[str], line: int, reading: Reading) -> dict[int, Named]:
        if self.name is None or self.name >= len(row):
            return {}
        name = row[self.name].strip()
        labels = {label: row[place].strip() for place, label in self.labels.items() if place < len(row)}
        found = _named(name) if "{" in name else _with_labels(name, labels)
        if isinstance(found, str):
            reading.told.kept.add(line, ",".join(row), found)
        return dict.fromkeys(self.values, found) if isinstance(found, tuple) else {}


def _named(cell: str) -> Named | str | None:
    """Read a series' name with its labels; gives the reason where that fails, None for metrics of other things."""
    found = _SERIES.fullmatch(cell)
    labels = read_labels(found[2]) if found is not None else None
    if found is None or labels is None:
        return NO_LABELS
    return _with_labels(found[1] or labels.get("__name__", ""), labels)


def _with_labels(name: str, labels: dict[str, str]) -> Named | str | None:
    metric = metric_named(name)
    if metric is None:
        return None if name else NO_LABELS
    series = series_of(metric, labels)
    return (metric, series) if series is not None else NO_LABELS


def _header(lines: Sequence[str]) -> tuple[str, str]:
    """Give the header line and the mark between its cells."""
    written = [line for line in lines[:10] if line.strip()]
    excel = _EXCEL.match(written[0].strip()) if written else None
    first = (written[1] if len(written) > 1 else "") if excel else (written[0] if written else "")
    if excel:
        return first, excel[1]
    outside = re.sub(r'"(?:[^"]|"")*"', "", first)
    return first, max((",", ";", "\t"), key=outside.count)
