"""Files taken one by one, as many as are looked at."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final

from topoviz.engine.source import SourceFile
from topoviz.intake.choice import Taken, choose
from topoviz.intake.text import decode_text

MOST_FILES: Final = 5_000
MOST_BYTES: Final = 20 * 2**20
SHOWN: Final = 200
"""Letters of a name that stand in a sentence."""


@dataclass(frozen=True, slots=True)
class Room:
    """How much is taken in the end: files, bytes of all and of one, and letters of a name."""

    files: int = MOST_FILES
    all_bytes: int = MOST_BYTES
    one_bytes: int = 2**20
    """More than people write in one file; what is larger is generated."""
    name_length: int = 1_000


class BadArchive(ValueError):
    """An archive that cannot be read; the message is a sentence."""


class TooMuch(ValueError):
    """A folder or an archive with more than is looked at; the message says so, and what to do."""

    def __init__(self, sentence: str) -> None:
        super().__init__(f"{sentence} Give one module of it.")
        self.sentence = sentence


@dataclass
class Reading:
    """What was taken so far of a folder or an archive, by `called` in what is said of it.

    What is read is limited before tests are left aside, and what is taken afterwards.
    """

    called: str
    room: Room = field(default_factory=Room)
    files: dict[str, SourceFile] = field(default_factory=dict)
    left_out: dict[str, list[str]] = field(default_factory=dict)
    """Names by the reason, which ends a sentence."""
    size: int = 0

    def take(self, name: str, data: bytes) -> None:
        """Take a file, unless it is too large or no text; raises TooMuch when all together are too many."""
        if len(data) > self.room.one_bytes:
            self.leave_large(name)
            return
        self.size += len(data)
        self.expect(len(self.files) + 1, self.size)
        text = decode_text(data)
        if text is None:
            self.leave(name, "no text in UTF-8")
        elif len(name) > self.room.name_length:
            self.leave(name, f"its path has more than {self.room.name_length:,} letters")
        else:
            if name in self.files:
                self.leave(name, "another of the same name comes after it, and is taken")
            self.files[name] = SourceFile(name, text)

    def expect(self, files: int, size: int) -> None:
        """Raise TooMuch when so many files, or so many bytes in all, are more than is looked at."""
        if files > MOST_FILES or size > MOST_BYTES:
            raise TooMuch(_more_than(self.called, MOST_FILES, MOST_BYTES))

    def leave(self, name: str, reason: str) -> None:
        """Leave a file out that may belong to a program."""
        self.left_out.setdefault(reason, []).append(name)

    def leave_large(self, name: str) -> None:
        """Leave a file out because of its size."""
        self.leave(name, f"more than {_size(self.room.one_bytes)}, as only generated files have")

    def taken(self, common: str = "") -> Taken:
        """Choose among the files that were read, and say what is left out; raises TooMuch.

        `common` begins all names, and is taken away.
        """
        chosen = choose(SourceFile(name.removeprefix(common), file.text) for name, file in self.files.items())
        if len(chosen.files) > self.room.files or sum(len(one.data) for one in chosen.files) > self.room.all_bytes:
            raise TooMuch(_more_than(self.called, self.room.files, self.room.all_bytes))
        notes = tuple(f"Not read: {_first_of(names, common)}; {reason}." for reason, names in self.left_out.items())
        return replace(chosen, notes=(*chosen.notes, *notes))


def _more_than(called: str, files: int, size: int) -> str:
    return f"{called} holds more than {files:,} files of programs, or more than {_size(size)} of them."


def _size(number: int) -> str:
    return f"{number >> 20} MB" if number >= 1 << 20 else f"{number >> 10} KB"


def _first_of(names: list[str], common: str) -> str:
    first = names[0].removeprefix(common)
    shown = first if len(first) <= SHOWN else f"{first[:SHOWN]}…"
    return shown if len(names) == 1 else f"{shown} and {len(names) - 1} more"
