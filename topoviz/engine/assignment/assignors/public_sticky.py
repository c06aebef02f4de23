"""The sticky assignor that `task.assignor.class` can name since KIP-924."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from topoviz.engine.assignment.assignor import Assignor
from topoviz.engine.assignment.assignors.sticky_racks import move_actives, swap_standbys, with_changelogs
from topoviz.engine.assignment.assignors.sticky_steps import (
    StickyWork,
    assign_active,
    assign_standbys,
    begin,
    result_of,
)
from topoviz.engine.assignment.problem import AssignmentProblem
from topoviz.engine.assignment.racks.information import RackCrossings
from topoviz.engine.assignment.result import AssignmentResult, Role
from topoviz.engine.assignment.settings import RackStrategy
from topoviz.engine.tasks.topic_partition import TopicPartition

_DOUBT: Final = (
    "Which standby is where is one of several answers: this assignor walks a hash set of tasks by their identity hash "
    "codes, which the JVM draws anew at each rebalance."
)

_DOUBT_OF_WARNINGS: Final = (
    "In which order the warnings come is chance: this assignor walks a hash set of tasks by their identity hash codes."
)


def assign(problem: AssignmentProblem) -> AssignmentResult:
    """Assign as processor.assignment.assignors.StickyTaskAssignor does, standbys in the order of their ids."""
    work = begin(problem, is_public=True)
    assign_active(work)
    all_partitions = with_changelogs(problem)
    note = None
    read = [one for task in all_partitions.partitions.values() for one in task.sources]
    # Kafka Streams asks for tasks with state and for those without, as far as there are some.
    for _ in range((len(problem.stateful) > 0) + (len(problem.stateful) < len(problem.tasks))):
        note = _why_racks_do_not_count(work, read)
    if note is None:
        # RackAwareTaskAssignor sorts clients, TaskAssignmentUtils walks the map of them.
        move_actives(work, RackCrossings(all_partitions), problem.clients_in_hash_order)
    assign_standbys(work, sorted(problem.stateful))
    if any(placement.role is Role.STANDBY for placement in work.placements):
        changelogs = [one for task in problem.partitions.values() for one in task.changelogs]
        if _why_racks_do_not_count(work, changelogs) is None:
            swap_standbys(work, RackCrossings(problem))
    return result_of(work, doubts=tuple(_doubts(problem)), notes=(note,) if note else ())


def _why_racks_do_not_count(work: StickyWork, partitions: Sequence[TopicPartition]) -> str | None:
    """Say what is missing, and log it in Kafka's words; None where racks count, empty where that is all.

    Unlike the other assignors, this one wants both costs to be configured (TaskAssignmentUtils).
    """
    problem, settings = work.problem, work.problem.settings
    strategy = settings.rack_aware_assignment_strategy
    start = "Rack aware task assignment optimization "
    if strategy is RackStrategy.NONE:
        work.warnings.append(f"{start}disabled: rack aware strategy was set to none")
        return ""
    for config, cost in (("traffic_cost", settings.traffic_cost), ("non_overlap_cost", settings.non_overlap_cost)):
        if cost is None:
            work.warnings.append(f"{start}unavailable: must configure rack.aware.assignment.{config}")
            return f"{strategy} has no effect: rack.aware.assignment.{config} is not configured."
    for client in problem.clients_in_hash_order:
        if client.rack is None:
            words = f"KafkaStreams client {client.process_id} doesn't have a rack id configured."
            work.warnings.append(words)
            return f"{strategy} has no effect: client {client.process_id} has no client.rack."
    missing = next((one for one in partitions if not problem.racks.get(one)), None)
    if missing is None:
        return None
    return f"{strategy} has no effect: the racks of the replicas of {missing} are not known."


def _doubts(problem: AssignmentProblem) -> Iterator[str]:
    """Say what the order of tasks may change: where every client gets a copy anyway, only that of warnings."""
    wanted, others = problem.settings.num_standby_replicas, len(problem.clients) - 1
    if wanted > 0 and len(problem.stateful) > 1:
        if wanted < others:
            yield _DOUBT
        elif wanted > others:
            yield _DOUBT_OF_WARNINGS


ASSIGNOR: Final = Assignor(
    name="public-sticky",
    sentence="As the sticky assignor, but of clients with as many tasks for each thread, none is preferred for having "
    "more threads.",
    reference="org.apache.kafka.streams.processor.assignment.assignors.StickyTaskAssignor, KIP-924",
    behaviour="takes_public_assignors",
    assign=assign,
)
