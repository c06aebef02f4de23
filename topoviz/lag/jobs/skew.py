"""How far the largest task of a sub-topology is from the others: over the median, which one hot task does not lift."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from statistics import median
from typing import Final

from topoviz.lag.report.tasks import SubTopologyLag, TaskLag

NO_SKEW: Final = dict.fromkeys(f"{name}_max_over_median" for name in ("lag_mean", "produce_rate", "consume_rate"))
"""What is not known before the tasks are compared."""


def with_skew(subs: Sequence[SubTopologyLag], tasks: Sequence[TaskLag]) -> tuple[SubTopologyLag, ...]:
    """Compare the tasks of each sub-topology with one another."""
    own: dict[int, list[TaskLag]] = {}
    for task in tasks:
        own.setdefault(task.sub_topology, []).append(task)
    return tuple(_with_skew(sub, own.get(sub.sub_topology, ())) for sub in subs)


def _with_skew(sub: SubTopologyLag, tasks: Sequence[TaskLag]) -> SubTopologyLag:
    return replace(
        sub,
        lag_mean_max_over_median=_over_median([task.lag_mean for task in tasks]),
        produce_rate_max_over_median=_over_median([task.produce_rate for task in tasks]),
        consume_rate_max_over_median=_over_median([task.consume_rate for task in tasks]),
    )


def _over_median(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    middle = median(known) if known else 0
    return max(known) / middle if middle > 0 else None
