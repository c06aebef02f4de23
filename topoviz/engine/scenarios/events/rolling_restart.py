"""Every client that runs is closed and started again, one after the other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from topoviz.engine.scenarios.durations import duration_text
from topoviz.engine.scenarios.events.event import BadEvent, EventKind, Happening, Stage
from topoviz.engine.scenarios.reading.values import Reader
from topoviz.engine.syntax.data_text import Data, Word

_DOWN_MS: Final = 10_000


@dataclass(frozen=True, slots=True)
class RollingRestart:
    """Each is down for a while; `pause_ms` lies between the start of one and the stop of the next."""

    pause_ms: int
    down_ms: int = _DOWN_MS
    loses_state: bool = False

    def happen(self, stage: Stage) -> None:
        """Plan the stops and starts."""
        if not stage.running:
            raise BadEvent("restarts all clients that run, and none runs then.")
        names = stage.running
        stage.say(
            f"A rolling restart of {len(names)} clients begins: each is down for {duration_text(self.down_ms)}, and "
            f"{duration_text(self.pause_ms)} later follows the next."
        )
        for place, name in enumerate(names):
            begins = place * (self.down_ms + self.pause_ms)
            stage.later(begins, _Down(name))
            stage.later(begins + self.down_ms, _Up(name, self.loses_state))


@dataclass(frozen=True, slots=True)
class _Down:
    client: str

    def happen(self, stage: Stage) -> None:
        """Close one, unless another event has ended it."""
        if self.client in stage.running:
            stage.say(f"Rolling restart: {self.client} is closed cleanly.")
            stage.halt(self.client, is_clean=True)


@dataclass(frozen=True, slots=True)
class _Up:
    client: str
    loses_state: bool

    def happen(self, stage: Stage) -> None:
        """Start one again, unless another event has done so."""
        if self.client not in stage.running:
            disk = "with an empty disk" if self.loses_state else "with what is on its disk"
            stage.say(f"Rolling restart: {self.client} starts again {disk}.")
            stage.start(self.client, loses_state=self.loses_state)


def _read(data: Data, reader: Reader) -> Happening:
    if isinstance(data, Word):
        return RollingRestart(reader.duration(data, "a pause"), loses_state=reader.state() == "lost")
    fields = reader.fields(data, "a rolling restart", ("pause", "down"))
    down = fields.get("down")
    return RollingRestart(
        reader.duration(reader.wanted(fields, "pause"), "a pause"),
        _DOWN_MS if down is None else reader.duration(down, "how long each is down"),
        reader.state() == "lost",
    )


KIND: Final = EventKind(
    "rolling-restart", "All clients are restarted in turn.", "rolling-restart: {pause: 2m, down: 10s}", _read
)
