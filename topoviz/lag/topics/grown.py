"""What it does to an application when a topic has another number of partitions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import lcm
from typing import Final

from topoviz.engine.count_notes import invalid_partitions
from topoviz.engine.tasks.partition_counts import PartitionCounts, resolve_partition_counts
from topoviz.engine.tasks.task_id import parse_task_id
from topoviz.engine.tasks.tasks import find_tasks
from topoviz.lag.findings.words import listed, percent
from topoviz.lag.topics.shape import Role, Shape

_MOST_NAMED: Final = 6


@dataclass(frozen=True, slots=True)
class Effect:
    """The tasks that are new, sentences for people, and whether Kafka Streams refuses what is there."""

    new_tasks: tuple[str, ...]
    sentences: tuple[str, ...]
    is_refused: bool


def share_moved(before: int, after: int) -> float:
    """Give the share of keys that go to another partition when the hash of a key is taken modulo another count.

    Of the keys that the least common multiple tells apart, those stay whose number is below both counts.
    """
    return 1 - min(before, after) / lcm(before, after)


def effect_of(
    shape: Shape, role: Role, before: int, after: int, counts: Mapping[str, int], application_id: str | None
) -> Effect:
    """Work out with the engine what follows; `counts` are those at the end, by the topics' names in the topology.

    Kafka: InternalTopicManager#validateTopics, CopartitionedTopicsEnforcer.
    """
    own = {topic: count for topic, count in counts.items() if topic not in shape.internal_topics}
    then, now = _resolved(shape, {**own, role.name: before}), _resolved(shape, {**own, role.name: after})
    if now.refusal is not None:
        return Effect((), (_not_agreeing(role, after, now, counts),), is_refused=True)
    tasks_then, tasks_now = (
        {str(task.id) for one in find_tasks(shape.groups, each) for task in one.tasks or ()} for each in (then, now)
    )
    new = tuple(sorted(tasks_now - tasks_then, key=parse_task_id))
    wrong = list(_wrong_internal(shape, now, counts, application_id))
    return Effect(new, (*_keys(shape, role, before, after, new), *wrong), is_refused=bool(wrong))


def _resolved(shape: Shape, given: Mapping[str, int]) -> PartitionCounts:
    return resolve_partition_counts(
        shape.groups,
        shape.repartition_topics,
        shape.copartition_groups,
        given,
        shape.behaviours,
        believes_given=shape.is_without_plan,
    )


def _not_agreeing(role: Role, after: int, now: PartitionCounts, counts: Mapping[str, int]) -> str:
    assert now.refusal is not None
    others = [
        f"`{topic}` with {counts[topic]}" for topic in now.refused_topics if topic != role.name and topic in counts
    ]
    joined = f" It is joined with {listed(others)}." if others else ""
    return (
        f"Topics that are joined must have equal counts, and `{role.topic}` has {after}.{joined} Kafka Streams ends "
        f"with {now.refusal.exception}: {now.refusal.message}"
    )


def _keys(shape: Shape, role: Role, before: int, after: int, new: tuple[str, ...]) -> Iterator[str]:
    if not role.read_by:
        return
    share = share_moved(before, after)
    stateful = {group.group_id for group in shape.groups if group.changelogs}
    tasks = f" {listed(new, _MOST_NAMED)} {'is' if len(new) == 1 else 'are'} new." if new else ""
    yield (
        f"Kafka's own partitioner writes {percent(share)} of the keys to another partition than before, so other tasks "
        f"of {_subs(role.read_by)} get their records.{tasks}"
    )
    if with_state := [one for one in role.read_by if one in stateful]:
        yield (
            f"What the stores of {_subs(with_state)} hold of those keys stays with the tasks that had them: the tasks "
            "that get them now begin without it, and results of one key come from two tasks."
        )


def _wrong_internal(
    shape: Shape, now: PartitionCounts, counts: Mapping[str, int], application_id: str | None
) -> Iterator[str]:
    """Say of internal topics that are there with another count than Kafka Streams wants for them now."""
    wanted: dict[str, int] = {topic: now.counts[topic] for topic in shape.repartition_topics if topic in now.counts}
    for group in shape.groups:
        width = max((now.counts.get(topic, 0) for topic in group.sources), default=0)
        if not group.patterns and all(topic in now.counts for topic in group.sources):
            wanted.update({log.name: width for log in group.changelogs if not log.is_source})
    wrong = {name: count for name, count in sorted(wanted.items()) if counts.get(name, count) != count}
    if not wrong:
        return
    name, expected = next(iter(wrong.items()))
    before = "" if application_id is None else f"{application_id}-"
    said = invalid_partitions(f"{before}{name}", counts[name], expected, shape.behaviours)
    more = f" The same holds of {listed([f'`{before}{one}`' for one in list(wrong)[1:]])}." if len(wrong) > 1 else ""
    yield f"Kafka Streams ends, and so do instances that run, at their next rebalance, with {said.reason}{more}"


def _subs(numbers: tuple[int, ...] | list[int]) -> str:
    what = "sub-topology" if len(numbers) == 1 else "sub-topologies"
    return f"{what} {listed([str(one) for one in numbers])}"
