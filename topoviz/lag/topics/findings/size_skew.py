"""One partition of a topic is far larger than the others."""

from __future__ import annotations

from typing import Final

from topoviz.lag.findings.words import listed, size
from topoviz.lag.report.finding import Finding, FindingKind
from topoviz.lag.topics.findings.words import references, tasks_of
from topoviz.lag.topics.model import TopicHistory, TopicSize

LEAST_TIMES: Final = 3.0
LEAST_BYTES: Final = 64 * 1024**2
"""Of a smaller difference nobody notices anything, when a task restores, or on a disk."""

_MOST: Final = 3


def find_size_skew(history: TopicHistory) -> tuple[Finding, ...]:
    """Give a finding for each topic whose largest partition is far above the median, the largest first."""
    wanted = [one for one in history.topics if _is_skewed(one) and (one.kind != "other" or not history.is_own_only)]
    wanted.sort(key=lambda one: -((one.largest_bytes or 0) - (one.median_bytes or 0.0)))
    return tuple(_finding(history, one) for one in wanted[:_MOST])


def _is_skewed(one: TopicSize) -> bool:
    if one.largest_bytes is None or one.median_bytes is None or one.largest_bytes - one.median_bytes < LEAST_BYTES:
        return False
    return one.largest_bytes >= LEAST_TIMES * one.median_bytes and one.partitions_seen > 1


def _finding(history: TopicHistory, one: TopicSize) -> Finding:
    largest, median = one.largest_bytes or 0, one.median_bytes or 0.0
    own = [each for each in history.partitions if (each.topic, each.partition) == (one.topic, one.largest_partition)]
    tasks = tasks_of(own)
    times = f", {largest / median:.1f} times the median of its partitions ({size(median)})" if median else ""
    if one.stores and tasks:
        stores = listed([f"`{store}`" for store in one.stores])
        what = f" Task {listed(tasks)} restores that much of {stores}, and takes as many times longer than others."
    else:
        what = f" Task {listed(tasks)} reads it." if tasks else ""
    return Finding(
        FindingKind.SIZE_SKEW,
        f"Partition {one.largest_partition} of `{one.topic}` has {size(largest)}{times}.{what}",
        "Look which keys are in it: one key, an empty one among them, goes to one partition whatever the count is. A "
        "key that divides more evenly, or a step that adds up in two stages, shares it out; more partitions do not.",
        tasks,
        references(history, own),
        numbers={"largest_bytes": float(largest), "median_bytes": float(median)},
    )
