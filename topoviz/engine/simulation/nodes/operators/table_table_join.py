"""One side of a join of tables: an update of one is looked up in the other.

Source: KTableKTableInnerJoin, -LeftJoin, -RightJoin and -OuterJoin.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from topoviz.engine.simulation import node_events
from topoviz.engine.simulation.nodes.context import Context
from topoviz.engine.simulation.nodes.moving import SOME, Moving
from topoviz.engine.simulation.nodes.operations import JoinKind
from topoviz.engine.simulation.nodes.operators.model import NO_KEY, skip
from topoviz.engine.simulation.nodes.operators.stream_table_join import ENDS, GOES_ON
from topoviz.engine.simulation.nodes.operators.views import View

NOTHING_YET: Final = "the other table has nothing of this key so far"


class TableJoinSideOperator:
    """What it passes on is an update of the joined table."""

    __slots__ = ("_context", "_kind", "_node", "_view", "_where")

    def __init__(self, node: str, view: tuple[View, str], context: Context, kind: JoinKind) -> None:
        self._node = node
        self._view, self._where = view
        self._context = context
        self._kind = kind

    def process(self, record: Moving) -> Iterable[Moving]:
        """Take an update of this side's table."""
        key, kind = record.key, self._kind
        if key is None:
            return skip(self._context, self._node, record, NO_KEY)
        other = self._view(key)
        if other is None:
            is_kept = kind in (JoinKind.LEFT, JoinKind.OUTER) and (record.value, record.old) != (None, None)
            self._context.tally(self._node).unmatched += 1
            self._context.tell(
                node_events.NoMatch, self._node, key, self._where, NOTHING_YET, GOES_ON if is_kept else ENDS
            )
            if not is_kept:
                return ()
            return (record._replace(value=_some(record.value), old=_some(record.old)),)
        self._context.tally(self._node).matched += 1
        self._context.tell(node_events.Matched, self._node, key, self._where, other.timestamp)
        # The other side's value is there: it is enough for a result where this side may be empty.
        is_enough = kind in (JoinKind.RIGHT, JoinKind.OUTER)
        value = SOME if is_enough else _some(record.value)
        old = SOME if is_enough else _some(record.old)
        return (Moving(key, max(record.timestamp, other.timestamp), value, old, record.born),)


def _some(value: str | None) -> str | None:
    return None if value is None else SOME
