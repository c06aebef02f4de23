"""Leaders that moved although no copy was seen out of sync."""

from __future__ import annotations

from typing import Final

from topoviz.lag.findings.words import between
from topoviz.lag.report.finding import Finding, FindingKind
from topoviz.lag.topics.findings.words import references, spoken_of, tasks_of
from topoviz.lag.topics.model import LeaderMove, TopicHistory

_BACK_SECONDS: Final = 600.0
"""Brokers that came back lead again what they should: Kafka looks every five minutes."""


def find_leader_moves(history: TopicHistory) -> tuple[Finding, ...]:
    """Say in one finding how often that was, and when; moves that an absence explains are told with that."""
    open_moves = [one for one in history.leader_moves if _count(history, one) and not _is_explained(history, one)]
    if not open_moves:
        return ()
    when = between(open_moves[0].start, open_moves[-1].until)
    moved = [one for one in history.partitions if one.leader_moves]
    count = sum(_count(history, one) for one in open_moves)
    brokers = sorted({one.before for one in open_moves})
    looks = len({one.until for one in open_moves})
    often = "once" if looks == 1 else f"at {looks} looks"
    return (
        Finding(
            FindingKind.LEADER_MOVES,
            f"Leaders of {spoken_of(history, count)} moved {often}, {when}, away from "
            f"broker{'' if len(brokers) == 1 else 's'} {', '.join(map(str, brokers[:8]))}, and no copy was seen out of "
            "sync then.",
            "So it looks when leaders are chosen anew on purpose, partitions are moved, or a broker restarts between "
            "two looks. If nobody did any of that, look at the brokers' logs of that time.",
            tasks_of(moved),
            references(history, moved),
            numbers={"moves": float(count), "looks": float(looks)},
            start=open_moves[0].start if looks == 1 else None,
            until=open_moves[0].until if looks == 1 else None,
        ),
    )


def _count(history: TopicHistory, one: LeaderMove) -> int:
    return one.own if history.is_own_only else one.partitions


def _is_explained(history: TopicHistory, move: LeaderMove) -> bool:
    near = 2 * (history.interval_seconds or 0.0)
    return any(
        (one.broker == move.before and one.start - near <= move.until <= one.until + near)
        or (one.broker == move.after and one.start <= move.until <= one.until + _BACK_SECONDS + near)
        for one in history.absences
    )
