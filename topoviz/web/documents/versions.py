"""Which versions of Kafka Streams are known, and how each can be told to optimize."""

from __future__ import annotations

from typing import Any

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
    }
