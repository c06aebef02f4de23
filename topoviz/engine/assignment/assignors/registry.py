"""Which assignors there are, and which of them an application of a version has."""

from __future__ import annotations

from typing import Final

from topoviz.engine.assignment.assignor import Assignor
from topoviz.engine.assignment.assignors import (
    fallback_prior,
    high_availability,
    public_sticky,
    sticky,
    streams_group,
    streams_group_first,
)
from topoviz.engine.versions import Behaviours, behaviour_named

ASSIGNORS: Final[tuple[Assignor, ...]] = (
    sticky.ASSIGNOR,
    high_availability.ASSIGNOR,
    fallback_prior.ASSIGNOR,
    public_sticky.ASSIGNOR,
    streams_group_first.ASSIGNOR,
    streams_group.ASSIGNOR,
)
"""All assignors. What an assignor was at other versions stands here under the same name, and holds at those alone."""


class NoSuchAssignor(ValueError):
    """A version of Kafka Streams has no assignor of that name; the message is a sentence for the user."""


def assignors_of(behaviours: Behaviours) -> tuple[Assignor, ...]:
    """Give the assignors that a version has."""
    return tuple(assignor for assignor in ASSIGNORS if behaviours.has(assignor.behaviour))


def default_name(behaviours: Behaviours) -> str:
    """Give the name of the assignor that runs where nothing is configured (KIP-441 changed it)."""
    return "high-availability" if behaviours.has("assigns_by_state") else "sticky"


def assignor_for(behaviours: Behaviours, name: str | None = None) -> Assignor:
    """Find an assignor by its name, or the one of the version; raises NoSuchAssignor where the version lacks it."""
    wanted = name if name is not None else default_name(behaviours)
    for assignor in ASSIGNORS:
        if assignor.name == wanted and behaviours.has(assignor.behaviour):
            return assignor
    raise NoSuchAssignor(_lacks(behaviours, wanted))


def _lacks(behaviours: Behaviours, wanted: str) -> str:
    """Say what is wrong with a name, since when there is such an assignor, and what there is instead."""
    version = behaviours.version
    here = ", ".join(assignor.name for assignor in assignors_of(behaviours)) or "none"
    spans = [behaviour_named(assignor.behaviour) for assignor in ASSIGNORS if assignor.name == wanted]
    if not spans:
        return f"There is no assignor named {wanted[:80]!r}. Kafka Streams {version} has: {here}."
    since = min(span.since for span in spans)
    when = f"came with {since}" if version < since else "is gone by then"
    return f"Kafka Streams {version} has no assignor {wanted}, which {when}. It has: {here}."
