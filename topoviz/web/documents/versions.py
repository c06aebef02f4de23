"""Which versions of Kafka Streams are known, and how each can be told to optimize."""

from __future__ import annotations

from typing import Any

from topoviz.engine.assignment.assignor import Assignor
from topoviz.engine.assignment.assignors.registry import assignors_of, default_name
from topoviz.engine.assignment.reading_settings import settings_of
from topoviz.engine.optimizer.config import ALL
from topoviz.engine.versions import EXACT_VERSIONS, NEWEST_PATCH, Behaviours, parse_version


def versions_document() -> dict[str, Any]:
    """Give the newest, which is taken where nothing says otherwise, those held against the library, and every line."""
    lines = sorted(NEWEST_PATCH, reverse=True)
    return {
        "default": ".".join(map(str, lines[0])),
        "exact": list(EXACT_VERSIONS),
        "versions": [_line(f"{major}.{minor}") for major, minor in lines],
    }


def _line(text: str) -> dict[str, Any]:
    behaviours = Behaviours(parse_version(text))
    takes_list = behaviours.has("optimizes_by_list")
    return {
        "version": text,
        "full": str(behaviours.version),
        "is_exact": behaviours.is_exact,
        "optimization": ["none", "all", *(ALL if takes_list else ())],
        "takes_list": takes_list,
        "assignors": [_assignor(one, default_name(behaviours)) for one in assignors_of(behaviours)],
        "settings": settings_of(behaviours),
    }


def _assignor(assignor: Assignor, default: str) -> dict[str, Any]:
    return {
        "name": assignor.name,
        "sentence": assignor.sentence,
        "reference": assignor.reference,
        "is_default": assignor.name == default,
    }
