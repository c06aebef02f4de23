"""What happened to topics and brokers at some time, each with when it was."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from pyspark.sql import Row

from topoviz.lag.onto_topology import Placement
from topoviz.lag.topics.collected import seconds_of
from topoviz.lag.topics.grown import effect_of, share_moved
from topoviz.lag.topics.known import Known
from topoviz.lag.topics.model import BrokerAbsence, CountChange, LeaderMove

MOST_EVENTS: Final = 2_000


def moves_from(rows: Sequence[Row]) -> tuple[LeaderMove, ...]:
    """Give the moves of leaders, in order of time."""
    found = (
        LeaderMove(
            start=seconds_of(row["start"]) or 0.0,
            until=seconds_of(row["until"]) or 0.0,
            before=row["before"],
            after=row["after"],
            partitions=row["partitions"],
            own=row["own"],
        )
        for row in rows
    )
    return tuple(sorted(found, key=lambda one: (one.until, one.before, one.after)))


def absences_from(
    rows: Sequence[Row], moves: Sequence[LeaderMove], last_look: float, interval: float | None, *, is_own_only: bool
) -> tuple[BrokerAbsence, ...]:
    """Give the absences of brokers with the leaders that each cost it; `last_look` and `interval` are seconds."""
    found = []
    for row in rows:
        start, until = seconds_of(row["start"]) or 0.0, seconds_of(row["until"]) or 0.0
        # A leader moves in the look in which its copy is missed first, or in the one before.
        lost = sum(
            move.own if is_own_only else move.partitions
            for move in moves
            if move.before == row["broker"] and start - (interval or 0.0) <= move.until <= until
        )
        found.append(
            BrokerAbsence(
                broker=row["broker"],
                start=start,
                until=until,
                is_open=until >= last_look,
                partitions=row["partitions"],
                own=row["own"],
                offline=row["own_offline" if is_own_only else "offline"],
                below_min=row["own_below" if is_own_only else "below"],
                leaders_lost=lost,
            )
        )
    return tuple(sorted(found, key=lambda one: (one.start, one.broker)))


def count_changes_from(rows: Sequence[Row], known: Known, placement: Placement) -> tuple[CountChange, ...]:
    """Give the changes of partition counts, with what each does to the application; no more than MOST_EVENTS."""
    counts = {topic: known.counts[topic]["count_last"] for topic in known.roles}
    now = {role.name: counts[topic] for topic, role in known.roles.items() if counts[topic] is not None}
    found = []
    for row in sorted(rows, key=lambda row: (row["until"], row["topic"]))[:MOST_EVENTS]:
        role, before, after = known.roles.get(row["topic"]), row["before"], row["after"]
        effect = None
        if role is not None and placement.shape is not None:
            effect = effect_of(placement.shape, role, before, after, now, known.application_id)
        found.append(
            CountChange(
                topic=row["topic"],
                before=before,
                after=after,
                start=seconds_of(row["start"]) or 0.0,
                until=seconds_of(row["until"]) or 0.0,
                share_moved=share_moved(before, after),
                new_tasks=() if effect is None else effect.new_tasks,
                effects=() if effect is None else effect.sentences,
                is_refused=effect is not None and effect.is_refused,
            )
        )
    return tuple(found)
