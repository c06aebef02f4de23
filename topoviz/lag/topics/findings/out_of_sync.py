"""Copies on a broker that are not in sync: for long, or so many that producers are refused; and short absences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from topoviz.lag.findings.words import duration, moment, moments
from topoviz.lag.report.finding import Finding, FindingKind
from topoviz.lag.topics.findings.words import references, spoken_of, tasks_of
from topoviz.lag.topics.model import BrokerAbsence, TopicHistory, TopicPartitionState

LONG_SECONDS: Final = 1800.0
"""A broker that is restarted, even one with much to catch up on, is back within this time."""

_MOST: Final = 5


def find_out_of_sync(history: TopicHistory) -> tuple[Finding, ...]:
    """Give a finding for each absence that lasts or made partitions refuse writes, the longest first."""
    events: list[list[BrokerAbsence]] = []
    reached = 0.0
    for one in sorted(filter(is_trouble, _spoken_of(history)), key=lambda one: one.start):
        if not events or one.start > reached:
            events.append([])
        events[-1].append(one)
        reached = max(reached, one.until)
    events.sort(key=lambda event: (not any(one.below_min for one in event), event[0].start - event[-1].until))
    return tuple(_trouble(history, event) for event in events[:_MOST])


def find_absences(history: TopicHistory) -> tuple[Finding, ...]:
    """Say of short absences, all in one finding, which brokers were away and what moved."""
    short = [one for one in _spoken_of(history) if not is_trouble(one)]
    return (_short(history, short),) if short else ()


def is_trouble(one: BrokerAbsence) -> bool:
    """Tell whether an absence is more than a restart."""
    return bool(one.below_min) or one.until - one.start >= LONG_SECONDS


def _spoken_of(history: TopicHistory) -> tuple[BrokerAbsence, ...]:
    # What has no leader at all is told by itself.
    return tuple(one for one in history.absences if _count(history, one) > one.offline)


def _count(history: TopicHistory, one: BrokerAbsence) -> int:
    return one.own if history.is_own_only else one.partitions


def _trouble(history: TopicHistory, event: Sequence[BrokerAbsence]) -> Finding:
    """Tell of the longest absence, with those that overlap it."""
    one = max(event, key=lambda each: each.until - each.start)
    seconds = one.until - one.start
    first, last = moments(one.start, one.until)
    when = f"since {moment(one.start)}" if one.is_open else f"from {first} to {last}"
    of = _partitions(history, one)
    below = _below(history, one)
    others = "".join(_other(each) for each in event if each is not one)
    lost = f" The leaders of {one.leaders_lost:,} went to other brokers." if one.leaders_lost else ""
    return Finding(
        FindingKind.OUT_OF_SYNC,
        f"The copies on broker {one.broker} of {spoken_of(history, _count(history, one))} "
        f"{'are' if one.is_open else 'were'} not in sync {when} ({duration(seconds)}).{others}{below}{lost}",
        _advice(one),
        tasks_of(of),
        references(history, of),
        numbers={"seconds": seconds, "broker": float(one.broker),
                 "partitions": float(_count(history, one)), "below_min": float(one.below_min),
                 "leaders_lost": float(one.leaders_lost)},
        start=one.start,
        until=one.until,
    )  # fmt: skip


def _advice(one: BrokerAbsence) -> str:
    if not one.is_open:
        return (
            f"It is over. Look in the log of broker {one.broker} at that time: whether it was restarted, its disk and "
            "its network; meanwhile the next broker to go away might have taken partitions with it."
        )
    return (
        f"Look at the log of broker {one.broker}: whether it runs, its disk and its network; "
        "`kafka-topics.sh --describe --under-replicated-partitions` lists what is still so. Until its copies are in "
        "sync, the next broker that goes away may take partitions with it."
    )


def _other(one: BrokerAbsence) -> str:
    first, last = moments(one.start, one.until)
    return f" Those on broker {one.broker} were not either from {first} to {last}."


def _below(history: TopicHistory, one: BrokerAbsence) -> str:
    """Say of how many partitions too few copies were in sync, and when."""
    below = [each for each in _partitions(history, one) if each.below_min_from is not None]
    if not one.below_min or not below:
        return ""
    start = min(each.below_min_from or 0.0 for each in below)
    until = max(each.below_min_until or 0.0 for each in below)
    first, last = moments(max(start, one.start), min(until, one.until))
    return (
        f" From {first} to {last}, fewer copies of {one.below_min:,} partitions were in sync than "
        "`min.insync.replicas` asks for: Kafka Streams and producers with `acks=all` could not write there."
    )


def _partitions(history: TopicHistory, one: BrokerAbsence) -> list[TopicPartitionState]:
    return [
        each
        for each in history.partitions
        if each.replicas is not None
        and one.broker in each.replicas
        and each.out_of_sync_from is not None
        and each.out_of_sync_from <= one.until
        and (each.out_of_sync_until or 0.0) >= one.start
    ]


def _short(history: TopicHistory, short: Sequence[BrokerAbsence]) -> Finding:
    brokers = sorted({one.broker for one in short})
    longest = max(short, key=lambda one: one.until - one.start)
    lost = sum(one.leaders_lost for one in short)
    partitions = [each for each in history.partitions if each.out_of_sync]
    moved = f"; {lost:,} leader{'' if lost == 1 else 's'} moved to other brokers meanwhile" if lost else ""
    first, last = moments(longest.start, longest.until)
    if len(short) == 1:
        state = "are not yet back in sync at the end" if longest.is_open else f"were back at {last}"
        what = (
            f"Copies on broker {longest.broker} of {spoken_of(history, _count(history, longest))} fell out of sync at "
            f"{moment(longest.start)} and {state}{moved}."
        )
    else:
        names = ", ".join(map(str, brokers[:8])) + (" and others" if len(brokers) > 8 else "")
        what = (
            f"Copies fell out of sync {len(short)} times, on broker{'' if len(brokers) == 1 else 's'} {names}, for "
            f"{duration(longest.until - longest.start)} at most, from {first} to {last}{moved}."
        )
    return Finding(
        FindingKind.BROKER_AWAY,
        f"{what} {'It may be a restart' if longest.is_open else 'A restart looks so'}.",
        "If nobody restarted brokers then, look at their logs. Consumers and producers find new leaders by themselves "
        "within seconds; compare these times with the lag beside them.",
        tasks_of(partitions),
        references(history, partitions),
        numbers={
            "times": float(len(short)),
            "longest_seconds": longest.until - longest.start,
            "leaders_lost": float(lost),
        },
        start=longest.start if len(short) == 1 else None,
        until=longest.until if len(short) == 1 else None,
    )
