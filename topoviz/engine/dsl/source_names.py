"""The names of the source nodes that a stream or table stems from.

Kafka Streams copies a set at every merge and join. Here a union only points at its parts, and the set is made when a
join asks for it, so that a chain of merges costs no more than its length.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, eq=False, slots=True)
class SourceNames:
    """A set of names: one name, or the union of parts."""

    name: str | None = None
    parts: tuple[SourceNames, ...] = ()

    def __or__(self, other: SourceNames) -> SourceNames:
        """Unite two sets."""
        return self if self is other else SourceNames(parts=(self, other))

    def names(self) -> list[str]:
        """Give all names, in the order in which Kafka Streams puts them into a set."""
        found: dict[str, None] = {}
        seen: set[int] = set()
        stack = [self]
        while stack:
            current = stack.pop()
            if id(current) in seen:
                continue
            seen.add(id(current))
            if current.name is not None:
                found[current.name] = None
            stack.extend(reversed(current.parts))
        return list(found)
