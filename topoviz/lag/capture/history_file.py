"""The file that looks are appended to: whole looks alone, and one that is there already is gone on with."""

from __future__ import annotations

import csv
import io
import json
import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from types import TracebackType
from typing import Final

from topoviz.lag.capture.bad_capture import BadCapture
from topoviz.lag.capture.look import Row

if sys.platform != "win32":
    from fcntl import LOCK_EX, LOCK_NB, flock

_COLUMNS: Final = Row._fields
_HEADER: Final = f"{','.join(_COLUMNS)}\n"
_TAIL: Final = 16 * 1024 * 1024
"""More than the rows of one look."""


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


class HistoryFile:
    """A history in CSV, or in JSON lines where its name ends so; a context manager that holds it for itself."""

    def __init__(self, path: Path) -> None:
        """Open or make the file; raises BadCapture where it holds something else, or another capture writes to it."""
        self.path = path
        is_json = path.suffix.lower() in (".jsonl", ".ndjson", ".json")
        self._text: Callable[[Iterable[Row]], str] = json_text if is_json else csv_text
        try:
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o644)
        except OSError as error:
            raise BadCapture(f"{path} cannot be written: {error.strerror}.") from error
        try:
            self._lock()
            self.taken_away = self._take_up(is_json)
        except BaseException:
            os.close(self._file)
            raise

    def __enter__(self) -> HistoryFile:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        os.close(self._file)

    def append(self, rows: Iterable[Row]) -> None:
        """Append a look; raises BadCapture where it does not fit on the disk, and then none of it is there."""
        self._write(self._text(rows).encode())

    def _lock(self) -> None:
        """Hold the file; on Windows nothing does, and two captures are the user's care."""
        if sys.platform != "win32":
            try:
                flock(self._file, LOCK_EX | LOCK_NB)
            except OSError as error:
                raise BadCapture(
                    f"Another capture is writing to {self.path}. Give this one a file of its own."
                ) from error

    def _take_up(self, is_json: bool) -> int:
        """Look at what is there, and go to its end; gives how many lines of a look that was cut off were taken away."""
        size = os.lseek(self._file, 0, os.SEEK_END)
        begin = self._read(0, 4096)
        if not size:
            if not is_json:
                self._write(_HEADER.encode())
            return 0
        first = begin.split(b"\n", 1)[0].decode("utf-8", errors="replace")
        if not (_is_object(first) if is_json else first.strip() == _HEADER.strip()):
            raise BadCapture(
                f"{self.path} is no history of this command, and stays as it is. Give a new name, which ends in .csv "
                "or .jsonl."
            )
        return self._without_torn_look(size, is_json)

    def _without_torn_look(self, size: int, is_json: bool) -> int:
        """Where the last line was cut off, take away the look that it belongs to."""
        start = max(0, size - _TAIL)
        tail = self._read(start, size - start)
        if tail.endswith(b"\n"):
            return 0
        lines = tail.split(b"\n")
        kept = len(lines) - 1
        floor = 1 if start or not is_json else 0
        torn = _time(lines[kept], is_json)
        # Cut inside its time, the line may be the first of a look, and then the one before is whole.
        while kept > floor and _time(lines[kept - 1], is_json) == torn:
            kept -= 1
        whole = start + sum(len(line) + 1 for line in lines[:kept])
        os.ftruncate(self._file, whole)
        os.lseek(self._file, whole, os.SEEK_SET)
        return len(lines) - kept

    def _read(self, start: int, length: int) -> bytes:
        os.lseek(self._file, start, os.SEEK_SET)
        parts = []
        while length > 0 and (part := os.read(self._file, length)):
            parts.append(part)
            length -= len(part)
        os.lseek(self._file, 0, os.SEEK_END)
        return b"".join(parts)

    def _write(self, data: bytes) -> None:
        """Write all of it, in one go where the system does so, or none."""
        before = os.lseek(self._file, 0, os.SEEK_CUR)
        rest = memoryview(data)
        try:
            while rest:
                rest = rest[os.write(self._file, rest) :]
        except OSError as error:
            os.ftruncate(self._file, before)
            raise BadCapture(
                f"{self.path} cannot be written any more: {error.strerror}. The looks before are whole in it."
            ) from error


def _is_object(line: str) -> bool:
    try:
        found = json.loads(line)
    except ValueError:
        return False
    return isinstance(found, dict) and {"timestamp", "group", "topic"} <= set(found)


def _time(line: bytes, is_json: bool) -> bytes:
    """Give the time of a row as it is written: its first cell, or the first value."""
    return line.split(b'"', 4)[3] if is_json and line.count(b'"') > 3 else line.split(b",", 1)[0]
