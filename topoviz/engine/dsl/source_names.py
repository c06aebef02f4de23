"""The names of the source nodes that a stream or table stems from.

Kafka Streams copies a set at every merge and join. Here a union only points at its parts, and the set is made when a
join asks for it, so that a chain of merges costs no more than its length. What was asked for once is kept, so that in
a chain of joins each one copies the names of the one before and walks no further.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field


@dataclass(eq=False, slots=True)
class SourceNames:
    """A set of names: one name, or the union of parts. Neither changes."""

    name: str | None = None
    parts: tuple[SourceNames, ...] = ()
    known: dict[str, None] | None = field(default=None, init=False, repr=False)

    def __or__(self, other: SourceNames) -> SourceNames:
        return self if self is other else SourceNames(parts=(self, other))

    def names(self) -> Collection[str]:
        """Give all names, in the order in which Kafka Streams puts them into a set."""
        if self.known is None:
            self.known = self._collected()
        return self.known.keys()

    def _collected(self) -> dict[str, None]:
        found: dict[str, None] = {}
        seen: set[int] = set()
        stack = [self]
        while stack:
            current = stack.pop()
            if id(current) in seen:
                continue
            seen.add(id(current))
            if current.known is not None:
                found.update(current.known)
                continue
            if current.name is not None:
                found[current.name] = None
            stack.extend(reversed(current.parts))
        return found
