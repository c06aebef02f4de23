"""Time passes: copies catch up, and probing rebalances come when their time is over."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from topoviz.engine.scenarios.durations import duration_text
from topoviz.engine.scenarios.events.event import EventKind, Stage
from topoviz.engine.scenarios.reading.values import Reader
from topoviz.engine.syntax.data_text import Data


@dataclass(frozen=True, slots=True)
class Wait:
    """Nothing is done for a while, and then it is said how things stand."""

    span_ms: int

    def happen(self, stage: Stage) -> None:
        """Come back when the time is over."""
        stage.later(self.span_ms, _Look(self.span_ms))


@dataclass(frozen=True, slots=True)
class _Look:
    span_ms: int

    def happen(self, stage: Stage) -> None:
        """Say that time has passed; the step itself shows how things stand."""
        stage.say(f"{duration_text(self.span_ms)} have passed.")


def _read(data: Data, reader: Reader) -> Wait:
    return Wait(reader.duration(data, "a span of time"))


KIND: Final = EventKind("wait", "Time passes.", "wait: 30m", _read)
