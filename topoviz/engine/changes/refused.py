"""A new version that Kafka Streams refuses: the change ends there, whatever else differs."""

from __future__ import annotations

from topoviz.engine.changes.finding import Finding, Level
from topoviz.engine.changes.side import Side


def refused_by(new: Side) -> Finding | None:
    """Say in Kafka's words why the new version does not start; None where it has a topology."""
    if new.refusal is None:
        return None
    return Finding(
        "program-refused",
        Level.WILL_NOT_START,
        f"Kafka Streams {new.behaviours.version} refuses the new version.",
        f"It ends with {new.refusal.exception}: {new.refusal.message}",
        "Correct the program, and compare again.",
        "Kafka's own words",
    )
