"""Why a rebalance begins, in sentences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from topoviz.engine.scenarios.durations import duration_text
from topoviz.engine.scenarios.group import Cause, Why
from topoviz.engine.scenarios.reading.values import listed
from topoviz.engine.scenarios.runtime_settings import RuntimeSettings

_MOST_NAMES = 5


def cause_text(causes: Sequence[Cause], settings: RuntimeSettings, probing_ms: int) -> str:
    """Say all causes of a rebalance, each kind once."""
    counts = {why: Counter(one.client for one in causes if one.why is why) for why in Why}
    return " ".join(_sentence(why, counts[why], settings, probing_ms) for why in Why if counts[why])


def _sentence(why: Why, clients: Counter[str], settings: RuntimeSettings, probing_ms: int) -> str:
    session = f"session.timeout.ms of {duration_text(settings.session_timeout_ms)}"
    match why:
        case Why.JOINED:
            return f"{_members(clients)} joined."
        case Why.LEFT:
            return f"{_members(clients)} left the group."
        case Why.CLOSED:
            return (
                f"{_members(clients)} sent no heartbeat for the {session}. Kafka Streams does not leave the group when "
                "it is closed."
            )
        case Why.DIED:
            return f"{_members(clients)} sent no heartbeat for the {session}."
        case Why.FOLLOW_UP:
            return "Threads gave back tasks that others are to get; this rebalance follows at once."
        case Why.PROBING:
            return f"probing.rebalance.interval.ms of {duration_text(probing_ms)} is over: have copies caught up?"
        case Why.METADATA:
            return "The leader renewed its metadata and saw other partition counts."


def _members(clients: Counter[str]) -> str:
    said = [f"{'1 member' if count == 1 else f'{count} members'} of {name}" for name, count in clients.items()]
    if len(said) > _MOST_NAMES:
        return f"{clients.total():,} members of {len(said)} clients"
    return listed(said)
