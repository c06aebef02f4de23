"""initTransactions, and what comes of it when the brokers take longer than max.block.ms.

Until 2.5 the thread dies of it. 2.6 and 2.7 try again in every turn; from 2.8 on until task.timeout.ms have passed.
With a thread of their own that restores, 3.8 to 4.1 die of it again. Source: StreamTask#initializeTransactions (2.5),
StreamsProducer#initTransaction, TaskManager#tryToCompleteRestoration and #addTaskToStateUpdater, KIP-572.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from topoviz.engine.simulation.life_events.transactions import InitTransactionsTimedOut, TransactionsInitialized
from topoviz.engine.simulation.thread.ends import ThreadDies
from topoviz.engine.simulation.thread.live_task import LiveTask

if TYPE_CHECKING:
    from topoviz.engine.simulation.thread.life import ThreadLife


def init_transactions(life: ThreadLife, live: LiveTask) -> Iterator[int]:
    """Register the producer of a task or of its thread; raises ThreadDies."""
    thread, world = life.thread, life.world
    has, runtime = world.behaviours.has, world.settings.runtime
    tries_again = has("retries_initialization") or has("retries_initialization_apart")
    producer = thread.producer_of(live)
    assert producer is not None
    began, deadline = thread.clock, None
    while True:
        took = world.settings.costs.commit + world.slow_transactions
        if took <= runtime.max_block_ms * 1_000:
            break
        thread.clock += runtime.max_block_ms * 1_000
        yield from life.reach()
        now = thread.clock // 1_000
        is_over = not tries_again or (deadline is not None and now > deadline)
        if deadline is None and has("has_task_timeout"):
            deadline = now + runtime.task_timeout_ms
        outcome = "thread dies" if is_over else "tries again"
        until = deadline if tries_again else None
        world.tell(InitTransactionsTimedOut(thread.clock, thread.name, producer, live.name, outcome, until))
        if is_over:
            raise ThreadDies(_words(life, live.name, now, until), live.name, "initializing")
        thread.tick()
        thread.last_poll = thread.now
    thread.clock += took
    yield from life.reach()
    thread.to_begin.add(producer)
    live.has_producer = True
    world.crew.take_producer(thread, producer)
    world.tell(TransactionsInitialized(thread.clock, thread.name, producer, live.name, thread.clock - began))


def _words(life: ThreadLife, task: str, now: int, deadline: int | None) -> str:
    runtime = life.world.settings.runtime
    if not life.world.behaviours.has("has_task_states"):
        return f"StreamsException: Failed to initialize task {task} due to timeout."
    if deadline is None:
        return f"TimeoutException: Timeout expired after {runtime.max_block_ms}ms while awaiting InitProducerId"
    spent = now - deadline + runtime.task_timeout_ms
    return f"TimeoutException: Task {task} did not make progress within {spent} ms. Adjust `task.timeout.ms` if needed."
