"""The history does not tell: nothing was ever committed, it is too short, samples or topics are missing."""

from __future__ import annotations

from collections.abc import Sequence

from topoviz.lag.findings.verdict import is_short, more_needed, spans_of, unknown_because
from topoviz.lag.findings.words import listed, number, reference, tasks_of
from topoviz.lag.report.finding import Finding, FindingKind
from topoviz.lag.report.partitions import PartitionLag


def find_not_known(
    partitions: Sequence[PartitionLag], left: Sequence[PartitionLag], missing_topics: Sequence[str] = ()
) -> tuple[Finding, ...]:
    """Say of which of the partitions `left`, those without a finding, nothing can be said, and why.

    `missing_topics` are read by the topology and not in the history.
    """
    if all(one.uncommitted == one.samples for one in partitions):
        return (_nothing_committed(partitions),)
    findings = []
    spans = spans_of(partitions)
    because = {one: reason for one in left if (reason := unknown_because(one, spans)) is not None}
    if because:
        findings.append(_too_little(because, partitions))
    elif not any(one.commits or one.produce_rate for one in partitions):
        findings.append(_nothing_moved(partitions))
    if missing_topics:
        findings.append(_missing(missing_topics))
    return tuple(findings)


def _nothing_committed(partitions: Sequence[PartitionLag]) -> Finding:
    return Finding(
        FindingKind.NOT_KNOWN,
        "Nothing was ever committed, so no lag is known.",
        "Look whether the group runs and commits.",
        tasks_of(partitions),
        tuple(map(reference, partitions)),
        numbers={"partitions": float(len(partitions))},
    )


def _nothing_moved(partitions: Sequence[PartitionLag]) -> Finding:
    return Finding(
        FindingKind.NOT_KNOWN,
        "Nothing was written and nothing was read, so nothing shows whether the group runs.",
        "Take samples while records come.",
        tasks_of(partitions),
        tuple(map(reference, partitions)),
        numbers={"partitions": float(len(partitions))},
    )


def _too_little(because: dict[PartitionLag, str], partitions: Sequence[PartitionLag]) -> Finding:
    unknown = list(because)
    lags = {one: one.lag_last for one in partitions if one.lag_last is not None}
    first = because[unknown[0]]
    more = len(set(because.values())) - 1
    why = f"{first}{f', and {more} more reasons' if more > 1 else ', and one more reason' if more else ''}"
    short = [one for one in unknown if is_short(one)]
    if short:
        advice = (
            f"Take samples for {more_needed(short)}; those that are there count too, several files make one history."
        )
    else:
        advice = "See the tasks below for what each lacks, and take a longer history, without gaps."
    return Finding(
        FindingKind.NOT_KNOWN,
        f"The history does not tell how {_which(unknown, partitions)}: {why}. {_left(lags, len(partitions))}",
        advice,
        tasks_of(unknown),
        tuple(map(reference, unknown)),
        numbers=({"lag_last": float(sum(lags.values()))} if lags else {})
        | {"partitions": float(len(unknown)), "of_partitions": float(len(partitions))},
    )


def _which(unknown: Sequence[PartitionLag], partitions: Sequence[PartitionLag]) -> str:
    if len(partitions) == 1:
        return "its only partition is"
    return f"{len(unknown)} of {len(partitions)} partitions {'is' if len(unknown) == 1 else 'are'}"


def _left(lags: dict[PartitionLag, int], many: int) -> str:
    """Say how many records wait in those of so many partitions whose lag is known at the end."""
    if not lags:
        return "How many records were left to read at the end is not known."
    rest = many - len(lags)
    others = f"; the lag of {rest} {'partition' if rest == 1 else 'partitions'} is not known" if rest else ""
    return f"At the end {number(sum(lags.values()))} records were left to read{_where_most_wait(lags)}{others}."


def _where_most_wait(lags: dict[PartitionLag, int]) -> str:
    """Name the partition in which more than half of the records wait: nothing else says where to look first."""
    one, most = max(lags.items(), key=lambda item: item[1])
    lag = sum(lags.values())
    if len(lags) == 1 or most * 2 <= lag:
        return ""
    return f", {'all' if most == lag else number(most)} of them in partition {one.partition} of `{one.topic}`"


def _missing(topics: Sequence[str]) -> Finding:
    names = [f"`{topic}`" for topic in topics]
    what = "topic that the topology reads is" if len(names) == 1 else "topics that the topology reads are"
    return Finding(
        FindingKind.NOT_KNOWN,
        f"{len(names)} {what} not in the history: {listed(names)}. Nothing is known of the tasks that read "
        f"{'it' if len(names) == 1 else 'them'}.",
        "Look whether the history is that of the whole group, and whether the group has these topics assigned.",
        numbers={"topics": float(len(names))},
    )
