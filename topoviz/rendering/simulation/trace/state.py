"""What the tasks of an event have just after it, as JSON: the page shows it beside the event."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import Any, Final

from topoviz.rendering.simulation.saying import MOST_NAMES
from topoviz.rendering.simulation.trace.replay import Queue, Replay, TaskNow, replay_of

Json = dict[str, Any]

MOST_AHEAD: Final = 4_000
"""Events behind the one on show that are looked through for the next record of each queue."""

_ENDS: Final = ("killed", "thread died", "lost", "topology closed")


def tasks_after(result: Json, events: Iterable[Json], number: int, begun: Replay | None = None) -> list[Json] | None:
    """Give the tasks that the event of a number has to do with; None where there is no such event.

    `events` are all that are kept, in order from 0 on; or, with a replay that has `begun`, those that it has not taken
    yet, among which the number counts. Where some before it are not kept, no task is given: how many
    records wait in it is not known.
    """
    replay = replay_of(result) if begun is None else begun
    cut_at = (result.get("trace") or {}).get("cut_at_ms")
    left = iter(events)
    event = _taken(replay, left, number)
    if event is None:
        return None
    if cut_at is not None and event["at_ms"] >= cut_at:
        return []
    tasks = replay.tasks_of(event)
    heads = _heads(replay, tasks, left)
    return [_task(replay, task, heads) for task in tasks]


def _taken(replay: Replay, events: Iterator[Json], number: int) -> Json | None:
    for at, event in enumerate(events):
        replay.take(event)
        if at == number:
            return event
    return None


def _heads(replay: Replay, tasks: Iterable[str], events: Iterator[Json]) -> dict[str, tuple[int, int]]:
    """Find the next record of each queue that is not empty: it is the next one of it that is processed."""
    partitions = (partition for task in tasks for partition in replay.partitions.get(task, ()))
    missing = {one for one in partitions if replay.queues.get(one, Queue()).buffered > 0}
    found: dict[str, tuple[int, int]] = {}
    for event in islice(events, MOST_AHEAD):
        if not missing or event["event"] in _ENDS:
            break
        if event["event"] == "processed" and event["partition"] in missing:
            missing.remove(event["partition"])
            found[event["partition"]] = event["offset"], event["timestamp"]
    return found


def _task(replay: Replay, task: str, heads: Mapping[str, tuple[int, int]]) -> Json:
    now = replay.tasks.get(task)
    waits = None if now is None or now.waits is None else {"why": now.waits[0], "partition": now.waits[1]}
    return {
        "task": task,
        "stream_time": None if now is None else now.stream_time,
        "waits": waits,
        "state": None if now is None else now.state,
        "needs_commit": now is not None and now.needs_commit,
        "commit_asked": now is not None and now.commit_asked,
        "in_transaction": replay.is_in_transaction(task),
        "node": None if now is None else now.node,
        "said": [
            *_said(TaskNow() if now is None else now, replay.is_in_transaction(task)),
            *_offsets_said(replay, replay.partitions.get(task, ())),
        ],
        "queues": [_queue(replay, partition, heads.get(partition)) for partition in replay.partitions.get(task, ())],
    }


def _said(now: TaskNow, in_transaction: bool | None) -> Iterator[str]:
    if now.state is not None:
        yield f"It is {now.state}."
    if now.needs_commit:
        yield f"It needs a commit{', and a processor has asked for it' if now.commit_asked else ''}."
    else:
        yield "It has nothing to commit."
    if in_transaction is not None:
        yield f"{'A' if in_transaction else 'No'} transaction is open for what it sends."
    yield "No node has a record." if now.node is None else f"The current node is {now.node}."


def _offsets_said(replay: Replay, partitions: Iterable[str]) -> Iterator[str]:
    for partition in islice(partitions, MOST_NAMES):
        queue = replay.queues.get(partition, Queue())
        if queue.processed is None:
            continue
        commit = "nothing is committed yet" if queue.committed is None else f"the committed offset is {queue.committed}"
        yield f"Of {partition} it has processed up to offset {queue.processed}; {commit}."


def _queue(replay: Replay, partition: str, head: tuple[int, int] | None) -> Json:
    queue = replay.queues.get(partition, Queue())
    offset, timestamp = (None, None) if head is None else head
    return {
        "partition": partition,
        "buffered": max(queue.buffered, 0),
        "first_offset": offset,
        "first_timestamp": timestamp,
        "is_paused": queue.is_paused,
        "committed": queue.committed,
        "processed": queue.processed,
    }
