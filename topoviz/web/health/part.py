"""One part that topoviz runs on, and how it stands."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class State(StrEnum):
    """How a part stands."""

    READY = "ready"
    """It was found and it answered."""
    MISSING = "missing"
    """It is not there."""
    TROUBLE = "trouble"
    """It is there or somebody asked for it, but it does not work."""


@dataclass(frozen=True, slots=True)
class Part:
    """What the page says about one part.

    `found` is a short value, mostly a version; `sentence` says where it was found or what is wrong; `next_step` is
    empty when all is well. None of them holds a password or a path of the machine.
    """

    name: str
    purpose: str
    state: State
    found: str
    sentence: str
    next_step: str = ""
