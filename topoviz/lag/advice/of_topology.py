"""Advice that the topology has a say in: what to ask the engine about a report, and the report with its answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from topoviz.engine.advice.asked import LoadQuestion, ThreadTasks, TopologyAdvice
from topoviz.lag.advice.assignment import Known, advise_assignment
from topoviz.lag.advice.repartition_topics import Topics, advise_repartition
from topoviz.lag.owners import owner_of
from topoviz.lag.report.advice import AdviceKind
from topoviz.lag.report.lag_report import LagReport

_ORDER: Final = tuple(AdviceKind)


def question_of(report: LagReport, partition_counts: Mapping[str, int]) -> LoadQuestion | None:
    """Give what to ask about a report that was laid onto tasks; `partition_counts` are those that somebody gave.

    None where no group is the application.
    """
    if report.group is None or not report.tasks:
        return None
    counts: dict[str, int] = {}
    for one in report.partitions:
        if one.group == report.group:
            for name in {one.topic, one.topic.removeprefix(f"{report.group}-")}:
                counts[name] = max(counts.get(name, 0), one.partition + 1)
    return LoadQuestion(
        _threads(report),
        {one.task: one.records if one.load is None else one.load for one in report.loads},
        {**counts, **partition_counts},
        _state_bytes(report),
        report.group,
    )


def with_topology(report: LagReport, answer: TopologyAdvice, question: LoadQuestion) -> LagReport:
    """Add to a report what the engine answered."""
    known = Known(
        question.loads,
        all(one.load is not None for one in report.loads),
        sum(one.records for one in report.loads),
        question.state_bytes,
    )
    found = (
        advise_assignment(question.threads, answer.divisions, known),
        advise_repartition(answer.optimizable, _topics(report, answer)),
    )
    more = [one for one in found if one is not None]
    return replace(report, advice=tuple(sorted((*report.advice, *more), key=lambda one: _ORDER.index(one.kind))))


def _threads(report: LagReport) -> tuple[ThreadTasks, ...]:
    held: dict[str, list[str]] = {}
    for one in report.loads:
        if one.client_id is not None:
            held.setdefault(one.client_id, []).append(one.task)
    return tuple(ThreadTasks(client, owner_of(client).process, tuple(tasks)) for client, tasks in sorted(held.items()))


def _topics(report: LagReport, answer: TopologyAdvice) -> Topics:
    prefix = f"{report.group}-"
    rates: dict[str, float] = {}
    unread: dict[str, float] = {}
    for one in report.partitions:
        if one.group != report.group:
            continue
        if one.task is not None:
            topic = one.topic.removeprefix(prefix)
            rates[topic] = rates.get(topic, 0.0) + (one.produce_rate or 0.0)
        elif one.topic.startswith(prefix) and one.topic.endswith("-repartition") and not report.unsure:
            unread[one.topic] = unread.get(one.topic, 0.0) + (one.produce_rate or 0.0)
    internal = set(answer.optimizable.repartition_topics)
    return Topics(
        rates,
        sum(records for topic, records in rates.items() if topic not in internal),
        _bytes_a_day(report),
        unread,
        report.end - report.start,
    )


def _state_bytes(report: LagReport) -> dict[str, int]:
    """Give what each task would restore, where all of it is known."""
    tasks = () if report.topic_history is None else report.topic_history.tasks
    return {one.task: one.restore_bytes for one in tasks if one.restore_bytes is not None and not one.unknown}


def _bytes_a_day(report: LagReport) -> dict[str, float]:
    """Give what the logs of the application's repartition topics grew by in a day, without what was deleted."""
    history = report.topic_history
    if history is None or history.end <= history.start:
        return {}
    days = (history.end - history.start) / 86_400
    return {
        one.topic.removeprefix(f"{report.group}-"): one.grown_bytes / days
        for one in history.topics
        if one.kind == "repartition" and one.grown_bytes is not None
    }
