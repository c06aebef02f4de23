"""The objects that a random program has made so far, and which of them a step goes on with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Final

from tests.oracle.fuzz.java_types import Bindings, JavaType, unify

SPELLED: Final = {
    "StoreBuilder": "StoreBuilder<?>",
    "QuietStoreBuilder": "StoreBuilder<?>",
    "GlobalStoreBuilder": "StoreBuilder<?>",
    "JoinStoreSupplier": "WindowBytesStoreSupplier",
    "KeyValueHeadersSupplier": "KeyValueBytesStoreSupplier",
    "WindowHeadersSupplier": "WindowBytesStoreSupplier",
    "SessionHeadersSupplier": "SessionBytesStoreSupplier",
    "EagerBuffer": "Suppressed.EagerBufferConfig",
    "StrictBuffer": "Suppressed.StrictBufferConfig",
    "SuppressedWindows": "Suppressed<Windowed>",
}
_UNFINISHED: Final = frozenset({
    "KGroupedStream", "KGroupedTable", "TimeWindowedKStream", "SessionWindowedKStream", "CogroupedKStream",
    "TimeWindowedCogroupedKStream", "SessionWindowedCogroupedKStream", "BranchedKStream",
})  # fmt: skip
"""What is of no use until more is called on it."""


@dataclass(frozen=True, slots=True)
class Value:
    """An expression with its type.

    A store or node is known by its `name`. `keys` are the keys of a map of branches, as far as the program knows
    them, and `count` is how many branches there are.
    """

    expression: str
    type: JavaType
    name: str | None = None
    keys: tuple[str, ...] = ()
    count: int = 0


class Scope:
    """The values that a block can see: its own, and those of the block around it."""

    def __init__(self, outer: Scope | None = None, tag: str | None = None, *, tag_changes: bool = False) -> None:
        self.tag: str | None = tag or (outer.tag if outer is not None else None)
        self.tag_changes = tag_changes
        # The turns of a loop would add branches to a stream whose branches are counted.
        around = outer.values if outer is not None else []
        self.values: list[Value] = [value for value in around if value.type.name != "BranchedKStream"]

    def add(self, value: Value) -> None:
        """Make a value known."""
        self.values.append(value)

    def forget(self, value: Value) -> None:
        """Go on without a value."""
        if value in self.values:
            self.values.remove(value)

    def fitting(self, pattern: JavaType, bindings: Bindings) -> list[tuple[Value, dict[str, JavaType]]]:
        """List the values of a type, with what it binds."""
        found = ((value, unify(pattern, value.type, bindings)) for value in self.values)
        return [(value, bound) for value, bound in found if bound is not None]

    def receiver(self, random: Random, wanted: frozenset[str], distance: Callable[[Value], int]) -> Value:
        """Choose what to go on with: often the newest value, or one that is of no use yet, or the nearest to a wish."""
        known = [value for value in self.values if value.type.name in wanted]
        if random.random() < 0.15:
            return min(reversed(known), key=distance)
        unfinished = [value for value in known if value.type.name in _UNFINISHED]
        chance = random.random()
        if unfinished and chance < 0.45:
            return random.choice(unfinished)
        return known[-1] if chance < 0.75 else random.choice(known)


def spelled(kind: JavaType) -> str:
    """Write a type as Java has it."""
    match kind.name:
        case "Branches":
            return f"KStream<{', '.join(map(str, kind.arguments))}>[]"
        case "BranchMap":
            return f"Map<String, KStream<{', '.join(map(str, kind.arguments))}>>"
        case name:
            return SPELLED.get(name, str(kind))
