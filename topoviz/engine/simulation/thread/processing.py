"""Records of a task on its thread: which is next, what it costs, and what comes of it.

Source: TaskExecutor#processTask, StreamTask#process.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from topoviz.engine.simulation import events, node_events
from topoviz.engine.simulation.task.running_task import Processed
from topoviz.engine.simulation.thread.ends import before_sending
from topoviz.engine.simulation.thread.in_nodes import note, note_walked
from topoviz.engine.simulation.thread.live_task import LiveTask, Step

if TYPE_CHECKING:
    from topoviz.engine.simulation.thread.stream_thread import StreamThread


def go_ahead(thread: StreamThread, task: LiveTask, now: int, most: int) -> tuple[int, Step | None]:
    """Process records of a task at a time in ms, as long as nothing comes before the end of one.

    Gives how many, and the one that ends after something else, to be finished when that has happened.
    """
    world, running, only = thread.world, task.task, task.only
    asks = only is None or task.waits is not None or thread.looked is not None or running.paused
    done = 0
    while done < most:
        if only is not None and only.head is None:
            break
        if not asks and (found := running.take(now)) is not None:
            step = task.begin(*found, now)
            thread.clock += step.cost
            thread.busy += step.cost
        else:
            next_step = _next_step(thread, task, now)
            if next_step is None:
                break
            step = next_step
        if thread.clock >= world.horizon:
            return done, step
        finish(thread, task, step)
        done += 1
    return done, None


def _next_step(thread: StreamThread, task: LiveTask, now: int) -> Step | None:
    running = task.task
    paused = len(running.paused)
    found = running.process(now)
    if not isinstance(found, Processed):
        event = None if found is None else task.wait(found, thread.clock, thread.name)
        if event is not None:
            thread.world.tell(event)
        return None
    without = found.ready.without
    if without:
        task.tally.without += 1
    if task.waits is not None:
        waited = task.go_on(thread.clock)
        thread.world.tell(events.TaskGoesOn(thread.clock, thread.name, task.name, waited, tuple(map(str, without))))
    if len(running.paused) != paused:
        thread.note_resumed(task, found.partition)
    looked = thread.looked
    if looked is not None and looked.at(thread.clock, task.name):
        told = partial(note, thread, task, task.names[found.partition], found.record.offset)
        step = task.begin(found.queue, found.record, now, partial(told, node_events.NodeReached), told)
    else:
        step = task.begin(found.queue, found.record, now)
    thread.clock += step.cost
    thread.busy += step.cost
    return step


def finish(thread: StreamThread, task: LiveTask, step: Step) -> None:
    """Send what came of a record, and tell of it."""
    world, tally = thread.world, task.tally
    inlet, (offset, timestamp, _), is_skipped, cost, _, walked = step
    if thread.to_begin or thread.fails_in is not None:
        before_sending(thread, task, step)
    tally.records += 1
    tally.busy += cost
    if task.work is not None:
        task.work.add(inlet.log.visible[offset], cost, thread.clock)
    if walked is not None and (walked.late or walked.asks_for_commit):
        note_walked(thread, task, step, walked)
    if not is_skipped:
        world.send(thread, task, step)
    if inlet.queue.dropped:
        thread.note_dropped(task, inlet.queue)
    if world.listener is not None:
        world.listener(
            events.Processed(
                thread.clock, thread.name, task.name, inlet.name, offset, timestamp,
                task.task.group.stream_time, thread.most_in_turn,
            )
        )  # fmt: skip
