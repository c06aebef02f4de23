"""Nothing was wrong on the brokers in the looks that were taken, or there are too few of them to say so."""

from __future__ import annotations

from topoviz.lag.findings.words import moment, moments, rounded_up
from topoviz.lag.report.finding import Finding, FindingKind
from topoviz.lag.topics.findings.words import spoken_of
from topoviz.lag.topics.model import TopicHistory


def say_fine_of_brokers(history: TopicHistory) -> Finding:
    """Say so of partitions of which nothing was found; say what the looks cannot show."""
    looked_at = [one for one in history.partitions if one.layout_looks]
    whose = spoken_of(history, len(looked_at))
    numbers = {"partitions": float(len(looked_at)), "looks": float(history.looks)}
    if not looked_at:
        return Finding(
            FindingKind.NOT_KNOWN,
            "Leaders and copies of partitions were not looked at: nothing is known of brokers that were away.",
            "Take `kafka-topics.sh --describe` too, with a line from `date -Is` before each.",
            numbers=numbers,
        )
    if history.looks == 1 or not history.interval_seconds:
        return Finding(
            FindingKind.NOT_KNOWN,
            f"At {moment(history.start)} each of {whose} has a leader, and all its copies are in sync. One look does "
            "not show what changes.",
            "Take `kafka-topics.sh --describe` several times, with a line from `date -Is` before each.",
            numbers=numbers,
        )
    first, last = moments(history.start, history.end)
    return Finding(
        FindingKind.FINE,
        f"None of {whose} was seen without a leader or with a copy out of sync, and no leader moved, in "
        f"{history.looks} looks from {first} to {last}.",
        f"Nothing is to be done about brokers. What was over within {rounded_up(history.interval_seconds)}, the "
        "distance of two looks, may not show.",
        numbers=numbers,
    )
