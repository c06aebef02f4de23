"""A file that looks are appended to: whole ones alone, and one that is there already is gone on with."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from topoviz.lag.capture.bad_capture import BadCapture

if sys.platform != "win32":
    from fcntl import LOCK_EX, LOCK_NB, flock

_TAIL: Final = 16 * 1024 * 1024
"""More than the rows of one look."""

_BEGINNING: Final = 4096


class AppendedFile:
    """What files of looks have in common; a context manager that holds the file for itself.

    `taken_away` counts the lines of a last look that was cut off.
    """

    header: str = ""

    def __init__(self, path: Path) -> None:
        """Open or make the file; raises BadCapture where it holds something else, or another capture writes to it."""
        self.path = path
        try:
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o644)
        except OSError as error:
            raise BadCapture(f"{path} cannot be written: {error.strerror}.") from error
        try:
            self._lock()
            self.taken_away = self._take_up()
        except BaseException:
            os.close(self._file)
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        os.close(self._file)

    def append_text(self, text: str) -> None:
        """Append a look; raises BadCapture where it does not fit on the disk, and then none of it is there."""
        self._write(text.encode())

    def is_ours(self, first: str) -> bool:
        """Tell whether a file that begins with this line is of this kind."""
        raise NotImplementedError

    def first_of_torn(self, lines: list[bytes]) -> int:
        """Give at which of the last lines, of which the last is cut, the look begins that it belongs to."""
        raise NotImplementedError

    def _lock(self) -> None:
        """Hold the file; on Windows nothing does, and two captures are the user's care."""
        if sys.platform != "win32":
            try:
                flock(self._file, LOCK_EX | LOCK_NB)
            except OSError as error:
                raise BadCapture(
                    f"Another capture is writing to {self.path}. Give this one a file of its own."
                ) from error

    def _take_up(self) -> int:
        """Look at what is there, and go to its end."""
        size = os.lseek(self._file, 0, os.SEEK_END)
        if not size:
            self._write(self.header.encode())
            return 0
        first = self._read(0, _BEGINNING).split(b"\n", 1)[0].decode("utf-8", errors="replace")
        if not self.is_ours(first):
            raise BadCapture(
                f"{self.path} is no file of this command, and stays as it is. Give a new name, which ends in .csv or "
                ".jsonl for a history, and in .txt for topics."
            )
        start = max(0, size - _TAIL)
        tail = self._read(start, size - start)
        if tail.endswith(b"\n"):
            return 0
        lines = tail.split(b"\n")
        kept = self.first_of_torn(lines)
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
