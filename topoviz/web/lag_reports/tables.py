"""The tables of a report as CSV, safe to open in a spreadsheet."""

from __future__ import annotations

import csv
import io
from typing import Any

from topoviz.lag.rejected import safe_cell


def table_as_csv(rows: list[dict[str, Any]]) -> str:
    """Write the rows of a report's table; members that are lists or objects are written as text."""
    written = io.StringIO()
    columns = list(rows[0]) if rows else []
    writer = csv.writer(written)
    writer.writerow(columns)
    for row in rows:
        writer.writerow([_cell(row.get(column)) for column in columns])
    return written.getvalue()


def _cell(value: Any) -> Any:
    """Give a number as it is, and a text so that no spreadsheet takes it for a formula."""
    if value is None or isinstance(value, bool | int | float):
        return "" if value is None else value
    return safe_cell(" ".join(map(str, value)) if isinstance(value, list) else str(value))
