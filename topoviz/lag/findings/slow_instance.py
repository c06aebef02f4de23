"""Everything that one client reads falls behind, while the others keep up."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean
from typing import Final

from topoviz.lag.findings.behind import falls_behind
from topoviz.lag.findings.words import number, reference, tasks_of
from topoviz.lag.report import Finding, FindingKind, PartitionLag

_LEAST_PARTITIONS: Final = 2
_MOST_OTHERS_BEHIND: Final = 0.1
_SLOWER: Final = 0.8
_ADVICE: Final = (
    "Compare that instance with the others: processor time and throttling, garbage collection, disk of the state "
    "stores, version, and what its calls to other services take."
)


def find_slow_instances(
    partitions: Sequence[PartitionLag], everything: Sequence[PartitionLag]
) -> tuple[tuple[Finding, ...], tuple[PartitionLag, ...]]:
    """Look among `partitions`, held against all of their group; give findings and the partitions they explain."""
    findings: list[Finding] = []
    explained: list[PartitionLag] = []
    for group, client in sorted({(one.group, one.client_id) for one in partitions if one.client_id is not None}):
        own = [one for one in partitions if (one.group, one.client_id) == (group, client) and one.produce_rate]
        others = [one for one in everything if one.group == group and one.client_id not in (client, None)
                  and one.produce_rate]  # fmt: skip
        if len(own) < _LEAST_PARTITIONS or not others or not all(map(falls_behind, own)):
            continue
        behind = sum(map(falls_behind, others)) / len(others)
        if behind > _MOST_OTHERS_BEHIND or _rate(own) > _SLOWER * _rate(others):
            continue
        findings.append(_finding(client, own, others))
        explained.extend(own)
    return tuple(findings), tuple(explained)


def _rate(partitions: Sequence[PartitionLag]) -> float:
    return fmean(one.consume_rate or 0 for one in partitions)


def _finding(client: str, own: Sequence[PartitionLag], others: Sequence[PartitionLag]) -> Finding:
    return Finding(
        FindingKind.SLOW_INSTANCE,
        f"All partitions of client `{client}` fall behind while others keep up: that instance is slow (it consumes "
        f"{number(_rate(own))} records a second and partition, the others {number(_rate(others))}).",
        _ADVICE,
        tasks_of(own),
        tuple(map(reference, own)),
        (client,),
        {"consume_rate": _rate(own), "others_consume_rate": _rate(others), "partitions": float(len(own))},
    )
