"""The settings that decide when a group notices what happened, and what is left on a disk.

Source: ConsumerConfig, StreamsConfig, GroupCoordinatorConfig; KIP-62, KIP-134, KIP-442, KIP-735.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from topoviz.engine.assignment.reading_settings import BadSetting
from topoviz.engine.versions import Behaviours

_LONGEST_MS: Final = 2**31 - 1
_GUARANTEES: Final = ("at_least_once", "exactly_once", "exactly_once_beta", "exactly_once_v2")


@dataclass(frozen=True, slots=True)
class RuntimeSettings:
    """Times in milliseconds; `given` names the settings that somebody set."""

    session_timeout_ms: int
    max_poll_interval_ms: int
    heartbeat_interval_ms: int = 3_000
    initial_rebalance_delay_ms: int = 3_000
    metadata_max_age_ms: int = 300_000
    commit_interval_ms: int = 30_000
    state_cleanup_delay_ms: int = 600_000
    processing_guarantee: str = "at_least_once"
    is_static: bool = False
    given: frozenset[str] = frozenset()

    @property
    def is_exactly_once(self) -> bool:
        """Tell whether state and output are committed in transactions."""
        return self.processing_guarantee != "at_least_once"


def _span(text: str) -> int:
    digits = text.strip().replace("_", "")
    if not digits.isascii() or not digits.isdigit() or len(digits) > 10 or not 1 <= int(digits) <= _LONGEST_MS:
        raise ValueError(f"is not a whole number of milliseconds from 1 to {_LONGEST_MS:,}: {text[:40]!r}.")
    return int(digits)


def _guarantee(text: str) -> str:
    if text.strip() not in _GUARANTEES:
        raise ValueError(f"is not one of {', '.join(_GUARANTEES)}: {text[:40]!r}.")
    return text.strip()


def _is_static(text: str) -> bool:
    """Any `group.instance.id` makes members static: each thread adds its number to that of its own client."""
    if not text.strip():
        raise ValueError("is empty.")
    return True


_SETTINGS: Final[Mapping[str, tuple[str, Callable[[str], Any]]]] = {
    "session.timeout.ms": ("session_timeout_ms", _span),
    "max.poll.interval.ms": ("max_poll_interval_ms", _span),
    "heartbeat.interval.ms": ("heartbeat_interval_ms", _span),
    "group.initial.rebalance.delay.ms": ("initial_rebalance_delay_ms", _span),
    "metadata.max.age.ms": ("metadata_max_age_ms", _span),
    "commit.interval.ms": ("commit_interval_ms", _span),
    "state.cleanup.delay.ms": ("state_cleanup_delay_ms", _span),
    "processing.guarantee": ("processing_guarantee", _guarantee),
    "group.instance.id": ("is_static", _is_static),
}
RUNTIME_SETTINGS: Final = tuple(_SETTINGS)
"""The names of all that are read here; what decides who gets which task is read with assignments."""


def read_runtime_settings(given: Mapping[str, str], behaviours: Behaviours) -> RuntimeSettings:
    """Read settings for a version, with its defaults for the rest; raises BadSetting."""
    found = RuntimeSettings(
        session_timeout_ms=45_000 if behaviours.has("waits_longer_for_heartbeats") else 10_000,
        max_poll_interval_ms=300_000 if behaviours.has("has_poll_timeout") else _LONGEST_MS,
    )
    members: dict[str, Any] = {}
    for name, text in given.items():
        member, read = _SETTINGS[name]
        if name == "group.instance.id" and not behaviours.has("has_static_members"):
            raise BadSetting(name, f"came with Kafka Streams 2.3.0; {behaviours.version} does not have it.")
        try:
            members[member] = read(text)
        except ValueError as error:
            raise BadSetting(name, str(error)) from error
    found = replace(found, **members, given=frozenset(given))
    if found.is_exactly_once and "commit.interval.ms" not in given:
        found = replace(found, commit_interval_ms=100)
    return found
