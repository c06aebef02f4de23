"""What stands before repartition topics. Source: KStreamImpl#createRepartitionedSource, KTableRepartitionMap."""

from __future__ import annotations

from collections.abc import Iterable

from topoviz.engine.simulation.nodes.context import Context
from topoviz.engine.simulation.nodes.moving import SOME, Moving
from topoviz.engine.simulation.nodes.operations import TableRepartition
from topoviz.engine.simulation.nodes.operators.model import NO_KEY, skip


class NullKeyFilter:
    """Lets records through that have a key."""

    __slots__ = ("_context", "_node")

    def __init__(self, node: str, context: Context) -> None:
        self._node = node
        self._context = context

    def process(self, record: Moving) -> Iterable[Moving]:
        """Take a record."""
        return skip(self._context, self._node, record, NO_KEY) if record.key is None else (record,)


class TableRepartitionOperator:
    """Sends what is to be taken away to the old key, and what is to be added to the new one.

    Where both are equal that is one record since 3.5, and two before. A key stays as it is, where nobody says that the
    new key is the value.
    """

    __slots__ = ("_plan", "_sends_one")

    def __init__(self, plan: TableRepartition, *, sends_one: bool) -> None:
        self._plan = plan
        self._sends_one = sends_one

    def process(self, record: Moving) -> Iterable[Moving]:
        """Take an update."""
        old_key, new_key = self._key(record, record.old), self._key(record, record.value)
        if self._sends_one and record.old is not None and record.value is not None and old_key == new_key:
            return (record._replace(key=new_key),)
        found = []
        if record.old is not None:
            found.append(record._replace(key=old_key, value=None))
        if record.value is not None:
            found.append(record._replace(key=new_key, old=None))
        return found

    def _key(self, record: Moving, value: str | None) -> str | None:
        if self._plan.key_is_value and value is not SOME:
            return value
        key = record.key
        return key if key is None or isinstance(key, str) else key.key
