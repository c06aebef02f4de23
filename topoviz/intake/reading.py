"""Files taken one by one, as many as are looked at."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Final

from topoviz.engine.source import SourceFile
from topoviz.intake.choice import Taken, choose
from topoviz.intake.text import decode

MOST_FILES: Final = 5_000
MOST_BYTES: Final = 20_000_000
MOST_BYTES_OF_ONE: Final = 1_000_000
"""More than people write in one file; what is larger is generated."""


class BadArchive(ValueError):
    """An archive that cannot be read; the message is a sentence."""


class TooMuch(ValueError):
    """A folder or an archive with more than is looked at; the message is a sentence."""

    def __init__(self, called: str) -> None:
        """Say what the limits are."""
        super().__init__(
            f"{called} holds more than {MOST_FILES:,} files of programs, or more than "
            f"{MOST_BYTES // 1_000_000} MB of them. Give one module of it."
        )


@dataclass
class Reading:
    """What was taken so far of a folder or an archive, by `called` in what is said of it."""

    called: str
    files: list[SourceFile] = field(default_factory=list)
    large: list[str] = field(default_factory=list)
    no_text: list[str] = field(default_factory=list)
    size: int = 0

    def take(self, name: str, data: bytes) -> None:
        """Take a file, unless it is too large or no text; raises TooMuch when all together are too many."""
        if len(data) > MOST_BYTES_OF_ONE:
            self.large.append(name)
            return
        self.size += len(data)
        if len(self.files) >= MOST_FILES or self.size > MOST_BYTES:
            raise TooMuch(self.called)
        text = decode(data)
        if text is None:
            self.no_text.append(name)
        else:
            self.files.append(SourceFile(name, text))

    def taken(self) -> Taken:
        """Give the files that are looked at, and say what is left out."""
        chosen = choose(self.files)
        why = {
            f"more than {MOST_BYTES_OF_ONE // 1_000_000} MB, as only generated files have": self.large,
            "no text in UTF-8": self.no_text,
        }
        notes = tuple(f"Left out: {_first_of(names)}; {reason}." for reason, names in why.items() if names)
        return replace(chosen, notes=(*chosen.notes, *notes))


def _first_of(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{names[0]} and {len(names) - 1} more"
