"""What the engine could not read, does not know or must refuse, as values with a place, a reason and an effect."""

from __future__ import annotations

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

    `reason` and `effect` are whole sentences; `next_step` says what the user can do. A diagnostic about the whole
    submission has no span.
    """

    severity: Severity
    code: str
    reason: str
    effect: str
    span: Span | None = None
    next_step: str = ""
