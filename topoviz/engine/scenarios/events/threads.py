"""A client gets more or fewer stream threads.

From 2.8 on (KIP-663) it does so while it runs: a new thread joins the group, and one that is removed leaves it at once.
Before, it has to start again with another num.stream.threads.

Source: KafkaStreams#addStreamThread, #removeStreamThread.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from topoviz.engine.scenarios.events.event import BadEvent, EventKind, Stage
from topoviz.engine.scenarios.reading.values import Reader
from topoviz.engine.syntax.data_text import Data


@dataclass(frozen=True, slots=True)
class ChangeThreads:
    """A client that runs is to have so many threads."""

    client: str
    threads: int

    def happen(self, stage: Stage) -> None:
        """Add or remove threads, or start the client again where the version cannot."""
        if self.client not in stage.running:
            raise BadEvent(f"changes the threads of {self.client}, which does not run then.")
        now = "1 stream thread" if self.threads == 1 else f"{self.threads} stream threads"
        if stage.behaviours.has("changes_threads_while_running"):
            stage.say(f"{self.client} gets {now}.")
            stage.change_threads(self.client, self.threads)
            return
        stage.say(
            f"{self.client} is closed cleanly, and starts again at once with {now}.",
            f"Kafka Streams {stage.behaviours.version} cannot change them while it runs; 2.8.0 can (KIP-663).",
        )
        stage.halt(self.client, is_clean=True)
        stage.start(self.client, threads=self.threads)


def _read(data: Data, reader: Reader) -> ChangeThreads:
    fields = reader.fields(data, "a change of threads", ("client", "threads"))
    return ChangeThreads(
        reader.client(reader.wanted(fields, "client")),
        reader.number(reader.wanted(fields, "threads"), "a number of threads", 1, 1_000),
    )


KIND: Final = EventKind(
    "threads", "A client gets more or fewer stream threads.", "threads: {client: a, threads: 8}", _read
)
