"""Clients start: their threads join the group.

Source: KafkaStreams#start.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from topoviz.engine.scenarios.events.event import BadEvent, EventKind, Stage
from topoviz.engine.scenarios.reading.values import Reader, listed
from topoviz.engine.syntax.data_text import Data, Word


@dataclass(frozen=True, slots=True)
class Start:
    """Named clients start at once; without names, all that do not run."""

    clients: tuple[str, ...]

    def happen(self, stage: Stage) -> None:
        """Start them."""
        names = self.clients or stage.stopped
        if not names:
            raise BadEvent("starts all clients, and all run already.")
        stage.say(f"{_some(names)} start." if len(names) > 1 else f"{names[0]} starts.")
        for name in names:
            stage.start(name)


def _read(data: Data, reader: Reader) -> Start:
    if isinstance(data, Word) and data.text == "all":
        return Start(())
    return Start(reader.clients(data))


def _some(names: tuple[str, ...]) -> str:
    return listed(names) if len(names) <= 5 else f"{len(names)} clients"


KIND: Final = EventKind("start", "Clients start: all, one, or a list of them.", "start: all", _read)
