"""A history as a file: CSV, or JSON lines."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

from topoviz.lag.capture.appended_file import AppendedFile
from topoviz.lag.capture.look import Row

_COLUMNS: Final = Row._fields
_HEADER: Final = f"{','.join(_COLUMNS)}\n"


def csv_header() -> str:
    """Give the header of the CSV."""
    return _HEADER


def csv_text(rows: Iterable[Row]) -> str:
    """Write rows as CSV, without a header."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows(["" if cell is None else cell for cell in row] for row in rows)
    return text.getvalue()


def json_text(rows: Iterable[Row]) -> str:
    """Write rows as an object a line, without what is not known."""
    return "".join(
        json.dumps({name: cell for name, cell in zip(_COLUMNS, row, strict=True) if cell not in (None, "")}) + "\n"
        for row in rows
    )


class HistoryFile(AppendedFile):
    """A history in CSV, or in JSON lines where its name ends so."""

    def __init__(self, path: Path) -> None:
        """Open or make the file; raises BadCapture where it holds something else, or another capture writes to it."""
        self._is_json = path.suffix.lower() in (".jsonl", ".ndjson", ".json")
        self._text: Callable[[Iterable[Row]], str] = json_text if self._is_json else csv_text
        self.header = "" if self._is_json else _HEADER
        super().__init__(path)

    def append(self, rows: Iterable[Row]) -> None:
        """Append a look; raises BadCapture where it does not fit on the disk, and then none of it is there."""
        self.append_text(self._text(rows))

    def is_ours(self, first: str) -> bool:
        """Tell whether this is the header, or an object of a history."""
        return _is_object(first) if self._is_json else first.strip() == _HEADER.strip()

    def first_of_torn(self, lines: list[bytes]) -> int:
        """Give the first line with the time of the last; cut inside it, that may be the first of a look of its own."""
        kept = len(lines) - 1
        torn = _time(lines[kept], self._is_json)
        while kept > 0 and _time(lines[kept - 1], self._is_json) == torn:
            kept -= 1
        return kept


def _is_object(line: str) -> bool:
    try:
        found = json.loads(line)
    except ValueError:
        return False
    return isinstance(found, dict) and {"timestamp", "group", "topic"} <= set(found)


def _time(line: bytes, is_json: bool) -> bytes:
    """Give the time of a row as it is written: its first cell, or the first value."""
    return line.split(b'"', 4)[3] if is_json and line.count(b'"') > 3 else line.split(b",", 1)[0]
