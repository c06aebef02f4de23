"""Joins of two streams: each side is kept for the other one, which looks for partners within the window.

Source: KStreamJoinWindow, KStreamKStreamJoin. Results without a partner go on at once until 3.0, and since then where
the program asks for windows of old (KAFKA-10847); else they wait until their windows have closed by stream time.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from topoviz.engine.simulation import node_events
from topoviz.engine.simulation.nodes.context import Context
from topoviz.engine.simulation.nodes.moving import SOME, Moving, WindowedKey
from topoviz.engine.simulation.nodes.operations import StreamJoinSide
from topoviz.engine.simulation.nodes.operators.model import skip, why_not_joined
from topoviz.engine.simulation.nodes.operators.stream_table_join import ENDS, GOES_ON
from topoviz.engine.simulation.nodes.operators.windowed_aggregate import EMIT_INTERVAL
from topoviz.engine.simulation.nodes.stores.join_rows import JoinRows
from topoviz.engine.simulation.nodes.stores.unmatched import Row, Unmatched

NOTHING_YET: Final = "the other stream has nothing of this key so far"
OUT_OF_WINDOW: Final = "the nearest record of the other stream is out of the window, at {time}"
WAITS: Final = "when its window has closed, unless a partner comes"
_NEVER: Final = 2**63 - 1


@dataclass(slots=True)
class JoinTime:
    """What both sides of a join share (KStreamImplJoin.TimeTracker): times of the stream, and one of the clock."""

    stream_time: int = -1
    least: int = _NEVER
    next_look: int = 0


@dataclass(frozen=True, slots=True)
class JoinEra:
    """In what versions differ."""

    keeps_null_keys: bool
    resyncs: bool
    looks_at_both_sides: bool


class JoinWindowOperator:
    """Tells a record on, and keeps it after that."""

    __slots__ = ("_keeps_null_keys", "_store")

    def __init__(self, store: JoinRows, *, keeps_null_keys: bool) -> None:
        self._store = store
        self._keeps_null_keys = keeps_null_keys

    def process(self, record: Moving) -> Iterator[Moving]:
        """Take a record of this side."""
        if record.key is not None or self._keeps_null_keys:
            yield record
        if record.key is not None:
            if record.value is None:
                self._store.put_nothing()
            else:
                self._store.put(_plain(record.key), record.timestamp)


class StreamJoinSideOperator:
    """One side of a join in one task."""

    __slots__ = ("_context", "_era", "_node", "_plan", "_store", "_time", "_unmatched")

    def __init__(
        self, node: str, plan: StreamJoinSide, store: JoinRows, unmatched: Unmatched | None, time: JoinTime,
        era: JoinEra, context: Context,
    ) -> None:  # fmt: skip
        self._node = node
        self._plan = plan
        self._store = store
        self._unmatched = unmatched
        self._time = time
        self._era = era
        self._context = context

    def process(self, record: Moving) -> Iterator[Moving]:
        """Take a record of this side: results whose windows it closes come first, and then its own."""
        shared, plan, time = self._time, self._plan, record.timestamp
        if self._era.keeps_null_keys:
            shared.stream_time = max(shared.stream_time, time)
            if plan.keeps_all and record.key is None and record.value is not None:
                self._context.tally(self._node).unmatched += 1
                yield record._replace(value=SOME)
                return
        why = why_not_joined(record)
        if why is not None or record.key is None:
            skip(self._context, self._node, record, why or "")
            return
        shared.stream_time = max(shared.stream_time, time)
        if time == shared.stream_time and self._unmatched is not None:
            yield from self._emit_unmatched(self._unmatched, record)
        key = _plain(record.key)
        upto = max(0, time + plan.after)
        found = self._store.fetch(key, max(0, time - plan.before), upto)
        for other in found:
            if self._unmatched is not None:
                self._unmatched.remove((other, not plan.is_left_side, key))
            self._context.tally(self._node).matched += 1
            self._context.tell(node_events.Matched, self._node, key, self._store.name, other)
            yield Moving(key, max(time, other), SOME, None, record.born)
        if not found:
            yield from self._without_partner(record, key, upto)

    def _without_partner(self, record: Moving, key: str, upto: int) -> Iterator[Moving]:
        plan, waiting = self._plan, self._unmatched
        waits = plan.keeps_all and waiting is not None and upto >= self._time.stream_time
        self._context.tally(self._node).unmatched += 1
        if self._context.told is not None:
            nearest = self._store.nearest(key, record.timestamp)
            why = NOTHING_YET if nearest is None else OUT_OF_WINDOW.format(time=nearest)
            goes_on = WAITS if waits else GOES_ON if plan.keeps_all else ENDS
            self._context.tell(node_events.NoMatch, self._node, key, self._store.name, why, goes_on)
        if not plan.keeps_all:
            return
        if waits and waiting is not None:
            self._time.least = min(self._time.least, record.timestamp)
            waiting.put((record.timestamp, plan.is_left_side, key), record.born)
            self._context.is_held = True
        else:
            yield record._replace(value=SOME)

    def _emit_unmatched(self, waiting: Unmatched, record: Moving) -> Iterator[Moving]:
        shared, plan, now = self._time, self._plan, self._context.now
        # Until 3.7 the window was looked at from the wrong end here. Since then the sum overflows while nothing waits,
        # so that the clock is set anew by records that have nothing to emit.
        looks_at_both = self._era.looks_at_both_sides
        least = shared.least + (plan.after if looks_at_both else plan.before) + plan.grace
        overflows = looks_at_both and least > _NEVER
        if (least >= shared.stream_time and not overflows) or now < shared.next_look:
            return
        if self._era.resyncs or shared.next_look == 0:
            shared.next_look = now
        shared.next_look += EMIT_INTERVAL
        shared.least = _NEVER
        if self._era.looks_at_both_sides:
            rows = self._closed_on_both_sides(waiting)
        else:
            rows = self._closed_on_this_side(waiting)
        for row in rows:
            for born in tuple(waiting.born.get(row, ())):
                key = row[2]
                self._context.tell(node_events.WindowClosed, self._node, key, waiting.name, shared.stream_time)
                yield Moving(key, row[0], SOME, None, born)
            waiting.remove(row)

    def _closed_on_this_side(self, waiting: Unmatched) -> list[Row]:
        shared, found = self._time, []
        for row in waiting.order:
            shared.least = row[0]
            if row[0] + self._plan.after + self._plan.grace >= shared.stream_time:
                break
            found.append(row)
        return found

    def _closed_on_both_sides(self, waiting: Unmatched) -> list[Row]:
        """List what has closed, and leave the time of the row that was looked at last, by which Kafka Streams goes."""
        shared, plan, found = self._time, self._plan, []
        of_left, of_right = (plan.after, plan.before) if plan.is_left_side else (plan.before, plan.after)
        is_open = {True: False, False: False}
        for row in waiting.order:
            shared.least = row[0]
            if is_open[True] and is_open[False]:
                break
            if row[0] + (of_left if row[1] else of_right) + plan.grace >= shared.stream_time:
                is_open[row[1]] = True
            else:
                found.append(row)
        return found


def _plain(key: str | WindowedKey) -> str:
    return f"{key.key}@{key.start}/{key.end}" if isinstance(key, WindowedKey) else key
