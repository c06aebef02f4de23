"""Tasks without state go one by one to the client with the fewest active tasks per thread.

Kafka: HighAvailabilityTaskAssignor#assignStatelessActiveTasks.
"""

from __future__ import annotations

from heapq import heapify, heapreplace

from topoviz.engine.assignment.draft import Draft
from topoviz.engine.assignment.result import Because, Reason


def assign_stateless_tasks(draft: Draft) -> None:
    """Give out tasks without state; among equals the least id goes first."""
    threads = draft.threads
    because = Because.LEAST_LOADED if len(threads) > 1 else Because.ONLY_CLIENT
    heap = [(len(tasks) / threads[client], client) for client, tasks in enumerate(draft.actives)]
    heapify(heap)
    for task in draft.stateless:
        client = heap[0][1]
        count = len(draft.actives[client])
        facts = {"tasks": count, "threads": threads[client], "clients": len(threads)}
        draft.set_active(client, task, Reason(because, facts))
        heapreplace(heap, ((count + 1) / threads[client], client))
