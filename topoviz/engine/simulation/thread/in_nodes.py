"""What a thread tells of the nodes of its tasks, and how it flushes what they hold in caches when it commits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from topoviz.engine.simulation import events, node_events
from topoviz.engine.simulation.nodes.walk import Walked
from topoviz.engine.simulation.thread.live_task import LiveTask, Step

if TYPE_CHECKING:
    from topoviz.engine.simulation.thread.stream_thread import StreamThread


def note(
    thread: StreamThread, task: LiveTask, partition: str | None, offset: int | None,
    event: type[node_events.NodeEvent], *rest: Any,
) -> None:  # fmt: skip
    """Tell of what a node did with a record; `rest` are the fields of the event from the node on."""
    thread.world.tell(event(thread.clock, thread.name, task.name, partition, offset, *rest))


def note_walked(thread: StreamThread, task: LiveTask, step: Step, walked: Walked) -> None:
    """Tell of nodes for which a record came too late, and of processors that asked for a commit."""
    partition, offset, timestamp = step.inlet.name, step.record.offset, step.record.timestamp
    if walked.asks_for_commit:
        thread.world.tell(events.CommitAsked(thread.clock, thread.name, task.name, partition, offset))
    for node, closed in walked.late:
        key = step.inlet.log.keys[offset]
        note(thread, task, partition, offset, node_events.LateForWindow, node, key, timestamp, closed)


def flush(thread: StreamThread, tasks: Iterable[LiveTask]) -> Iterator[int]:
    """Let go on what waits in the caches of tasks, before they commit (StreamTask#prepareCommit)."""
    world, looked = thread.world, thread.world.settings.looked
    for task in tasks:
        if not task.walker.has_to_flush:
            continue
        if looked is not None and looked.at(thread.clock, task.name):
            told = partial(note, thread, task, None, None)
            walked = task.walker.flush(thread.now, partial(told, node_events.NodeReached), told)
        else:
            walked = task.walker.flush(thread.now)
        thread.clock += walked.cost
        thread.busy += walked.cost
        task.tally.busy += walked.cost
        if thread.clock >= world.horizon:
            thread.wake = thread.clock
            yield thread.clock
        for sink, record in walked.sent:
            world.produce(thread, task, sink, record)
