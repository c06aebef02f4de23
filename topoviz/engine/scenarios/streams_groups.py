"""Streams groups (KIP-1071) are not played: their brokers assign at heartbeats, and no rebalance stops the others.

Source: StreamsConfig#GROUP_PROTOCOL_CONFIG, GroupCoordinatorService#streamsGroupHeartbeat.
"""

from __future__ import annotations

from typing import Final

from topoviz.engine.assignment.reading_settings import BadSetting
from topoviz.engine.scenarios.bad_scenario import BadScenario
from topoviz.engine.syntax.data_text import Word
from topoviz.engine.versions import Behaviours, behaviour_named

PROTOCOL: Final = "group.protocol"
_OF_BROKERS: Final = "streams-group"
_PROTOCOLS: Final = ("classic", "streams")
_WHY: Final = (
    "In a streams group (KIP-1071) the brokers assign at heartbeats, without rebalances, and how that goes on in time "
    "is not known here: nothing is played."
)
_ALONE: Final = "or ask for the assignment alone, which knows streams groups."


def refuse_streams_groups(
    protocol: Word | None, assignor: Word | None, behaviours: Behaviours, *, is_listed: bool
) -> None:
    """Raise BadScenario where the group is a streams group, and BadSetting for a protocol that the version lacks.

    `is_listed` tells whether the cluster is what Kafka's command lists of a streams group. Words have the line 0 where
    they stand in no scenario.
    """
    word = None if protocol is None else protocol.text.strip()
    if word is not None and word not in _PROTOCOLS:
        raise BadSetting(PROTOCOL, f"is not one of {', '.join(_PROTOCOLS)}: {word[:40]!r}.")
    if protocol is not None and word == "streams":
        _check_version(behaviours)
        raise BadScenario(
            protocol.line or None, f"sets {PROTOCOL} to streams. {_WHY} Set {PROTOCOL} to classic, {_ALONE}"
        )
    if assignor is not None and assignor.text == _OF_BROKERS:
        raise BadScenario(
            assignor.line or None,
            f"has the assignor {_OF_BROKERS}. {_WHY} Take that away, so that it is the assignor of the version, "
            f"{_ALONE}",
        )
    if is_listed and protocol is None:
        raise BadScenario(
            None,
            f"has the clients of a streams group, as Kafka lists them. {_WHY} Set {PROTOCOL} to classic in `settings`, "
            f"which plays them as members of a classic group, {_ALONE}",
        )


def _check_version(behaviours: Behaviours) -> None:
    behaviour = "has_streams_groups"
    if not behaviours.has(behaviour):
        since = behaviour_named(behaviour).since
        raise BadSetting(
            PROTOCOL, f"can be streams since Kafka Streams {since}; {behaviours.version} has classic alone."
        )
