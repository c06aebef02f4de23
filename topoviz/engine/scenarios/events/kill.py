"""A client dies: nothing is committed or closed, and nobody tells the group.

Source: AbstractCoordinator (no LeaveGroup), ProcessorStateManager (which state is trusted afterwards).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from topoviz.engine.scenarios.events.event import EventKind, Stage
from topoviz.engine.scenarios.reading.values import Reader
from topoviz.engine.syntax.data_text import Data


@dataclass(frozen=True, slots=True)
class Kill:
    """A client ends at once, as by kill -9 or when its machine fails."""

    client: str

    def happen(self, stage: Stage) -> None:
        """Let it die."""
        stage.say(f"{self.client} dies.")
        stage.halt(self.client, is_clean=False)


def _read(data: Data, reader: Reader) -> Kill:
    return Kill(reader.client(data))


KIND: Final = EventKind("kill", "A client dies, as by kill -9.", "kill: b", _read)
