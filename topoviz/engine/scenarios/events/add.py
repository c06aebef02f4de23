"""Clients come in addition to those of the cluster."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from topoviz.engine.scenarios.events.event import BadEvent, EventKind, Stage
from topoviz.engine.scenarios.reading.values import Reader
from topoviz.engine.syntax.data_text import Data, Word

_MOST: Final = 1_000
_NAME: Final = "added"


@dataclass(frozen=True, slots=True)
class Add:
    """New clients. Without `count` it is one of just this name; several are numbered, so that no name is taken.

    `like` names a client whose threads, rack and tags they have; `threads` goes before its number of threads.
    """

    count: int | None
    threads: int | None
    name: str | None
    like: str | None = None

    def happen(self, stage: Stage) -> None:
        """Bring them in and start them."""
        names = self._names({*stage.running, *stage.stopped})
        had = 1 if self.like is None else stage.threads_of(self.like)
        threads = had if self.threads is None else self.threads
        size = "1 thread" if threads == 1 else f"{threads} threads"
        like = "" if self.like is None else f", like {self.like},"
        many = f"{len(names)} more clients of {size} each{like} start: {names[0]} to {names[-1]}."
        stage.say(many if len(names) > 1 else f"One more client of {size}{like} starts: {names[0]}.")
        for name in names:
            stage.add(name, threads, self.like)

    def _names(self, taken: set[str]) -> list[str]:
        if self.count is None and self.name is not None:
            if self.name in taken:
                raise BadEvent(
                    f"adds a client {self.name}, which is there already; take another name, or `count`, which numbers "
                    "them."
                )
            return [self.name]
        count, name = self.count or 1, self.name or _NAME
        numbered = (f"{name}-{number}" for number in range(1, len(taken) + count + 1))
        return [one for one in numbered if one not in taken][:count]


def _read(data: Data, reader: Reader) -> Add:
    if isinstance(data, Word):
        return Add(reader.number(data, "a number of clients", 1, _MOST), None, None)
    fields = reader.fields(data, "an addition", ("count", "threads", "name", "like"))
    count, threads, name, like = (fields.get(one) for one in ("count", "threads", "name", "like"))
    return Add(
        None if count is None else reader.number(count, "a number of clients", 1, _MOST),
        None if threads is None else reader.number(threads, "a number of threads", 1, _MOST),
        None if name is None else reader.text(name, "a name"),
        None if like is None else reader.client(like),
    )


KIND: Final = EventKind("add", "Clients are added.", "add: {count: 2, threads: 4}", _read)
