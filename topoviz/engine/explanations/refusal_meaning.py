"""What it means to be refused for something, in plain words."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RefusalMeaning:
    """What is wrong, the way out, and where the code says so; the first two may use the `{name}` of the refusal."""

    meaning: str
    advice: str
    reference: str
