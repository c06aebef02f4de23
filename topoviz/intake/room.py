"""How much of a program is looked through, and how much is read in the end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Most:
    """How much is looked through, before what is read is chosen: files, and bytes of all."""

    files: int = 20_000
    all_bytes: int = 150 * 2**20

    def __str__(self) -> str:
        return f"{self.files:,} files or {of_size(self.all_bytes)}"


OWN: Final = Most()
"""What is looked through of one's own folder or repository."""


@dataclass(frozen=True, slots=True)
class Room:
    """How much is read in the end: files, bytes of all and of one, and letters of a name."""

    files: int = 5_000
    all_bytes: int = 20 * 2**20
    one_bytes: int = 2**20
    """More than people write in one file; what is larger is generated."""
    name_length: int = 1_000


def of_size(number: int) -> str:
    """Write a number of bytes as people say it."""
    return f"{number >> 20} MB" if number >= 1 << 20 else f"{number >> 10} KB"
