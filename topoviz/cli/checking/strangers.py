"""What stands in the JSON of others, in which anything may stand anywhere."""

from __future__ import annotations

from typing import Any


def member_of(document: Any, *names: str) -> Any:
    """Give what stands in a document at a path; None where nothing does."""
    for name in names:
        document = document.get(name) if isinstance(document, dict) else None
    return document


def text_of(document: Any, *names: str) -> str:
    """Give the text at a path; empty where there is none."""
    found = member_of(document, *names)
    return found if isinstance(found, str) else ""


def objects_of(document: Any, *names: str) -> list[dict[str, Any]]:
    """Give the objects of the list at a path; none where there is no list."""
    found = member_of(document, *names)
    return [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []
