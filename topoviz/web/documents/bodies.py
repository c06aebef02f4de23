"""How long the body of a request may be.

A view that takes more than the rest says so itself: `most_body` gives the bytes, and `too_long` the problem.
"""

from __future__ import annotations

from typing import Any

from django.urls import Resolver404, resolve

from topoviz.web.analyses.limits import limits


def most_bytes(path: str, content_type: str) -> int:
    """Give the bytes that are taken for a path, of a type."""
    asked = getattr(view_of(path), "most_body", None)
    return limits().body_bytes if asked is None else int(asked(content_type))


def view_of(path: str) -> Any:
    """Give what answers at a path: a view of the API, or the function of a page; None where there is nothing."""
    try:
        function = resolve(path).func
    except Resolver404:
        return None
    made = getattr(function, "cls", None)
    return function if made is None else made()
