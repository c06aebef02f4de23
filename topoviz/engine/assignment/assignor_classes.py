"""Which assignor the settings of an application choose.

Source: AssignorConfiguration#customTaskAssignor, #taskAssignor; StreamsConfig; KIP-924, KIP-1071.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

STREAMS_GROUP: Final = "streams-group"
GROUP_PROTOCOL: Final = "group.protocol"
PUBLIC: Final = "task.assignor.class"
INTERNAL: Final = "internal.task.assignor.class"
CLASS_SETTINGS: Final[Mapping[str, str]] = {PUBLIC: "takes_public_assignors", INTERNAL: "assigns_by_state"}
"""The settings that name a class, the one that wins first, with the behaviour for which versions have them."""

_INTERNALS: Final = "org.apache.kafka.streams.processor.internals.assignment"
_CLASSES: Final[Mapping[str, Mapping[str, str]]] = {
    PUBLIC: {"org.apache.kafka.streams.processor.assignment.assignors.StickyTaskAssignor": "public-sticky"},
    INTERNAL: {
        f"{_INTERNALS}.HighAvailabilityTaskAssignor": "high-availability",
        f"{_INTERNALS}.FallbackPriorTaskAssignor": "fallback-prior",
        f"{_INTERNALS}.StickyTaskAssignor": "sticky",
        f"{_INTERNALS}.LegacyStickyTaskAssignor": "sticky",
    },
}
"""The class of the public interface and the one that was Kafka's own share a name."""


def assignor_of_class(setting: str, text: str) -> str | None:
    """Give the name of the assignor that a class is; None for a class that is not Kafka's. Imports may be left away."""
    wanted = text.strip()
    for name, assignor in _CLASSES[setting].items():
        if wanted in (name, name.rpartition(".")[2]):
            return assignor
    return None


def classes_of(setting: str) -> str:
    """List the classes that are known."""
    return ", ".join(_CLASSES[setting])
