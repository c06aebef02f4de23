"""The settings of Kafka Streams that decide who gets which task, from names and values as StreamsConfig has them.

Source: StreamsConfig; KIP-441, KIP-708, KIP-924, KIP-925, KIP-1071.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from topoviz.engine.assignment.settings import AssignmentSettings, RackStrategy
from topoviz.engine.versions import Behaviours, behaviour_named

_LONGEST: Final = 2**63 - 1


class BadSetting(ValueError):
    """A setting is not known, or its value is none that it can have; the message is a sentence for the user."""

    def __init__(self, name: str, why: str) -> None:
        super().__init__(f"{name} {why}")
        self.name = name


@dataclass(frozen=True, slots=True)
class _Setting:
    """How a setting is read, and the behaviour for which versions have it; none where all have it."""

    member: str
    read: Callable[[str], Any]
    behaviour: str | None = None


def whole_number(least: int, most: int) -> Callable[[str], int]:
    """Give what reads a whole number within bounds; it raises ValueError with the end of a sentence."""

    def read(text: str) -> int:
        digits = text.strip().replace("_", "")
        if not digits.isascii() or not digits.isdigit() or not least <= int(digits) <= most:
            raise ValueError(f"is not a whole number from {least:,} to {most:,}: {text[:40]!r}.")
        return int(digits)

    return read


def _tags(text: str) -> tuple[str, ...]:
    tags = tuple(tag.strip() for tag in text.split(",") if tag.strip())
    if len(tags) > 5:
        raise ValueError(f"has {len(tags)} tags; Kafka Streams takes five.")
    return tags


def _strategy(text: str) -> RackStrategy:
    try:
        return RackStrategy(text.strip())
    except ValueError as error:
        raise ValueError(f"is not one of {', '.join(RackStrategy)}: {text[:40]!r}.") from error


SETTINGS: Final[Mapping[str, _Setting]] = {
    "num.standby.replicas": _Setting("num_standby_replicas", whole_number(0, 100)),
    "acceptable.recovery.lag": _Setting("acceptable_recovery_lag", whole_number(0, _LONGEST), "assigns_by_state"),
    "max.warmup.replicas": _Setting("max_warmup_replicas", whole_number(1, 2**31 - 1), "assigns_by_state"),
    "probing.rebalance.interval.ms": _Setting(
        "probing_rebalance_interval_ms", whole_number(60_000, _LONGEST), "assigns_by_state"
    ),
    "rack.aware.assignment.tags": _Setting("rack_aware_assignment_tags", _tags, "spreads_standbys_by_tags"),
    "rack.aware.assignment.strategy": _Setting("rack_aware_assignment_strategy", _strategy, "assigns_by_racks"),
    "rack.aware.assignment.traffic_cost": _Setting("traffic_cost", whole_number(0, 2**31 - 1), "assigns_by_racks"),
    "rack.aware.assignment.non_overlap_cost": _Setting(
        "non_overlap_cost", whole_number(0, 2**31 - 1), "assigns_by_racks"
    ),
}
"""All that are read, by their names in StreamsConfig."""


def settings_of(behaviours: Behaviours) -> list[str]:
    """Give the names of the settings that a version has."""
    return [name for name, one in SETTINGS.items() if one.behaviour is None or behaviours.has(one.behaviour)]


def read_settings(given: Mapping[str, str], behaviours: Behaviours) -> AssignmentSettings:
    """Read settings for a version; raises BadSetting for one that it lacks, and for values that it would refuse."""
    members: dict[str, Any] = {}
    for name, text in given.items():
        setting = SETTINGS.get(name)
        if setting is None:
            raise BadSetting(name, f"is not known here; known are {', '.join(SETTINGS)}.")
        if setting.behaviour is not None and not behaviours.has(setting.behaviour):
            since = behaviour_named(setting.behaviour).since
            raise BadSetting(name, f"came with Kafka Streams {since}; {behaviours.version} does not have it.")
        try:
            members[setting.member] = setting.read(text)
        except ValueError as error:
            raise BadSetting(name, str(error)) from error
    return AssignmentSettings(**members)
