"""Which events of a trace somebody asks for, and reading no more pieces than have them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from topoviz.rendering.simulation.trace.pieces import PieceHead, event_of, names_in, unpack

Json = dict[str, Any]

Read = Callable[[PieceHead], bytes]
"""Gives the data of a piece."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which events: of kinds, of threads, and that name one of `names` each; empty is any.

    `names` has a set for each thing that must be named, such as one of two tasks, and a partition.
    """

    kinds: frozenset[str] = frozenset()
    threads: frozenset[str] = frozenset()
    names: tuple[frozenset[str], ...] = ()

    def may_be_in(self, head: PieceHead) -> bool:
        """Tell whether a piece may have such an event."""
        return (
            (not self.kinds or not self.kinds.isdisjoint(head.kinds))
            and (not self.threads or not self.threads.isdisjoint(head.threads))
            and all(not names.isdisjoint(head.names) for names in self.names)
        )

    def needles(self) -> tuple[tuple[str, ...], ...]:
        """Give texts of which the line of such an event has one of each: lines without need not be read as JSON."""
        kinds = tuple(f'"event": {_quoted(one)}' for one in self.kinds)
        threads = tuple(f'"thread": {_quoted(one)}' for one in self.threads)
        names = (tuple(map(_quoted, one)) for one in self.names)
        return tuple(filter(None, (kinds, threads, *names)))

    def has(self, event: Json) -> bool:
        """Tell whether an event is such a one."""
        if self.kinds and event["event"] not in self.kinds:
            return False
        if self.threads and event["thread"] not in self.threads:
            return False
        if not self.names:
            return True
        found = set(names_in(event))
        return all(not names.isdisjoint(found) for names in self.names)


@dataclass(frozen=True, slots=True)
class Page:
    """Some events in their order, each with its number, and whether there are such events after and before them."""

    events: tuple[tuple[int, Json], ...]
    goes_on: bool
    has_more_before: bool


def number_at(heads: Sequence[PieceHead], read: Read, time_us: int) -> int:
    """Give the number of the first event that is not before a time in microseconds; that after the last if all are."""
    for head in heads:
        if head.to_us >= time_us:
            for number, line in enumerate(unpack(read(head)), head.first):
                if round(event_of(line)["at_ms"] * 1_000) >= time_us:
                    return number
    return heads[-1].first + heads[-1].count if heads else 0


def events_after(heads: Sequence[PieceHead], read: Read, wanted: Wanted, after: int, limit: int) -> Page:
    """Give the first events with a number above `after`."""
    found = _take(heads, read, wanted, lambda number: number > after, limit + 1)
    page = tuple(found[:limit])
    # Without any, whoever went beyond the end may go back to what stands before.
    upto = page[0][0] if page else after + 1
    before = _take(list(reversed(heads)), read, wanted, lambda number: number < upto, 1, is_backwards=True)
    return Page(page, len(found) > limit, bool(before))


def events_before(heads: Sequence[PieceHead], read: Read, wanted: Wanted, before: int, limit: int) -> Page:
    """Give the last events with a number below `before`, in the order of the trace."""
    backwards = list(reversed(heads))
    found = _take(backwards, read, wanted, lambda number: number < before, limit + 1, is_backwards=True)
    page = tuple(reversed(found[:limit]))
    last = page[-1][0] if page else before - 1
    after = _take(heads, read, wanted, lambda number: number > last, 1)
    return Page(page, bool(after), len(found) > limit)


def events_with(
    heads: Iterable[PieceHead], read: Read, wanted: Wanted, may_fit: Callable[[str], bool], after: int
) -> Iterator[tuple[int, Json]]:
    """Give events with a number above `after` whose lines may fit, reading on as they are asked for."""
    for head in heads:
        if head.first + head.count - 1 <= after or not wanted.may_be_in(head):
            continue
        for number, line in enumerate(unpack(read(head)), head.first):
            if number > after and may_fit(line):
                yield number, event_of(line)


def _take(
    heads: Iterable[PieceHead],
    read: Read,
    wanted: Wanted,
    fits: Callable[[int], bool],
    most: int,
    *,
    is_backwards: bool = False,
) -> list[tuple[int, Json]]:
    found: list[tuple[int, Json]] = []
    needles = wanted.needles()
    for head in heads:
        if not (fits(head.first) or fits(head.first + head.count - 1)) or not wanted.may_be_in(head):
            continue
        lines = list(enumerate(unpack(read(head)), head.first))
        for number, line in reversed(lines) if is_backwards else lines:
            if not fits(number) or not all(any(one in line for one in several) for several in needles):
                continue
            if wanted.has(event := event_of(line)):
                found.append((number, event))
                if len(found) >= most:
                    return found
    return found


def _quoted(name: str) -> str:
    return json.dumps(name, ensure_ascii=False)
