"""Lag grows, and neither a hot partition, nor a slow instance, nor a stall says why."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from topoviz.lag.findings.about import finding_about
from topoviz.lag.findings.behind import falls_behind, may_fall_behind
from topoviz.lag.findings.growth import grows_by
from topoviz.lag.findings.retention import may_be_deleted
from topoviz.lag.findings.words import instances_of, listed, number, tasks_of
from topoviz.lag.report.finding import Finding, FindingKind
from topoviz.lag.report.partitions import PartitionLag

LOOK_AT_COSTS: Final = " Look also at what a record costs."
_OF_ONE_ALONE: Final = (
    "Look at what is different there: the keys and the size of its records, the store of its task, what its thread "
    "does beside it; then what a record costs there."
)
_OF_ONE: Final = (
    "Look at what these have in common: their keys, their stores, the thread; then what a record costs there."
)
_OF_SEVERAL: Final = (
    "Several instances read them and keep up with others, so look at what else these have in common: the broker that "
    "leads them (`kafka-topics.sh --describe`), their keys, the size of their records and stores."
)


def find_falling_behind(
    partitions: Sequence[PartitionLag], everything: Sequence[PartitionLag], threads: str = ""
) -> tuple[Finding, ...]:
    """Look among `partitions`, those that nothing else explains, one finding for each sub-topology.

    `threads` says how many the application needs; where a part of it is behind, its threads may have time.
    """
    groups: dict[tuple[str, int | None], list[PartitionLag]] = {}
    for one in partitions:
        if falls_behind(one) or may_fall_behind(one):
            groups.setdefault((one.group, one.sub_topology), []).append(one)
    # What may fall behind counts where others of its kind surely do.
    groups = {key: behind for key, behind in groups.items() if any(map(falls_behind, behind))}
    behind_in: dict[str, int] = {}
    for (group, _), behind in groups.items():
        behind_in[group] = behind_in.get(group, 0) + len(behind)
    return tuple(
        _finding(
            behind,
            [one for one in everything if (one.group, one.sub_topology) == key],
            threads if behind_in[key[0]] == sum(one.group == key[0] for one in everything) else "",
        )
        for key, behind in sorted(groups.items(), key=lambda item: (item[0][0], item[0][1] is None, item[0][1] or 0))
    )


def _finding(behind: Sequence[PartitionLag], everything: Sequence[PartitionLag], threads: str) -> Finding:
    slope = sum(map(grows_by, behind))
    tasks = tasks_of(behind)
    one = behind[0]
    what = f"Sub-topology {one.sub_topology}" if one.sub_topology is not None else f"Group `{one.group}`"
    # The partitions are named after the sentence; tasks say more where there are some.
    which = f" ({listed([f'task {name}' for name in tasks])})" if tasks else ""
    if len(tasks) == len(tasks_of(everything)):
        which = f", on all of its {len(tasks)} tasks" if len(tasks) > 1 and len(behind) < len(everything) else ""
    if len(behind) == len(everything):
        share = "its only partition" if len(everything) == 1 else f"all of its {len(everything)} partitions"
    else:
        share = f"{len(behind)} of its {len(everything)} partitions"
    if threads:
        advice = f"All of it is too slow for what comes in. {threads}{LOOK_AT_COSTS}"
    elif len(behind) == len(everything):
        advice = (
            "All of it is too slow for what comes in: add instances or threads up to the number of tasks, then look at "
            "what a record costs."
        )
    else:
        of_one = _OF_ONE_ALONE if len(behind) == 1 else _OF_ONE
        advice = _of_one_topic(behind, everything) or (_OF_SEVERAL if len(instances_of(behind)) > 1 else of_one)
    waited = max((each.lag_max or 0) / each.produce_rate for each in behind if each.produce_rate)
    return finding_about(
        behind,
        FindingKind.FALLING_BEHIND,
        f"{what} falls behind: lag grows by {number(slope)} records a second on {share}{which}.",
        advice + may_be_deleted(waited, {each.topic for each in behind}),
        {"lag_slope": slope, "partitions": float(len(behind)), "of_partitions": float(len(everything))},
    )


def _of_one_topic(behind: Sequence[PartitionLag], everything: Sequence[PartitionLag]) -> str:
    """Say what to look at where tasks keep up with one of their topics and not with another; nothing elsewhere."""
    topics, tasks = {one.topic for one in behind}, set(tasks_of(behind))
    others = sorted({one.topic for one in everything if one.task in tasks and one.topic not in topics})
    count = sum(1 for one in everything if one.topic in topics)
    if not tasks or not others or len(behind) < count or any(one.topic in others and one.peaks for one in everything):
        return ""
    late, well = (listed([f"`{name}`" for name in names], most=3) for names in (sorted(topics), others))
    return (
        f"The same tasks keep up with {well}, so look at what {late} alone needs: what a record of it costs, and which "
        f"comes first. A task takes the record with the oldest timestamp; are those of {late} ahead of those of {well} "
        "(a clock, a timestamp extractor), and does `max.task.idle.ms` let it wait?"
    )
