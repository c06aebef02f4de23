"""Chance that is the same each time: values drawn from a seed and from what they are for, in any order."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from uuid import UUID


@dataclass(frozen=True, slots=True)
class Chance:
    """A source of values; the same seed and the same words give the same value."""

    seed: int

    def below(self, most: int, *words: str | int) -> int:
        """Give a whole number from 0 up to, but not including, `most`."""
        return int.from_bytes(self._drawn(words)[:8], "big") % most

    def uuid(self, *words: str | int) -> UUID:
        """Give a UUID of version 4, such as Java's UUID#randomUUID makes."""
        return UUID(bytes=self._drawn(words)[:16], version=4)

    def _drawn(self, words: tuple[str | int, ...]) -> bytes:
        text = "\0".join(map(str, (self.seed, *words)))
        return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()
