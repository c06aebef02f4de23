"""Clients come in addition to those of the cluster."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from topoviz.engine.scenarios.events.event import EventKind, Stage
from topoviz.engine.scenarios.reading.values import Reader
from topoviz.engine.syntax.data_text import Data, Word

_MOST: Final = 1_000


@dataclass(frozen=True, slots=True)
class Add:
    """So many clients of so many threads each; they are named one after the other."""

    count: int
    threads: int
    name: str

    def happen(self, stage: Stage) -> None:
        """Bring them in and start them."""
        taken = {*stage.running, *stage.stopped}
        numbered = (f"{self.name}-{number}" for number in range(1, len(taken) + self.count + 1))
        names = [name for name in numbered if name not in taken][: self.count]
        threads = "1 thread" if self.threads == 1 else f"{self.threads} threads"
        many = f"{self.count} more clients of {threads} each start: {names[0]} to {names[-1]}."
        stage.say(many if self.count > 1 else f"One more client of {threads} starts: {names[0]}.")
        for name in names:
            stage.add(name, self.threads)


def _read(data: Data, reader: Reader) -> Add:
    if isinstance(data, Word):
        return Add(reader.number(data, "a number of clients", 1, _MOST), 1, "added")
    fields = reader.fields(data, "an addition", ("count", "threads", "name"))
    count, threads, name = (fields.get(one) for one in ("count", "threads", "name"))
    return Add(
        1 if count is None else reader.number(count, "a number of clients", 1, _MOST),
        1 if threads is None else reader.number(threads, "a number of threads", 1, _MOST),
        "added" if name is None else reader.text(name, "a name"),
    )


KIND: Final = EventKind("add", "Clients are added.", "add: {count: 2, threads: 4}", _read)
