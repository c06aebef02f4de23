"""One step of bringing a change in."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class StepKind(StrEnum):
    """What is done."""

    CORRECT = "correct"
    NAME = "name"
    CHECK = "check"
    DRAIN = "drain"
    STOP = "stop"
    WIPE = "wipe"
    ALTER = "alter"
    FILL = "fill"
    START = "start"
    CLEAN_UP = "clean up"


@dataclass(frozen=True, slots=True)
class Step:
    """What to do, why, and with which commands; `topics` as the brokers have them."""

    kind: StepKind
    sentence: str
    why: str
    commands: tuple[str, ...] = ()
    topics: tuple[str, ...] = ()
