"""How the leader of a version divides the tasks of its clients among their threads.

Source: StreamsPartitionAssignor#computeNewAssignment.
"""

from __future__ import annotations

from collections.abc import Iterable

from topoviz.engine.assignment.threads import by_lag, by_load, interleaved, sticky_balanced
from topoviz.engine.assignment.threads.consumer_order import hashed_consumers, sorted_consumers
from topoviz.engine.assignment.threads.dealt import ClientWork, Dealt
from topoviz.engine.versions import Behaviours


def consumers_in_order(consumers: Iterable[str], behaviours: Behaviours) -> tuple[str, ...]:
    """Order the consumers of a client, given as they joined, as the leader of that version keeps them."""
    order = sorted_consumers if behaviours.has("deals_tasks_by_lag") else hashed_consumers
    return order(consumers)


def deal_to_threads(clients: Iterable[ClientWork], behaviours: Behaviours) -> list[Dealt]:
    """Deal to the threads of all clients, which stand in the order of the leader's hash map."""
    if behaviours.has("balances_threads_together"):
        return [by_load.deal(client) for client in clients]
    if behaviours.has("deals_tasks_by_lag"):
        return [by_lag.deal(client) for client in clients]
    if behaviours.has("cooperates"):
        return _deal_until_one_moves(clients, behaviours.jdk)
    return [interleaved.deal(client) for client in clients]


def _deal_until_one_moves(clients: Iterable[ClientWork], jdk: int) -> list[Dealt]:
    """Let clients keep what their threads own, until one cannot; from there on all deal anew (2.4 and 2.5)."""
    dealt = []
    must_rebalance = False
    for client in clients:
        kept = None
        if not must_rebalance and client.owns:
            kept = sticky_balanced.deal_to_owners(client, jdk)
            must_rebalance = kept is None
        dealt.append(sticky_balanced.deal_in_turn(client) if kept is None else kept)
    return dealt
