"""2.1 to 2.5: N rounds, and in each round one record of every task that may process.

Source: StreamThread#runOnce of 2.5. When a punctuator fires, the interval of commits is not looked at that time: both
stand in one condition. A commit that a processor asked for comes after the round, and is of that task alone.
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
    thread.tick()
    half = world.settings.runtime.most_between_polls_ms // 2
    while True:
        processed = 0
        for _ in range(thread.most_in_turn):
            processed = 0
            for task in thread.tasks:
                only = task.only
                if only is not None and only.head is None:
                    # It waits for nothing but records.
                    continue
                done, step = go_ahead(thread, task, thread.now, 1)
                processed += done
                if step is not None:
                    thread.wake = thread.clock
                    yield thread.clock
                    finish(thread, task, step)
                    processed += 1
            if not processed:
                break
            thread.tick()
            if (yield from thread.commit_if_asked(only_who_asked=True)):
                thread.tick()
        since_poll = thread.now - thread.last_poll
        punctuated = thread.punctuate()
        if punctuated:
            thread.tick()
            committed = 0
        else:
            committed = yield from _maybe_commit(thread)
        if punctuated or committed:
            thread.most_in_turn = max(1, thread.most_in_turn // 2)
        elif since_poll > half:
            thread.most_in_turn = max(1, thread.most_in_turn // 2)
            break
        elif processed:
            thread.most_in_turn += 1
        if not processed:
            break
    yield from _maybe_commit(thread)


def _maybe_commit(thread: StreamThread) -> Generator[int, None, int]:
    if not thread.is_commit_due():
        committed = yield from thread.commit_if_asked(only_who_asked=True)
        if committed:
            thread.tick()
        return committed
    committed = yield from thread.commit(thread.tasks, BY_INTERVAL)
    if committed:
        thread.tick()
        thread.purge()
    thread.last_commit = thread.now
    return committed
