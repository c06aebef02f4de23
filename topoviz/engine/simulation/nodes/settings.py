"""What is said of single nodes: cost, how much they pass on, and whether they ask for commits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

DEFAULT_MICROS: Final = 5
"""What a record costs in a node of which nobody says it, in microseconds."""


@dataclass(frozen=True, slots=True)
class NodeSettings:
    """Of one node: `passes` records for each that comes in, on average; a commit asked for with each Nth record.

    With `key_is_value`, what it passes on has the value of the record for a key.
    """

    micros: int = DEFAULT_MICROS
    passes: float = 1.0
    commit_every: int | None = None
    key_is_value: bool = False

    @property
    def decides(self) -> bool:
        """Tell whether what comes out may differ from record to record."""
        return self.passes != 1.0 or self.commit_every is not None


USUAL: Final = NodeSettings()
"""A node of which nobody says anything."""
