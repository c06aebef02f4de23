"""Turn an explanation into a plain dictionary, ready for JSON."""

from __future__ import annotations

from typing import Any, Final

from topoviz.engine.explanations.explanation import Change, Explanation, Figures, Line, Part, Place
from topoviz.engine.explanations.sections import terms_of

SCHEMA: Final = "topoviz/explanation@1"


def explanation_to_json(explanation: Explanation) -> dict[str, Any]:
    """Give the explanation as dictionaries, lists, strings and numbers; every part has every key."""
    return {
        "schema": SCHEMA,
        "topology": explanation.topology,
        "kafka_version": explanation.kafka_version,
        "optimization": explanation.optimization,
        "parts": [_part(part) for part in explanation.parts],
        "terms": [
            {"name": term.name, "sentence": term.sentence, "reference": term.reference}
            for term in terms_of(explanation)
        ],
    }


def _part(part: Part) -> dict[str, Any]:
    return {
        "id": part.id,
        "kind": part.kind.value,
        "subject": part.subject,
        "what": list(part.what),
        "why": list(part.why),
        "advice": list(part.advice),
        "reference": part.reference,
        "places": [_place(place) for place in part.places],
        "effect": None if part.effect is None else part.effect.value,
        "figures": None if part.figures is None else _change(part.figures),
        "names": list(part.names),
    }


def _place(place: Place) -> dict[str, Any]:
    return {**_line(place.line), "callers": [_line(caller) for caller in place.callers]}


def _line(line: Line) -> dict[str, Any]:
    return {"file": line.file, "line": line.line}


def _change(change: Change) -> dict[str, Any]:
    return {"before": _figures(change.before), "after": _figures(change.after)}


def _figures(figures: Figures) -> dict[str, int]:
    return {
        "repartition_topics": figures.repartition_topics,
        "changelog_topics": figures.changelog_topics,
        "sub_topologies": figures.sub_topologies,
    }
