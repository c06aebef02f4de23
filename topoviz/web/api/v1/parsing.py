"""Read JSON bodies of a limited size."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import IO, Any

from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser

from topoviz.web.analyses.limits import limits
from topoviz.web.documents.problems import FieldError, Limit, Problem


class LimitedJSONParser(BaseParser):
    """JSON that is measured before it is decoded."""

    media_type = "application/json"

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        """Give what the body says; raises Problem when it is too long, ParseError when it is no JSON."""
        most = limits().body_bytes
        body = stream.read(most + 1)
        if len(body) > most:
            raise too_long()
        try:
            return parse_json(body)
        except ValueError as error:
            raise ParseError(f"The body is not JSON in UTF-8{_where(error)}.") from error


def parse_json(text: str | bytes) -> Any:
    """Read JSON as its standard has it; raises ValueError."""
    try:
        return json.loads(text, parse_constant=_refuse)
    except RecursionError as error:
        raise ValueError(str(error)) from error


def _where(error: ValueError) -> str:
    if isinstance(error, json.JSONDecodeError):
        return f": line {error.lineno}, column {error.colno}"
    return ""


def too_long() -> Problem:
    """Make the problem of a body that is too long as a whole."""
    most = limits().body_bytes
    return too_large(f"The request is longer than {most // 1024:,} KB.", Limit("body_bytes", most))


def too_large(detail: str, limit: Limit, field: str = "") -> Problem:
    """Make the problem of what exceeds a size; `field` is what is too large, when it is not the whole."""
    return Problem(413, "too-large", detail, limit=limit, errors=[FieldError(field, detail)] if field else [])


def _refuse(constant: str) -> None:
    raise ValueError(constant)
