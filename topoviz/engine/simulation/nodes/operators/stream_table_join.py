"""Joins of a stream with a table, by what the table has seen so far. Source: KStreamKTableJoinProcessor."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from topoviz.engine.simulation import node_events
from topoviz.engine.simulation.nodes.context import Context
from topoviz.engine.simulation.nodes.moving import SOME, Moving
from topoviz.engine.simulation.nodes.operators.model import skip, why_not_joined
from topoviz.engine.simulation.nodes.operators.views import View

NOTHING_YET: Final = "the table has nothing of this key so far"
GOES_ON: Final = "without a partner"
ENDS: Final = "no"


class StreamTableJoinOperator:
    """Looks each record up when it comes: what the table gets later changes nothing any more."""

    __slots__ = ("_context", "_is_left", "_keeps_null_keys", "_node", "_view", "_where")

    def __init__(
        self, node: str, view: tuple[View, str], context: Context, *, is_left: bool, keeps_null_keys: bool
    ) -> None:
        self._node = node
        self._view, self._where = view
        self._context = context
        self._is_left = is_left
        self._keeps_null_keys = keeps_null_keys and is_left

    def process(self, record: Moving) -> Iterable[Moving]:
        """Take a record of the stream."""
        key = record.key
        if key is None and record.value is not None and self._keeps_null_keys:
            return self._unmatched(record)
        why = why_not_joined(record)
        if why is not None or key is None:
            return skip(self._context, self._node, record, why or "")
        found = self._view(key)
        if found is None:
            return self._unmatched(record)
        self._context.tally(self._node).matched += 1
        self._context.tell(node_events.Matched, self._node, key, self._where, found.timestamp)
        return (record._replace(value=SOME),)

    def _unmatched(self, record: Moving) -> tuple[Moving, ...]:
        self._context.tally(self._node).unmatched += 1
        goes_on = GOES_ON if self._is_left else ENDS
        self._context.tell(node_events.NoMatch, self._node, record.key, self._where, NOTHING_YET, goes_on)
        return (record._replace(value=SOME),) if self._is_left else ()
