"""Tables and their steps. Source: KTableSource, KTableFilter, KTableMapValues, KTableKTableJoinMerger."""

from __future__ import annotations

from collections.abc import Iterable

from topoviz.engine.simulation.nodes.context import Context
from topoviz.engine.simulation.nodes.moving import Moving
from topoviz.engine.simulation.nodes.operators.model import NO_KEY, skip
from topoviz.engine.simulation.nodes.stores.key_values import Entry, KeyValues


class SourceOperator:
    """Puts each record into the store as an update of its key, an older one too, and tells it on."""

    __slots__ = ("_context", "_node", "_store")

    def __init__(self, node: str, store: KeyValues | None, context: Context) -> None:
        self._node = node
        self._store = store
        self._context = context

    def process(self, record: Moving) -> Iterable[Moving]:
        """Take a record; without a key it is none of a table."""
        key, store = record.key, self._store
        if key is None:
            return skip(self._context, self._node, record, NO_KEY)
        if store is None:
            return (record._replace(old=None),)
        before = store.get(key)
        update = record._replace(old=None if before is None else before.value)
        return store.put(update, None if record.value is None else Entry(record.timestamp, record.value))


class DerivedOperator:
    """Passes updates on, through a store of its own if it has one."""

    __slots__ = ("_drops_nothing_new", "_store")

    def __init__(self, store: KeyValues | None, *, drops_nothing_new: bool) -> None:
        self._store = store
        self._drops_nothing_new = drops_nothing_new

    def process(self, record: Moving) -> Iterable[Moving]:
        """Take an update."""
        if self._drops_nothing_new and record.value is None and record.old is None:
            return ()
        store = self._store
        if store is None or record.key is None:
            return (record,)
        return store.put(record, None if record.value is None else Entry(record.timestamp, record.value))
