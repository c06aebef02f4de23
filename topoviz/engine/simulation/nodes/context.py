"""What nodes of a task see of the world while a record is in them, and what they count."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from topoviz.engine.simulation.nodes.moving import Key, shown

Told = Callable[..., None]
"""Gets the class of an event and its fields from `node` on."""


@dataclass(slots=True)
class NodeTally:
    """What a node counted."""

    late: int = 0
    skipped: int = 0
    matched: int = 0
    unmatched: int = 0


@dataclass(slots=True)
class Context:
    """The clock in ms, who is told of what happens in nodes, and whether the record that is processed is held back."""

    now: int = 0
    told: Told | None = None
    is_held: bool = False
    late: list[tuple[str, int]] = field(default_factory=list)
    tallies: dict[str, NodeTally] = field(default_factory=dict)

    def tally(self, node: str) -> NodeTally:
        """Give what a node counts."""
        return self.tallies.setdefault(node, NodeTally())

    def tell(self, event: type, node: str, key: Key | None, *rest: Any) -> None:
        """Tell of an event, if somebody looks."""
        if self.told is not None:
            self.told(event, node, shown(key), *rest)
