"""A meaning: of which lines, which events of a simulation they belong to, and what a person does about them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Meaning:
    """What lines say. Each line is named by the class that logs it and how its text begins.

    `events` are kinds of events in a simulation where it stands for one; `look` is empty where there is nothing to do.
    """

    lines: tuple[tuple[str, str], ...]
    says: str
    events: tuple[str, ...] = ()
    look: str = ""
