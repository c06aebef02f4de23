"""A client comes back, with what is still on its disk or with an empty one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from topoviz.engine.scenarios.events.event import EventKind, Stage
from topoviz.engine.scenarios.reading.values import Reader
from topoviz.engine.syntax.data_text import Data, Word


@dataclass(frozen=True, slots=True)
class Restart:
    """A client starts again; one that runs is closed first. `threads` is None where their number stays."""

    client: str
    loses_state: bool = False
    threads: int | None = None

    def happen(self, stage: Stage) -> None:
        """Start it again."""
        disk = "with an empty disk" if self.loses_state else "with what is on its disk"
        if self.client in stage.running:
            stage.say(f"{self.client} is closed cleanly, and starts again at once {disk}.")
            stage.halt(self.client, is_clean=True)
        else:
            stage.say(f"{self.client} starts again {disk}.")
        stage.start(self.client, threads=self.threads, loses_state=self.loses_state)


def _read(data: Data, reader: Reader) -> Restart:
    if isinstance(data, Word):
        return Restart(reader.client(data), reader.state() == "lost")
    fields = reader.fields(data, "a restart", ("client", "threads"))
    threads = fields.get("threads")
    return Restart(
        reader.client(reader.wanted(fields, "client")),
        reader.state() == "lost",
        None if threads is None else reader.number(threads, "a number of threads", 1, 1_000),
    )


KIND: Final = EventKind("restart", "A client starts again; `state: lost` empties its disk.", "restart: b", _read)
