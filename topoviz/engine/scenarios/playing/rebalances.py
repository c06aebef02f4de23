"""What a rebalance does: who is asked, what the leader answers, and what each thread has then.

Source: StreamsPartitionAssignor#assign and #onAssignment, ConsumerCoordinator#onJoinPrepare.
"""

from __future__ import annotations

from topoviz.engine.assignment.failure import AssignmentFails
from topoviz.engine.assignment.rebalanced import Application, Rebalance
from topoviz.engine.scenarios.asking_leader import ask_leader, give_to_threads
from topoviz.engine.scenarios.causes import cause_text
from topoviz.engine.scenarios.group import Cause, Preparing, Why
from topoviz.engine.scenarios.model import StepKind
from topoviz.engine.scenarios.playing.holding import assign_copies, let_go
from topoviz.engine.scenarios.playing.live import Live
from topoviz.engine.scenarios.recorded import OpenStep
from topoviz.engine.scenarios.topics import BadCounts


def request_rebalance(live: Live, cause: Cause, at_once: frozenset[str]) -> None:
    """Let a member start a rebalance; those `at_once` join without waiting for a heartbeat."""
    live.group.request(cause, live.now, at_once)
    give_back(live)


def give_back(live: Live) -> None:
    """Under the eager protocol every thread gives back all its tasks before it joins anew (until 2.3)."""
    preparing = live.group.preparing
    if live.behaviours.has("cooperates") or preparing is None:
        return
    for client in live.clients.values():
        for thread in client.threads:
            at_ms = preparing.joins.get(live.processes.key(client, thread), live.now)
            live.given_back += live.owners.take(thread.active, at_ms)


def do_rebalance(live: Live, done: Preparing) -> None:
    """Let the leader assign, and give every thread its share."""
    step = _begin_step(live, done)
    try:
        live.topics = live.topics.checked()
        live.find_changelogs()
        found = _assign(live)
    except (BadCounts, AssignmentFails) as error:
        _refuse(live, step, error)
        return
    step.tasks, step.rebalance = live.topics.tasks, found
    _apply(live, step, found)
    _plan_follow_up(live, found)
    live.doubts.update(dict.fromkeys(found.doubts))
    live.warnings.update(dict.fromkeys(found.warnings))
    live.changed_ms = live.now


def _begin_step(live: Live, done: Preparing) -> OpenStep:
    scenario = live.scenario
    live.rebalances += 1
    cause = cause_text(done.causes, scenario.runtime, scenario.settings.probing_rebalance_interval_ms)
    step = OpenStep(live.now, StepKind.REBALANCE, f"Rebalance {live.rebalances} ends.", cause)
    step.is_probing = any(one.why is Why.PROBING for one in done.causes)
    live.steps.append(step)
    step.waits, live.given_back = live.given_back, []
    live.probing = None
    return step


def _assign(live: Live) -> Rebalance:
    application = Application(
        live.topics.tasks.tasks,
        live.scenario.settings,
        live.behaviours,
        live.scenario.assignor,
        racks=live.topics.racks,
    )
    return ask_leader(live.group, live.clients, live.changelogs.ends, application, live.now)


def _apply(live: Live, step: OpenStep, found: Rebalance) -> None:
    had, before = tuple(live.owners.now), dict(live.owners.last)
    give_to_threads(found, live.group, live.clients, live.processes)
    owned = {task for one in live.clients.values() for thread in one.threads for task in thread.active}
    let_go(live, (task for task in had if task not in owned))
    for client in live.clients.values():
        live.owners.give(client.name, (task for thread in client.threads for task in thread.active), live.now)
        if client.is_running:
            assign_copies(live, client)
    step.moved = live.owners.moved(before)
    step.idle_threads = tuple(
        f"{given.client.name} {got.name}" for given in found.clients for got in given.threads if got.is_idle
    )
    live.show_clients()


def _plan_follow_up(live: Live, found: Rebalance) -> None:
    keys = {member.consumer_id: member.key for member in live.group.members.values()}
    follow_up = found.follow_up
    if follow_up.probing is not None:
        live.probing = (live.now + follow_up.probing_after_ms, keys[follow_up.probing])
    if follow_up.at_once:
        gave_back = {one.consumer_id for client in found.clients for one in client.threads if one.revoked}
        at_once = frozenset(keys[one] for one in gave_back.union(follow_up.at_once))
        request_rebalance(live, Cause(Why.FOLLOW_UP), at_once)


def _refuse(live: Live, step: OpenStep, error: Exception) -> None:
    """Kafka Streams throws where it should assign: one thread after the other leads, and dies of it."""
    step.kind = StepKind.REFUSED
    step.event = "The rebalance fails."
    live.refusal = str(error)
    live.note("The thread that leads dies; the next one leads and dies too, until no thread is left.")
    let_go(live, tuple(live.owners.now))
    for client in live.clients.values():
        client.is_running, client.threads = False, []
    live.show_clients()
