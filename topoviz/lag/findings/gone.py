"""What a history has in its first samples and not in its last: a topic that was deleted, a group that is gone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from topoviz.lag.findings.words import moment, moments, number, reference, tasks_of
from topoviz.lag.report.finding import Finding, FindingKind
from topoviz.lag.report.partitions import PartitionLag

_LEAST_SECONDS: Final = 600.0
_LEAST_INTERVALS: Final = 5.0
_NEAR_SECONDS: Final = 1800.0

_TOPIC: Final = (
    "Look whether the topic was deleted, or whether the application no longer reads it since then; a topology that "
    "still reads a topic that is not there stops. What waited is not read."
)
_GROUP: Final = (
    "Look whether the application runs, whether somebody deleted the group or gave the application another "
    "`application.id`, and whether samples are still taken of it."
)
_RENAMED: Final = (
    "With another `application.id` an application begins anew: without committed offsets, from where "
    "`auto.offset.reset` says, with empty stores and new internal topics. If nobody wanted that, give it its old id "
    "again."
)


def is_gone(one: PartitionLag, end: float) -> bool:
    """Tell whether a partition is missing in the last samples of a history that goes on until `end`."""
    return end - one.last_seen > max(_LEAST_SECONDS, _LEAST_INTERVALS * (one.interval_seconds or 0.0))


def find_gone(partitions: Sequence[PartitionLag], end: float, first_seen: Mapping[str, float]) -> tuple[Finding, ...]:
    """Give a finding for each group that ends before the history, and each topic that ends before its group.

    `first_seen` says since when each group is there, those of other applications too.
    """
    found = []
    groups: dict[str, list[PartitionLag]] = {}
    for one in partitions:
        groups.setdefault(one.group, []).append(one)
    for group, own in sorted(groups.items()):
        gone = [one for one in own if is_gone(one, end)]
        if len(gone) == len(own):
            found.append(_of_group(group, gone, end, first_seen))
            continue
        topics: dict[str, list[PartitionLag]] = {}
        for one in gone:
            topics.setdefault(one.topic, []).append(one)
        found.extend(_of_topic(topic, each, own, end) for topic, each in sorted(topics.items()))
    return tuple(found)


def _of_group(group: str, gone: Sequence[PartitionLag], end: float, first_seen: Mapping[str, float]) -> Finding:
    last = max(one.last_seen for one in gone)
    others = [name for name, since in first_seen.items() if name != group and abs(since - last) <= _NEAR_SECONDS]
    came = f" Group `{others[0]}` is first seen at {moment(first_seen[others[0]])}." if len(others) == 1 else ""
    return _finding(
        gone,
        f"Group `{group}` is in no sample after {moments(last, end)[0]}, and the history goes on until {moment(end)}: "
        f"whether it still reads is not known.{came}",
        f"{_RENAMED} {_GROUP}" if came else _GROUP,
        (last, end),
    )


def _of_topic(topic: str, gone: Sequence[PartitionLag], own: Sequence[PartitionLag], end: float) -> Finding:
    last = max(one.last_seen for one in gone)
    waited = sum(one.lag_last or 0 for one in gone)
    count = sum(1 for one in own if one.topic == topic)
    what = f"Topic `{topic}`" if len(gone) == count else f"{len(gone)} of {count} partitions of `{topic}`"
    are = "is" if len(gone) in (1, count) else "are"
    left = f", when {number(waited)} records waited" if waited else ""
    return _finding(
        gone,
        f"{what} {are} in no sample after {moments(last, end)[0]}{left}, and other partitions of group "
        f"`{gone[0].group}` are until {moment(end)}.",
        _TOPIC,
        (last, end),
    )


def _finding(gone: Sequence[PartitionLag], sentence: str, advice: str, time: tuple[float, float]) -> Finding:
    return Finding(
        FindingKind.NOT_KNOWN,
        sentence,
        advice,
        tasks_of(gone),
        tuple(map(reference, gone)),
        numbers={"partitions": float(len(gone)), "last_seen": time[0]},
        start=time[0],
        until=time[1],
    )
