"""Read JSON bodies of a limited size."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import IO, Any

from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser

from topoviz.web.analyses.limits import limits
from topoviz.web.documents.problems import Problem


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
            raise too_large(f"The request is longer than {most // 1024} KB.")
        try:
            return parse_json(body)
        except ValueError as error:
            raise ParseError("The body is not JSON in UTF-8.") from error


def parse_json(text: str | bytes) -> Any:
    """Read JSON as its standard has it; raises ValueError."""
    try:
        return json.loads(text, parse_constant=_refuse)
    except RecursionError as error:
        raise ValueError(str(error)) from error


def too_large(detail: str) -> Problem:
    """Make the problem of what exceeds a size."""
    return Problem(
        413,
        "too-large",
        detail,
        "Leave out what has nothing to do with the topology, or use the command line, which has no such limit.",
    )


def _refuse(constant: str) -> None:
    raise ValueError(constant)
