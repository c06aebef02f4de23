"""suppress(): updates wait until their windows have closed, or for a time, by the times of what passes here.

Source: KTableSuppressProcessorSupplier. How many bytes updates take is not known; a limit in bytes is not followed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from topoviz.engine.simulation import node_events
from topoviz.engine.simulation.nodes.context import Context
from topoviz.engine.simulation.nodes.moving import Moving, WindowedKey
from topoviz.engine.simulation.nodes.operations import Suppress
from topoviz.engine.simulation.nodes.stores.buffer import Buffer

_IN_TIME: Final = "its time has come"
_FULL: Final = "the buffer is full"


class SuppressOperator:
    """The buffer of one task, and the time of the stream as it is seen here."""

    __slots__ = ("_buffer", "_context", "_node", "_plan", "_stream_time")

    def __init__(self, node: str, plan: Suppress, buffer: Buffer, context: Context) -> None:
        self._node = node
        self._plan = plan
        self._buffer = buffer
        self._context = context
        self._stream_time = -1

    def process(self, record: Moving) -> Iterator[Moving]:
        """Take an update into the buffer, and let go what is due."""
        plan, buffer, key = self._plan, self._buffer, record.key
        self._stream_time = max(self._stream_time, record.timestamp)
        time = key.end if plan.awaits_windows and isinstance(key, WindowedKey) else record.timestamp
        buffer.put(time, record)
        self._context.is_held = True
        self._context.tell(node_events.Suppressed, self._node, key, buffer.name, time + plan.duration, len(buffer))
        due = self._stream_time - plan.duration
        while buffer.least is not None and buffer.least <= due:
            yield from self._emit(_IN_TIME)
        while plan.most_records is not None and len(buffer) > plan.most_records:
            yield from self._emit(_FULL)

    def _emit(self, why: str) -> Iterator[Moving]:
        update = self._buffer.pop()
        # Final results of windows have no tombstones: nobody has seen anything before.
        if update.value is not None or not self._plan.awaits_windows:
            self._context.tell(
                node_events.SuppressEmitted, self._node, update.key, self._buffer.name, why, len(self._buffer)
            )
            yield update
