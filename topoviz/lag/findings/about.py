"""Findings about partitions, with their tasks and with who reads them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from topoviz.lag.findings.words import clients_of, reference, tasks_of
from topoviz.lag.report.finding import Finding, FindingKind
from topoviz.lag.report.partitions import PartitionLag


def finding_about(
    partitions: Sequence[PartitionLag],
    kind: FindingKind,
    sentence: str,
    advice: str,
    numbers: Mapping[str, float],
    time: tuple[float, float] | None = None,
) -> Finding:
    """Give a finding that names what the partitions are: themselves, their tasks and their clients.

    `time` is from when to when it was so, where the partitions do not say it.
    """
    start, until = time if time is not None else (None, None)
    return Finding(
        kind,
        sentence,
        advice,
        tasks_of(partitions),
        tuple(map(reference, partitions)),
        clients_of(partitions),
        dict(numbers),
        start,
        until,
    )


def about_the_rest(
    partitions: Sequence[PartitionLag],
    kind: FindingKind,
    sentence: str,
    advice: str,
    numbers: Mapping[str, float] | None = None,
) -> Finding:
    """Give a finding that sums up what is not told one by one; `more` says of how many partitions it is."""
    more = {"more": float(len(partitions)), **(numbers or {})}
    return Finding(kind, sentence, advice, tasks_of(partitions), tuple(map(reference, partitions)), numbers=more)
