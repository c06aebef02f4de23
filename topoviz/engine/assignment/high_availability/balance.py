"""Tasks move from clients with more tasks per thread to clients with less, until no move brings them closer.

Kafka: HighAvailabilityTaskAssignor#balanceTasksOverThreads, #shouldMoveATask.
"""

from __future__ import annotations

from collections.abc import Callable

from topoviz.engine.assignment.draft import Draft
from topoviz.engine.assignment.result import Because, Reason

Move = Callable[[int, int, int, Reason], None]


def balance_actives(draft: Draft) -> None:
    """Move active tasks."""

    def move(_: int, destination: int, task: int, why: Reason) -> None:
        draft.set_active(destination, task, why)

    _balance(draft, draft.actives, move, lambda _, __: True)


def balance_standbys(draft: Draft, may_move: Callable[[int, int], bool]) -> None:
    """Move standbys between clients for which `may_move` says so."""

    def move(source: int, destination: int, task: int, why: Reason) -> None:
        draft.drop_standby(source, task)
        draft.add_standby(destination, task, why)

    _balance(draft, draft.standbys, move, may_move)


def _balance(draft: Draft, held: list[set[int]], move: Move, may_move: Callable[[int, int], bool]) -> None:
    clients = range(len(draft.clients))
    keeps_balancing = True
    while keeps_balancing:
        keeps_balancing = False
        for source in clients:
            if not _has_lighter(draft, source):
                continue
            for destination in clients:
                if source == destination or not _should_move(draft, source, destination):
                    continue
                if not may_move(source, destination):
                    continue
                for task in sorted(held[source]):
                    if not _should_move(draft, source, destination):
                        break
                    if not draft.has(destination, task):
                        move(source, destination, task, _why(draft, source, destination))
                        keeps_balancing = True


def _has_lighter(draft: Draft, source: int) -> bool:
    """Tell whether any client would still not have more per thread than this one after a move."""
    after = (draft.counts[source] - 1.0) / draft.threads[source]
    return min((count + 1.0) / threads for count, threads in zip(draft.counts, draft.threads, strict=True)) <= after


def _should_move(draft: Draft, source: int, destination: int) -> bool:
    counts, threads = draft.counts, draft.threads
    skew = counts[source] / threads[source] - counts[destination] / threads[destination]
    if skew <= 0:
        return False
    proposed = (counts[source] - 1.0) / threads[source] - (counts[destination] + 1.0) / threads[destination]
    return 0 <= proposed < skew


def _why(draft: Draft, source: int, destination: int) -> Reason:
    return Reason(
        Because.BALANCED,
        {
            "from": draft.name(source),
            "tasks_there": draft.counts[source],
            "threads_there": draft.threads[source],
            "tasks_here": draft.counts[destination],
            "threads_here": draft.threads[destination],
        },
    )
