"""What the engine could not read, does not know or must refuse, as values with a place, a reason and an effect."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from topoviz.engine.source import Span


class Severity(StrEnum):
    """How much a diagnostic matters."""

    REFUSED = "refused"
    """Kafka Streams itself would throw here; the message is Kafka's own."""
    UNREADABLE = "unreadable"
    """Nothing could be made of the text."""
    UNSURE = "unsure"
    """Part of the result is not known or not determined by the text."""
    NOTE = "note"
    """Worth knowing; the result stands."""


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding about the text: what it is, where, why, and what it does to the result.

    `reason` and `effect` are whole sentences; `next_step` says what the user can do. `keys` are what the text leaves
    open, and `Settings.set_values` settles. A diagnostic about the whole submission has no span.
    """

    severity: Severity
    code: str
    reason: str
    effect: str
    span: Span | None = None
    next_step: str = ""
    keys: tuple[str, ...] = ()


def ask_for(keys: Sequence[str]) -> str:
    """Say in a sentence that the values of some keys are wanted."""
    return f"Say what {'it is' if len(keys) == 1 else 'they are'}: {', '.join(keys)}."
