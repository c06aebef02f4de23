"""What becomes of tasks, where partition counts are known: which appear, vanish, or have another work."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from topoviz.engine.changes.side import Side
from topoviz.engine.diagnostics import Severity
from topoviz.engine.tasks.reading_counts import GivenCounts
from topoviz.engine.tasks.task_id import TaskId
from topoviz.engine.tasks.tasks import Task
from topoviz.engine.topology_tasks import TopologyTasks, tasks_of


@dataclass(frozen=True, slots=True)
class CountChange:
    """An internal topic that both versions have, with the counts that they want."""

    topic: str
    before: int
    now: int


@dataclass(frozen=True, slots=True)
class TaskChanges:
    """Tasks of one version only, those that get state, and internal topics whose counts would have to change.

    `refusal` is why Kafka Streams would not start the new version with these counts; None where it would.
    """

    before: int
    now: int
    added: tuple[TaskId, ...]
    removed: tuple[TaskId, ...]
    became_stateful: tuple[TaskId, ...]
    counts: tuple[CountChange, ...]
    refusal: str | None


def task_changes(old: Side, new: Side, given: GivenCounts) -> TaskChanges | None:
    """Compare the tasks of both versions; None where the counts of some topics are not known."""
    before = tasks_of(old.analyzed, given, old.behaviours)
    # Internal topics that are there already are held against the new version; they do not decide about its counts.
    internal = frozenset(_counts(before))
    for_new = GivenCounts({topic: count for topic, count in given.counts.items() if topic not in internal}, given.lines)
    now = tasks_of(new.analyzed, for_new, new.behaviours)
    refusal = next((one.reason for one in now.diagnostics if one.severity is Severity.REFUSED), None)
    if not before.are_known or not (now.are_known or refusal is not None):
        return None
    had, has = _by_id(before), _by_id(now)
    counts_before, counts_now = _counts(before), _counts(now)
    return TaskChanges(
        len(had),
        len(has),
        tuple(task for task in has if task not in had),
        tuple(task for task in had if task not in has),
        tuple(task for task in has if task in had and has[task].is_stateful and not had[task].is_stateful),
        tuple(
            CountChange(topic, count, counts_now[topic])
            for topic, count in counts_before.items()
            if counts_now.get(topic, count) != count
        ),
        refusal,
    )


def _by_id(tasks: TopologyTasks) -> Mapping[TaskId, Task]:
    return {task.id: task for task in tasks.tasks}


def _counts(tasks: TopologyTasks) -> Mapping[str, int]:
    """Give the counts of internal topics: repartition topics, and changelogs, which have as many as there are tasks."""
    found: dict[str, int] = {}
    for group in tasks.groups:
        for topic in group.repartition_sources:
            if topic in tasks.counts.counts:
                found[topic] = tasks.counts.counts[topic]
    for one in tasks.sub_topologies:
        if one.tasks is not None:
            found.update({log.name: len(one.tasks) for log in one.changelogs if not log.is_source})
    return found
