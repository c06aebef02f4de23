"""Which events of a simulation a line belongs to: those of the kinds that it means, of the same task, partition, state.

What a line does not say is not asked; an event that says something else is none of its.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from topoviz.engine.log_lines.explaining import ExplainedLine

Json = Mapping[str, Any]

_TASK: Final = re.compile(r"\d{1,9}_\d{1,9}", re.ASCII)
_THREAD: Final = re.compile(r"-StreamThread-(\d{1,9})\b", re.ASCII)
_OFFSET: Final = re.compile(r"\boffset = (\d{1,19})", re.ASCII)
_TASKS: Final = frozenset(("task", "taskId", "task.id", "id", "migratedTask.id"))
_PARTITIONS: Final = frozenset(("partition", "tp", "changelogPartition"))
_MOST: Final = 20


@dataclass(frozen=True, slots=True)
class Clues:
    """What a line says of the event that it belongs to; None where it does not."""

    kinds: frozenset[str]
    task: str | None = None
    partition: str | None = None
    offset: int | None = None
    thread: str | None = None
    """Its number, as threads of one instance have them."""
    state: str | None = None

    def may_be_in(self, line: str) -> bool:
        """Tell whether an event may be meant, by its line of JSON: most are told apart without reading them."""
        if not any(f'"event": {_quoted(kind)}' in line for kind in self.kinds):
            return False
        said = {"task": self.task, "offset": self.offset, "state": self.state}
        return all(
            value is None or f'"{name}": ' not in line or f'"{name}": {_quoted(value)}' in line
            for name, value in said.items()
        )

    def fits(self, event: Json) -> bool:
        """Tell whether an event, as JSON has it, is one of those that are meant."""
        if event["event"] not in self.kinds:
            return False
        if self.thread is not None and event["thread"].rpartition("-")[2] not in (self.thread, event["thread"]):
            return False
        said = {
            "task": self.task,
            "partition": self.partition,
            "offset": self.offset,
            "state": self.state,
        }
        if any(value is not None and event.get(name, value) != value for name, value in said.items()):
            return False
        several = ("records", "offsets", "changelogs", "missing")
        inside = [event[name] for name in several if name in event]
        return self.partition is None or not inside or any(self.partition in one for one in inside)


def _quoted(value: str | int) -> str:
    return json.dumps(value, ensure_ascii=False)


def clues_of(line: ExplainedLine) -> Clues | None:
    """Read what a line says; None of one that stands for no event."""
    meaning = line.meaning
    if meaning is None or not meaning.events or not line.found:
        return None
    found = line.found[0]
    said, holes = dict(found.said), dict(found.holes)
    tasks = [value for name, value in holes.items() if name in _TASKS and _TASK.fullmatch(value)]
    thread = _THREAD.search(f"{said.get('thread', '')} {said.get('client id', '')}")
    offset = _OFFSET.search(holes.get("record", ""))
    return Clues(
        frozenset(meaning.events),
        said.get("task") or next(iter(tasks), None),
        next((value for name, value in holes.items() if name in _PARTITIONS), None),
        None if offset is None else int(offset[1]),
        None if thread is None else thread[1],
        holes.get("newState"),
    )


def events_of(lines: Sequence[ExplainedLine], events: Iterable[Json]) -> dict[int, tuple[list[Json], int]]:
    """Give for each line, by its place, the first events that it belongs to, and how many there are."""
    clues = [(place, one) for place, line in enumerate(lines) if (one := clues_of(line)) is not None]
    found: dict[int, tuple[list[Json], int]] = {place: ([], 0) for place, _ in clues}
    for event in events:
        for place, one in clues:
            if one.fits(event):
                first, count = found[place]
                if count < _MOST:
                    first.append(event)
                found[place] = first, count + 1
    return found
