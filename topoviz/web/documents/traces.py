"""The events of a simulation as the API and share links give them: pages of them, and all of them as a file."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict
from typing import Any, Final

from django.http import (
    HttpRequest,
    HttpResponse,
    HttpResponseNotModified,
    JsonResponse,
    QueryDict,
    StreamingHttpResponse,
)
from django.http.response import HttpResponseBase
from django.utils.http import content_disposition_header, parse_etags
from rest_framework import serializers

from topoviz.engine.log_lines.told.telling import LogLine
from topoviz.rendering.calculations.simulation_json import teller_of_answer
from topoviz.rendering.simulation.event_words import event_words
from topoviz.rendering.simulation.trace.pieces import PieceHead, unpack
from topoviz.rendering.simulation.trace.reading import Wanted, events_after, events_before, number_at
from topoviz.web.analyses.versions import engine_version
from topoviz.web.calculations.models import Calculation
from topoviz.web.calculations.traces import heads_of, piece_at, pieces_of, records_of
from topoviz.web.documents.files import file_response

Json = dict[str, Any]

MOST_EVENTS: Final = 2_000
USUAL_EVENTS: Final = 500
FILTERS: Final = ("task", "thread", "kind", "partition", "node")
LINES: Final = "application/x-ndjson"

_MOST_NUMBER: Final = 10**9


def events_response(request: HttpRequest, calculation: Calculation, query: QueryDict) -> HttpResponseBase:
    """Give the events that a query asks for, or 304; raises ValidationError for what cannot be asked."""
    return unless_read(request, calculation, query.urlencode(), lambda: JsonResponse(_events(calculation, query)))


def trace_response(request: HttpRequest, calculation: Calculation) -> HttpResponseBase:
    """Give all events that are kept as lines of JSON, piece by piece, or 304."""

    def lines() -> Iterator[bytes]:
        for data in pieces_of(calculation):
            yield ("\n".join(unpack(data)) + "\n").encode()

    def make() -> HttpResponseBase:
        response = StreamingHttpResponse(lines(), content_type=LINES)
        response.headers["Content-Disposition"] = content_disposition_header(True, "trace.jsonl") or "attachment"
        response.headers["X-Content-Type-Options"] = "nosniff"
        return response

    return unless_read(request, calculation, "trace", make)


def records_response(calculation: Calculation, *, is_download: bool = False) -> HttpResponse:
    """Give the records that were asked with, as they were given; nothing where the configuration made them."""
    return file_response(records_of(calculation).encode(), "text/plain", "records.txt", is_download=is_download)


def _events(calculation: Calculation, query: QueryDict) -> Json:
    wanted = Wanted(
        frozenset(query.getlist("kind")),
        frozenset(query.getlist("thread")),
        tuple(frozenset(given) for name in ("task", "partition", "node") if (given := query.getlist(name))),
    )
    limit = number_in(query, "limit", 1, MOST_EVENTS, USUAL_EVENTS)
    before, after = number_in(query, "before", 0, _MOST_NUMBER, -1), number_in(query, "after", -1, _MOST_NUMBER, -1)
    from_ms = time_in(query, "from_ms")
    heads = heads_of(calculation)

    def read(head: PieceHead) -> bytes:
        return piece_at(calculation, head.first)

    if before >= 0:
        page = events_before(heads, read, wanted, before, limit)
    else:
        if from_ms is not None:
            after = max(after, number_at(heads, read, round(from_ms * 1_000)) - 1)
        page = events_after(heads, read, wanted, after, limit)
    lines = _lines_of(calculation)
    numbers = [number for number, _ in page.events]
    return {
        "events": [
            {"number": number, **event, "sentence": event_words(event), "log": [asdict(one) for one in lines(event)]}
            for number, event in page.events
        ],
        "after": (numbers[-1] if numbers else before - 1) if page.goes_on else None,
        "before": (numbers[0] if numbers else after + 1) if page.has_more_before else None,
    }


def _lines_of(calculation: Calculation) -> Callable[[Json], Iterable[LogLine]]:
    """Give what says which lines an event logs: who is meant follows from the answer."""
    result = json.loads(calculation.result or "null")
    if result is None or result["summary"] is None:
        return lambda _: ()
    return teller_of_answer(result).lines


def number_in(query: QueryDict, name: str, least: int, most: int, usual: int) -> int:
    """Read a number; raises ValidationError for another one."""
    text = query.get(name, "")
    if not text:
        return usual
    if text.removeprefix("-").isascii() and text.removeprefix("-").isdigit() and len(text) < 12:
        number = int(text)
        if least <= number <= most:
            return number
    raise serializers.ValidationError({name: [f"Give a whole number from {least:,} to {most:,}."]})


def time_in(query: QueryDict, name: str) -> float | None:
    """Read a time in ms; raises ValidationError for what is none."""
    text = query.get(name, "")
    if not text:
        return None
    try:
        found = float(text)
    except ValueError:
        found = -1
    if not 0 <= found <= 10**12:
        raise serializers.ValidationError({name: ["Give milliseconds since the beginning."]})
    return found


def unless_read(
    request: HttpRequest, calculation: Calculation, asked: str, make: Callable[[], HttpResponseBase]
) -> HttpResponseBase:
    """Make an answer, unless the reader has it: it changes only while pieces arrive, and with how it is worded."""
    known = f"{calculation.id} {calculation.size} {engine_version()} {asked}"
    etag = f'"{hashlib.sha256(known.encode()).hexdigest()[:32]}"'
    if etag in parse_etags(request.headers.get("If-None-Match", "")):
        return HttpResponseNotModified(headers={"ETag": etag})
    response = make()
    response.headers["ETag"] = etag
    return response
