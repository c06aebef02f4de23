"""From 2.6 on: up to N records of one task, then up to N of the next; punctuators and commits after all tasks.

Source: StreamThread#runOnce of 2.6, #runOnceWithoutProcessingThreads of 3.9. With a large N, the first task empties its
queues before the second one begins. A commit that any task asked for commits all.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator

from topoviz.engine.simulation.events import BY_INTERVAL
from topoviz.engine.simulation.thread.processing import finish, go_ahead
from topoviz.engine.simulation.thread.stream_thread import StreamThread


def turn(thread: StreamThread) -> Iterator[int]:
    """Poll once, and process until there is nothing, or until it is time to poll."""
    world = thread.world
    yield from thread.poll()
    thread.update_lags()
    half = world.settings.runtime.most_between_polls_ms // 2
    while True:
        processed = 0
        for task in thread.tasks:
            only = task.only
            if only is not None and only.head is None:
                # It waits for nothing but records.
                continue
            now = thread.clock // 1_000
            left = thread.most_in_turn
            while left:
                done, step = go_ahead(thread, task, now, left)
                processed += done
                left -= done
                if step is None:
                    break
                thread.wake = thread.clock
                yield thread.clock
                finish(thread, task, step)
                processed += 1
                left -= 1
        thread.tick()
        punctuated = thread.punctuate()
        if punctuated:
            thread.tick()
        committed = (yield from _maybe_commit(thread)) if thread.may_commit_or_purge else 0
        if not processed:
            return
        if thread.now - thread.last_poll > half:
            thread.most_in_turn = max(1, thread.most_in_turn // 2)
            return
        if punctuated or committed:
            thread.most_in_turn = max(1, thread.most_in_turn // 2)
        else:
            thread.most_in_turn += 1


def _maybe_commit(thread: StreamThread) -> Generator[int, None, int]:
    behaviours = thread.world.behaviours
    purges_apart = behaviours.has("purges_between_commits")
    if thread.is_commit_due():
        committed = yield from thread.commit(thread.tasks, BY_INTERVAL)
        if not behaviours.has("purges_by_interval"):
            if committed:
                thread.purge()
        elif not purges_apart and thread.is_purge_due() and (committed or behaviours.has("purges_without_commit")):
            thread.purge()
        thread.tick()
        thread.last_commit = thread.now
    else:
        committed = yield from thread.commit_if_asked(only_who_asked=False)
    if purges_apart and thread.is_purge_due():
        thread.purge()
    return committed
