"""Files taken one by one, as many as are looked through."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final

from topoviz.engine.source import SourceFile
from topoviz.intake.choice import Taken, choose
from topoviz.intake.fitting import fit
from topoviz.intake.room import Most, Room, of_size
from topoviz.intake.text import decode_text

SHOWN: Final = 200
"""Letters of a name that stand in a sentence."""


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

    What is looked through is limited before tests are left aside, and what is read afterwards.
    """

    called: str
    room: Room
    most: Most
    files: dict[str, SourceFile] = field(default_factory=dict)
    left_out: dict[str, list[str]] = field(default_factory=dict)
    """Names by the reason, which ends a sentence."""
    count: int = 0
    size: int = 0

    def take(self, name: str, data: bytes) -> None:
        """Take a file whose size nobody knew before, unless it is left out."""
        if self.expects(name, len(data)):
            self.keep(name, data)

    def expects(self, name: str, size: int) -> bool:
        """Count a file of some bytes that is to be looked through; one that is too large or too much is left out."""
        if size > self.room.one_bytes:
            self.leave_large(name)
        elif self.count >= self.most.files or self.size + size > self.most.all_bytes:
            self.leave(name, f"at most {self.most} are looked through")
        else:
            self.count, self.size = self.count + 1, self.size + size
            return True
        return False

    def keep(self, name: str, data: bytes) -> None:
        """Keep what was expected, unless it is no text or has a name without end."""
        text = decode_text(data)
        if text is None:
            self.leave(name, "no text in UTF-8")
        elif len(name) > self.room.name_length:
            self.leave(name, f"its path has more than {self.room.name_length:,} letters")
        else:
            if name in self.files:
                self.leave(name, "another of the same name comes after it, and is taken")
            self.files[name] = SourceFile(name, text)

    def leave(self, name: str, reason: str) -> None:
        """Leave a file out that may belong to a program."""
        self.left_out.setdefault(reason, []).append(name)

    def leave_large(self, name: str) -> None:
        """Leave a file out because of its size."""
        self.leave(name, f"more than {of_size(self.room.one_bytes)}, as only generated files have")

    def taken(self, common: str = "") -> Taken:
        """Choose among the files that were looked through, and say what is left out.

        `common` begins all names, and is taken away.
        """
        chosen = choose(SourceFile(name.removeprefix(common), file.text) for name, file in self.files.items())
        notes = tuple(f"Not read: {_first_of(names, common)}; {reason}." for reason, names in self.left_out.items())
        return fit(replace(chosen, notes=(*chosen.notes, *notes)), self.room)


def _first_of(names: list[str], common: str) -> str:
    first = names[0].removeprefix(common)
    shown = first if len(first) <= SHOWN else f"{first[:SHOWN]}…"
    return shown if len(names) == 1 else f"{shown} and {len(names) - 1} more"
