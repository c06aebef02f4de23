"""The question what changes between two versions, and whether that is safe to deploy, as JSON.

A question has how the application runs (`application_id`, `guarantee`, `guarantee_before`, `protocol`,
`protocol_before`, each null where nobody says it), `partitions` and `sizes` of stores as texts in any form that is
read, and which topologies are meant, `old_topology` and `new_topology`: numbers from 0, or null for those that have one
name.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any, Final

from topoviz.engine.analysis import analyze
from topoviz.engine.changes.deployed import Asked as AskedDeployment
from topoviz.engine.changes.deployment import Guarantee, Protocol
from topoviz.engine.comparison import Comparison, Pair, compare_pair, pair_up
from topoviz.engine.diagnostics import Severity
from topoviz.engine.outcome import Outcome, outcome_of
from topoviz.engine.results import Analysis, AnalyzedTopology
from topoviz.engine.tasks.reading_counts import BadPartitionCounts, read_partition_counts
from topoviz.rendering.calculations.model import Asked, BadQuestion, Kind
from topoviz.rendering.calculations.problems import answering, sizes_asked
from topoviz.rendering.changes.draw import write_change
from topoviz.rendering.changes.markdown import change_to_markdown
from topoviz.rendering.changes.reported import reported_of
from topoviz.rendering.changes.views import parse_change_view
from topoviz.rendering.forms.model import Form
from topoviz.rendering.picture import Undrawable
from topoviz.rendering.style import Theme
from topoviz.rendering.submission_json import submission_from_json
from topoviz.rendering.words import first_of

Json = dict[str, Any]

_MOST_NAMED: Final = 8
_NO_TOPOLOGY: Final = {"old": "no-old-topology", "new": "no-new-topology"}
_IS_REFUSED: Final = "Kafka Streams refuses the new version, so there is no topology to draw."


def answer_comparison(asked: Asked) -> Json:
    """Give the verdict with all it rests on (`topoviz/change@1`); raises BadQuestion where a side has no topology."""
    found = _compared(asked)
    asked.say("writing")
    return reported_of(found).document


def draw_comparison(asked: Asked, view: str, form: Form, theme: Theme) -> bytes:
    """Draw a view of what changes; as Markdown, write what a pull request shows. Raises Undrawable."""
    wanted, found = parse_change_view(view), _compared(asked)
    if form is Form.MARKDOWN:
        return change_to_markdown([reported_of(found)]).encode()
    if found.change is None:
        raise Undrawable(_IS_REFUSED)
    return write_change(found.change, wanted, form, theme)


COMPARISON: Final = Kind("comparison", answer_comparison, draw_comparison)


def _compared(asked: Asked) -> Comparison:
    """Compare, unless the answer is still known: pictures of it are asked for next."""
    text = json.dumps(asked.old, sort_keys=True)
    key = {"kind": "comparison", "old": hashlib.sha256(text.encode()).hexdigest(), **asked.question}
    found: Comparison | None = asked.kept.get(key)
    if found is None:
        found = _compare(asked)
        asked.kept.put(key, found)
    return found


def _compare(asked: Asked) -> Comparison:
    assert asked.old is not None, "whoever asks for a comparison gives the version before"
    question = asked.question
    deployment = _deployment(question)
    asked.say("reading the old version")
    old, new = analyze(submission_from_json(asked.old)), asked.analysis
    asked.say("comparing")
    pair = _pair(_chosen(old, question["old_topology"], "old"), _chosen(new, question["new_topology"], "new"), question)
    if pair.old.refusal is not None:
        raise BadQuestion(
            "old-refused",
            f"Kafka Streams {old.behaviours.version} refuses the old version, so it never ran: {pair.old.refusal}",
            "Choose the Kafka version that the application runs with, or another text.",
        )
    return compare_pair(pair, old, new, deployment)


def _deployment(question: Json) -> AskedDeployment:
    guarantee, before, protocol = (question[name] for name in ("guarantee", "guarantee_before", "protocol"))
    # Questions that were asked before the name was there do not have it.
    protocol_before = question.get("protocol_before")
    counts = None
    if question["partitions"].strip():
        with answering(BadPartitionCounts):
            counts = read_partition_counts(question["partitions"])
    return AskedDeployment(
        question["application_id"],
        None if guarantee is None else Guarantee(guarantee),
        None if before is None else Guarantee(before),
        None if protocol is None else Protocol(protocol),
        counts,
        None if protocol_before is None else Protocol(protocol_before),
        sizes_asked(question.get("sizes")),
    )


def _pair(old: tuple[AnalyzedTopology, ...], new: tuple[AnalyzedTopology, ...], question: Json) -> Pair:
    """Choose the pair that is compared: the first, where nobody says which of several."""
    found = pair_up(old, new)
    if found is None:
        raise BadQuestion(
            "which-topology",
            f"Which topology follows on which? The old version has {_listed(old)}; the new one has {_listed(new)}.",
            "Say which by their numbers, counted from 0.",
        )
    return found.pairs[0]


def _chosen(analysis: Analysis, number: int | None, which: str) -> tuple[AnalyzedTopology, ...]:
    """Give the topologies of a version that may be meant; raises BadQuestion where there is none."""
    topologies = analysis.all_topologies
    if outcome_of(analysis) in (Outcome.UNREADABLE, Outcome.EMPTY):
        what = "cannot be read" if analysis.is_unreadable else "has no topology"
        raise BadQuestion(
            _NO_TOPOLOGY[which],
            f"There is nothing to compare: the {which} version {what}. {_first_reason(analysis)}".strip(),
            "Give the code that builds it, or what its `describe()` prints.",
        )
    if number is None:
        return topologies
    if number >= len(topologies):
        raise BadQuestion(
            "no-such-topology",
            f"The {which} version has {_listed(topologies)}, and none with the number {number}.",
            "Say which by its number, counted from 0.",
        )
    return (topologies[number],)


def _first_reason(analysis: Analysis) -> str:
    """Say what the first thing is that could not be read, with its line."""
    found = sorted(analysis.diagnostics, key=lambda one: one.severity is not Severity.UNREADABLE)
    if not found or found[0].span is None:
        return found[0].reason if found else ""
    file = analysis.submission.bundle.files[found[0].span.file_id]
    return f"{file.name}, line {file.position(found[0].span.start).line}: {found[0].reason}"


def _listed(topologies: tuple[AnalyzedTopology, ...]) -> str:
    return first_of([f"{number} ({one.name})" for number, one in enumerate(topologies)], _MOST_NAMED)
