"""JSON with the columns of one of our tables: an object a line, several over more lines, or an array of them."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, Final

from topoviz.lag.bad_history import BadHistory
from topoviz.lag.forms.columns import Table, table_of
from topoviz.lag.forms.csv_rows import wrong_columns
from topoviz.lag.forms.json_stream import BadJson, JsonStream
from topoviz.lag.forms.model import Head, Kind, Upload
from topoviz.lag.forms.told import KEPT_TEXT, Told
from topoviz.lag.limits import Limits, while_wanted

_LEAST_OF_OURS: Final = 2
NO_OBJECT: Final = "the line is no JSON object"
Write = Callable[[list[str | int]], object]


def look(head: Head, limits: Limits) -> Upload | None:
    """See whether its first object has names that are ours; raises BadHistory where some are missing."""
    begin = head.text.lstrip("\ufeff \t\r\n")
    if not begin.startswith(("{", "[")):
        return None
    found = _first(begin)
    if found is None:
        return None
    table = table_of(list(found))
    columns = table.match(list(found))
    if sum(map(bool, columns)) < _LEAST_OF_OURS:
        return None
    # A committed offset that is not there may be one that the writer leaves out where nothing is committed.
    if any(name not in columns for name in table.needed if name != "committed_offset"):
        raise wrong_columns(list(found), columns, table)
    is_lines = _object(head.first) is not None
    return Upload(head.path, Kind.JSON_LINES if is_lines else Kind.JSON_ROWS, table=table)


def read_lines(upload: Upload, write: Write, told: Told, is_wanted: Callable[[], bool]) -> None:
    """Write a row for each line; a line that is no object is kept aside."""
    with upload.path.open(encoding="utf-8-sig", errors="replace") as lines:
        for place, line in enumerate(while_wanted(lines, is_wanted), 1):
            if not (text := line.strip()):
                continue
            found = _object(text)
            if found is None:
                told.kept.add(place, text, NO_OBJECT)
            else:
                told.rows += 1
                write([place, text[:KEPT_TEXT], *_cells(found, upload.table)])


def read_objects(upload: Upload, write: Write, told: Told, limits: Limits, is_wanted: Callable[[], bool]) -> None:
    """Write a row for each object, of an array or one after the other; raises BadHistory for what is no JSON."""
    with upload.path.open(encoding="utf-8-sig", errors="replace") as file:
        stream = JsonStream(file, limits.max_line_bytes, is_wanted)
        try:
            while mark := stream.peek():
                if mark == "[":
                    for _ in stream.items():
                        _one(stream.value(), write, told, upload.table)
                else:
                    _one(stream.value(), write, told, upload.table)
        except BadJson as error:
            raise BadHistory(
                "bad-json", f"The file begins like a history in JSON, but {error}.",
                f"Write an object a line, with {upload.table.header}.",
            ) from error  # fmt: skip


def _one(value: Any, write: Write, told: Told, table: Table) -> None:
    text = json.dumps(value)[:KEPT_TEXT]
    if isinstance(value, dict):
        told.rows += 1
        write(["", text, *_cells(value, table)])
    else:
        told.kept.add(None, text, NO_OBJECT)


def _cells(found: dict[str, Any], table: Table) -> list[str]:
    columns = table.match(list(found))
    ours = {name: value for name, value in zip(columns, found.values(), strict=True) if name is not None}
    return [_cell(ours.get(name)) for name in table.known]


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return value.replace("\n", " ") if isinstance(value, str) else str(value)


def _object(text: str) -> dict[str, Any] | None:
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _first(begin: str) -> dict[str, Any] | None:
    start = begin.find("{")
    if start < 0:
        return None
    try:
        value, _ = json.JSONDecoder().raw_decode(begin, start)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None
