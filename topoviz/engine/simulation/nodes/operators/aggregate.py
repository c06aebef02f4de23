"""Aggregations by key, of records and of updates of a table, as counters.

Source: KStreamAggregate, KStreamReduce, KTableAggregate, KTableReduce.
"""

from __future__ import annotations

from collections.abc import Iterable

from topoviz.engine.simulation.nodes.context import Context
from topoviz.engine.simulation.nodes.moving import SOME, Moving, make_moving
from topoviz.engine.simulation.nodes.operators.model import NO_KEY, NO_VALUE, skip
from topoviz.engine.simulation.nodes.stores.key_values import Entry, KeyValues, make_entry


class AggregateOperator:
    """Counts the records of each key; what the aggregator makes of them is not known, and never nothing."""

    __slots__ = ("_context", "_counts", "_node", "_store")

    def __init__(self, node: str, store: KeyValues, context: Context, *, counts: bool) -> None:
        self._node = node
        self._store = store
        self._context = context
        self._counts = counts

    def process(self, record: Moving) -> Iterable[Moving]:
        """Take a record; one without a key or value is skipped."""
        key = record.key
        if key is None:
            return skip(self._context, self._node, record, NO_KEY)
        if record.value is None:
            return skip(self._context, self._node, record, NO_VALUE)
        store = self._store
        before = store.get(key)
        if before is None:
            count, time, old = 1, record.timestamp, None
        else:
            time, old, counter = before
            assert counter is not None
            count = counter + 1
            if record.timestamp > time:
                time = record.timestamp
        value = str(count) if self._counts else SOME
        return store.put(make_moving((key, time, value, old, record.born)), make_entry((time, value, count)))


class TableAggregateOperator:
    """Takes the old value of an update away, and adds the new one."""

    __slots__ = ("_counts", "_store")

    def __init__(self, store: KeyValues, *, counts: bool) -> None:
        self._store = store
        self._counts = counts

    def process(self, record: Moving) -> Iterable[Moving]:
        """Take an update, as a repartition topic brings it."""
        key, store = record.key, self._store
        if key is None:
            return ()
        before = store.get(key)
        count, time = (None, record.timestamp) if before is None else (before.counter, record.timestamp)
        if before is not None and count is not None and record.old is not None:
            count, time = count - 1, max(time, before.timestamp)
        if record.value is not None:
            count = (count or 0) + 1
            time = time if before is None else max(time, before.timestamp)
        old = None if before is None else before.value
        if count is None:
            return store.put(Moving(key, time, None, old, record.born), None)
        value = str(count) if self._counts else SOME
        return store.put(Moving(key, time, value, old, record.born), Entry(time, value, count))
