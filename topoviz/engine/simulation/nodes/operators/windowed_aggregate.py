"""Aggregations by time windows, as counters by key and window.

Source: KStreamWindowAggregate, AbstractKStreamTimeWindowAggregateProcessor; TimeWindows#windowsFor.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from topoviz.engine.simulation import node_events
from topoviz.engine.simulation.nodes.context import Context
from topoviz.engine.simulation.nodes.moving import SOME, Key, Moving, WindowedKey
from topoviz.engine.simulation.nodes.operations import WindowedAggregate
from topoviz.engine.simulation.nodes.operators.model import NO_KEY, skip
from topoviz.engine.simulation.nodes.stores.key_values import Entry, KeyValues

EMIT_INTERVAL: Final = 1_000
"""How often results of closed windows are looked for at most, by the clock (__emit.interval.ms…)."""


class WindowedAggregateOperator:
    """The windows of one task. Its stream time begins anew with each start of the task."""

    __slots__ = ("_context", "_next_look", "_node", "_open", "_plan", "_store", "_stream_time")

    def __init__(self, node: str, plan: WindowedAggregate, store: KeyValues, context: Context) -> None:
        self._node = node
        self._plan = plan
        self._store = store
        self._context = context
        self._stream_time = -1
        self._next_look = 0
        self._open: dict[int, set[Key]] = {}
        """Keys by the start of their windows, where results wait until windows close."""
        if plan.emits_on_close:
            for key in store.values:
                if isinstance(key, WindowedKey) and key.end > store.emitted:
                    self._open.setdefault(key.start, set()).add(key)

    def process(self, record: Moving) -> Iterable[Moving]:
        """Take a record into all of its windows that are open."""
        key, plan = record.key, self._plan
        if key is None:
            return skip(self._context, self._node, record, NO_KEY)
        time = record.timestamp
        self._stream_time = max(self._stream_time, time)
        closed = self._stream_time - plan.grace
        last = time - time % plan.advance
        if plan.advance == plan.size and not plan.emits_on_close:
            # The usual case, without a generator.
            return self._late(record, closed) if last + plan.size <= closed else self._update(record, last)
        first = max(0, time - plan.size + plan.advance)
        starts = range(first - first % plan.advance, last + 1, plan.advance)
        is_open = [start for start in starts if start + plan.size > closed]
        return self._update_all(record, is_open, closed)

    def _update_all(self, record: Moving, starts: list[int], closed: int) -> Iterator[Moving]:
        if not starts:
            self._late(record, closed)
        for start in starts:
            yield from self._update(record, start)
        if self._plan.emits_on_close and self._may_emit(closed):
            yield from self._emit(record, closed)

    def _late(self, record: Moving, closed: int) -> tuple[Moving, ...]:
        self._context.tally(self._node).late += 1
        self._context.late.append((self._node, closed))
        return ()

    def _update(self, record: Moving, start: int) -> Iterable[Moving]:
        plan, store = self._plan, self._store
        name = record.key.key if isinstance(record.key, WindowedKey) else record.key
        assert name is not None
        key = WindowedKey(name, start, start + plan.size)
        before = store.get(key)
        if before is None:
            count, time, old = 1, record.timestamp, None
        else:
            assert before.counter is not None
            count, time, old = before.counter + 1, max(record.timestamp, before.timestamp), before.value
        if plan.emits_on_close:
            self._open.setdefault(start, set()).add(key)
        value = str(count) if plan.counts else SOME
        update = Moving(key, time, value, old, record.born)
        found = store.put(update, Entry(time, value, count), forwards=not plan.emits_on_close)
        if plan.emits_on_close:
            self._context.is_held = True
        return found

    def _may_emit(self, closed: int) -> bool:
        if self._context.now < self._next_look:
            return False
        self._next_look = self._context.now + EMIT_INTERVAL
        return (self._store.emitted == -1 or self._store.emitted < closed) and closed - self._plan.size >= 0

    def _emit(self, record: Moving, closed: int) -> Iterator[Moving]:
        plan = self._plan
        upto = closed - plan.size
        if self._store.emitted != -1:
            since = max(0, self._store.emitted - plan.size) + 1
            if self._windows_of(upto) == self._windows_of(since - 1):
                return
        else:
            since = 0
        for start in sorted(start for start in self._open if since <= start <= upto):
            for key in sorted(self._open.pop(start), key=_bytes):
                entry = self._store.get(key)
                if entry is not None and start >= self._store.least:
                    self._context.tell(node_events.WindowClosed, self._node, key, self._store.name, closed)
                    yield Moving(key, entry.timestamp, entry.value, None, record.born)
        self._store.emitted = closed

    def _windows_of(self, time: int) -> tuple[int, int]:
        first = max(0, time - self._plan.size + self._plan.advance)
        return first - first % self._plan.advance, time - time % self._plan.advance


def _bytes(key: Key) -> bytes:
    return (key.key if isinstance(key, WindowedKey) else key).encode()
