"""Copies go to the clients with the fewest tasks per thread that have none of the task.

Kafka: StandbyTaskAssignmentUtils (HighAvailabilityTaskAssignor until 3.1).
"""

from __future__ import annotations

from heapq import heapify, heappop, heappush

from topoviz.engine.assignment.draft import Draft
from topoviz.engine.assignment.result import Because, Reason
from topoviz.engine.assignment.too_few_clients import too_few_clients


def assign_to_least_loaded(
    draft: Draft, heap: list[tuple[float, int]], task: int, remaining: int, because: Because
) -> None:
    """Give as many copies of a task as there are clients for; warns as Kafka does of those that nobody can take.

    `heap` has the load of every client and is kept so. What `because` says is said with the loads.
    """
    while remaining:
        aside = []
        found = None
        while heap:
            entry = heappop(heap)
            if not draft.has(entry[1], task):
                found = entry[1]
                break
            aside.append(entry)
        if found is not None:
            draft.add_standby(found, task, Reason(because, load_facts(draft, found, remaining)))
            aside.append((draft.load(found), found))
        for entry in aside:
            heappush(heap, entry)
        if found is None:
            break
        remaining -= 1
    if remaining:
        draft.warnings.append(_warning(draft, task, remaining))


def load_facts(draft: Draft, client: int, remaining: int) -> dict[str, int | str]:
    """Give the load of a client, and how many had no copy when so many remained, for the reason of a standby."""
    with_copy = 1 + draft.problem.settings.num_standby_replicas - remaining
    return {
        "tasks": draft.counts[client],
        "threads": draft.threads[client],
        "clients": len(draft.clients) - with_copy,
    }


def loads(draft: Draft) -> list[tuple[float, int]]:
    """Give the load of every client as a heap."""
    heap = [(draft.load(client), client) for client in range(len(draft.clients))]
    heapify(heap)
    return heap


def _warning(draft: Draft, task: int, remaining: int) -> str:
    problem = draft.problem
    wanted, names_threads = problem.settings.num_standby_replicas, not problem.behaviours.has("asks_for_instances")
    return too_few_clients(draft.tasks[task], remaining, wanted, names_threads=names_threads)
