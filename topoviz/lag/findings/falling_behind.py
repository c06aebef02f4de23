"""Lag grows, and neither a hot partition, nor a slow instance, nor a stall says why."""

from __future__ import annotations

from collections.abc import Sequence

from topoviz.lag.findings.about import finding_about
from topoviz.lag.findings.behind import falls_behind, may_fall_behind
from topoviz.lag.findings.retention import may_be_deleted
from topoviz.lag.findings.words import listed, number, tasks_of
from topoviz.lag.report import Finding, FindingKind, PartitionLag


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
    slope = sum(one.lag_slope or 0 for one in behind)
    tasks = tasks_of(behind)
    one = behind[0]
    what = f"Sub-topology {one.sub_topology}" if one.sub_topology is not None else f"Group `{one.group}`"
    which = listed([f"task {name}" for name in tasks] or [f"{each.topic}-{each.partition}" for each in behind])
    if len(behind) == len(everything):
        share = "its only partition" if len(everything) == 1 else f"all of its {len(everything)} partitions"
    else:
        share = f"{len(behind)} of its {len(everything)} partitions"
    if threads:
        advice = f"All of it is too slow for what comes in. {threads} Look also at what a record costs."
    elif len(behind) == len(everything):
        advice = (
            "All of it is too slow for what comes in: add instances or threads up to the number of tasks, then look at "
            "what a record costs."
        )
    else:
        advice = "See which client has these tasks and what they have in common; then what a record costs there."
    waited = max((each.lag_max or 0) / each.produce_rate for each in behind if each.produce_rate)
    return finding_about(
        behind,
        FindingKind.FALLING_BEHIND,
        f"{what} falls behind: lag grows by {number(slope)} records a second on {share} ({which}).",
        advice + may_be_deleted(waited),
        {"lag_slope": slope, "partitions": float(len(behind)), "of_partitions": float(len(everything))},
    )
