"""Partitions that nobody leads: they can neither be read nor written."""

from __future__ import annotations

from collections.abc import Sequence

from topoviz.lag.findings.words import between, duration, listed, moment
from topoviz.lag.report.finding import Finding, FindingKind
from topoviz.lag.topics.findings.words import capital, partitions_named, references, tasks_of
from topoviz.lag.topics.model import TopicHistory, TopicPartitionState


def find_offline(history: TopicHistory) -> tuple[Finding, ...]:
    """Give one finding for partitions whose times without a leader touch each other."""
    offline = sorted((one for one in history.partitions if one.offline), key=lambda one: one.offline_from or 0.0)
    events: list[list[TopicPartitionState]] = []
    reached = 0.0
    for one in offline:
        if not events or (one.offline_from or 0.0) > reached:
            events.append([])
        events[-1].append(one)
        reached = max(reached, one.offline_until or 0.0)
    return tuple(_finding(history, event) for event in events)


def _finding(history: TopicHistory, event: Sequence[TopicPartitionState]) -> Finding:
    start = min(one.offline_from or 0.0 for one in event)
    until = max(one.offline_until or 0.0 for one in event)
    longest = max(one.offline_seconds or 0.0 for one in event)
    is_open = any(one.is_offline for one in event)
    when = f"since {moment(start)}" if is_open else between(start, until)
    has = "has" if len(event) == 1 else "have"
    was = f"{has} no leader" if is_open else f"{'was' if len(event) == 1 else 'were'} without a leader"
    how_long = f", {duration(longest)} {'so far' if is_open else 'in all'}" if longest else ""
    tasks = tasks_of(event)
    who = f" Task{'' if len(tasks) == 1 else 's'} {listed(tasks)} could not go on there." if tasks else ""
    brokers = sorted({broker for one in event for broker in one.replicas or ()})
    held = f"{listed([str(one) for one in brokers])}" if brokers else "the brokers that hold its copies"
    return Finding(
        FindingKind.OFFLINE,
        f"{capital(partitions_named(event))} {was} {when}{how_long}: nobody can read or write without one.{who}",
        f"Bring back a broker with a copy that was in sync: copies are on {held}. "
        "`kafka-topics.sh --describe --unavailable-partitions` lists what is still so. Choosing a leader that was not "
        "in sync loses the records that it lacks. Topics with one copy alone go away with each restart of its broker: "
        "give them three.",
        tasks,
        references(history, event),
        numbers={
            "offline_seconds": longest,
            "partitions": float(len(event)),
        },
        start=start,
        until=until,
    )
