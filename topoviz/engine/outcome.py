"""How an analysis went, in one word for programs: the API's `outcome`, and what the exit codes of commands mean."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from topoviz.engine.diagnostics import Severity
from topoviz.engine.results import Analysis, AnalyzedTopology

NOTHING_IN_IT = "no-kafka-streams"
"""The diagnostic of a text that was read well and has nothing to do with Kafka Streams."""


class Outcome(StrEnum):
    """How it went; the first of these that holds of any part is that of the whole."""

    UNREADABLE = "unreadable"
    """Something that was submitted could not be read. Topologies of the rest may be there."""
    EMPTY = "empty"
    """All of it was read, and there is no topology in it."""
    REFUSED = "refused"
    """Kafka Streams refuses a topology, or its program ends itself."""
    UNSURE = "unsure"
    """Part of the result is not certain, and marked."""
    COMPLETE = "complete"
    """Everything is known; it is what Kafka Streams would print."""


def outcome_of(analysis: Analysis, shown: Sequence[AnalyzedTopology] | None = None) -> Outcome:
    """Say how it went, of the topologies that are shown: where none are given those that something starts, else all."""
    shown = (analysis.topologies or analysis.not_started) if shown is None else shown
    if any(one.severity is Severity.UNREADABLE and one.code != NOTHING_IN_IT for one in analysis.diagnostics):
        return Outcome.UNREADABLE
    if not shown:
        return Outcome.EMPTY
    each = {outcome_of_topology(one) for one in shown}
    if Outcome.REFUSED in each:
        return Outcome.REFUSED
    return Outcome.UNSURE if analysis.is_unsure or Outcome.UNSURE in each else Outcome.COMPLETE


def outcome_of_topology(topology: AnalyzedTopology) -> Outcome:
    """Say of one topology whether it is refused, has parts that are not certain, or is complete."""
    if topology.refusal is not None:
        return Outcome.REFUSED
    following = () if topology.start is None else topology.start.told
    is_unsure = bool(topology.doubtful_names) or any(one.severity is Severity.UNSURE for one in following)
    return Outcome.UNSURE if is_unsure else Outcome.COMPLETE
