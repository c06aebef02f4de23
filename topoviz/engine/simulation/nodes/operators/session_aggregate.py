"""Aggregations by sessions, as counters by key and session. Source: KStreamSessionWindowAggregate."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from topoviz.engine.simulation.nodes.context import Context
from topoviz.engine.simulation.nodes.moving import SOME, Moving, WindowedKey
from topoviz.engine.simulation.nodes.operations import SessionAggregate
from topoviz.engine.simulation.nodes.operators.model import NO_KEY, skip
from topoviz.engine.simulation.nodes.stores.key_values import Entry, KeyValues

_MANY: Final = 32
"""Sessions of a key, above which those are forgotten that their store has forgotten."""


class SessionAggregateOperator:
    """The sessions of one task: a record that comes between two of them makes them one."""

    __slots__ = ("_closes_after", "_context", "_node", "_plan", "_sessions", "_store", "_stream_time")

    def __init__(
        self, node: str, plan: SessionAggregate, store: KeyValues, context: Context, *, closes_by_gap: bool
    ) -> None:
        self._node = node
        self._plan = plan
        self._store = store
        self._context = context
        self._closes_after = plan.grace + (plan.gap if closes_by_gap else 0)
        self._stream_time = -1
        self._sessions: dict[str, list[WindowedKey]] = {}
        for key in store.values:
            if isinstance(key, WindowedKey):
                self._sessions.setdefault(key.key, []).append(key)

    def process(self, record: Moving) -> Iterator[Moving]:
        """Take a record into its session, which is made or grows."""
        if record.key is None:
            skip(self._context, self._node, record, NO_KEY)
            return
        name = record.key.key if isinstance(record.key, WindowedKey) else record.key
        time, gap, store = record.timestamp, self._plan.gap, self._store
        self._stream_time = max(self._stream_time, time)
        closed = self._stream_time - self._closes_after
        mine = self._sessions.setdefault(name, [])
        since = max(time - gap, store.least)
        met = sorted((one for one in mine if one.end >= since and one.start <= time + gap), key=_order)
        start, end = min([time, *(one.start for one in met)]), max([time, *(one.end for one in met)])
        if end < closed:
            self._context.tally(self._node).late += 1
            self._context.late.append((self._node, closed))
            return
        entries = [store.get(one) for one in met]
        count = 1 + sum(entry.counter or 0 for entry in entries if entry is not None)
        if (start, end) != (time, time):
            for one, entry in zip(met, entries, strict=True):
                mine.remove(one)
                gone = Moving(one, one.end, None, None if entry is None else entry.value, record.born)
                yield from store.put(gone, None)
            met = []
        session = WindowedKey(name, start, end)
        if session not in mine:
            mine.append(session)
        if len(mine) > _MANY:
            self._sessions[name] = [one for one in mine if one == session or one in store.values]
        value = str(count) if self._plan.counts else SOME
        yield from store.put(Moving(session, end, value, None, record.born), Entry(end, value, count))


def _order(session: WindowedKey) -> tuple[int, int]:
    """Order sessions of a key as their store does: by end, then by start."""
    return session.end, session.start
