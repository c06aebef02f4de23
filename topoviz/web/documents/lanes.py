"""A simulation as pictures show it, and what its tasks have after an event: both are replayed from its events."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

from django.http import HttpRequest, JsonResponse, QueryDict
from django.http.response import HttpResponseBase
from rest_framework import serializers

from topoviz.rendering.simulation.trace.lanes import lanes_of
from topoviz.rendering.simulation.trace.pieces import event_of, unpack
from topoviz.rendering.simulation.trace.state import tasks_after
from topoviz.web.calculations.models import Calculation
from topoviz.web.calculations.traces import heads_of, piece_at, pieces_of
from topoviz.web.documents.problems import problem_response
from topoviz.web.documents.replays import replay_before
from topoviz.web.documents.traces import number_in, time_in, unless_read

Json = dict[str, Any]

LEAST_WIDTH: Final = 50
MOST_WIDTH: Final = 4_000
USUAL_WIDTH: Final = 800

_OF_A_NODE: Final = '"event": "node"'
"""Lines of these events show in no lane, and are most of them where somebody looks closely."""


def lanes_response(request: HttpRequest, calculation: Calculation, query: QueryDict) -> HttpResponseBase:
    """Give lanes, marks and lines of an interval, or 304; raises ValidationError for what cannot be asked."""

    def make() -> HttpResponseBase:
        result = _result(calculation)
        from_ms = time_in(query, "from_ms") or 0.0
        to_ms = time_in(query, "to_ms")
        end = ((result.get("trace") or {}).get("last_ms") or from_ms + 1) if to_ms is None else to_ms
        if end <= from_ms:
            raise serializers.ValidationError({"to_ms": ["Give a time after from_ms."]})
        width = number_in(query, "width", LEAST_WIDTH, MOST_WIDTH, USUAL_WIDTH)
        lines = enumerate(_lines(calculation))
        events = ((number, event_of(line)) for number, line in lines if _OF_A_NODE not in line)
        return JsonResponse(lanes_of(result, events, from_ms, end, width))

    return unless_read(request, calculation, f"lanes {query.urlencode()}", make)


def event_response(request: HttpRequest, calculation: Calculation, number: int) -> HttpResponseBase:
    """Give the tasks that an event has to do with as they are just after it, or 304."""

    def make() -> HttpResponseBase:
        heads = heads_of(calculation)
        first, replay = replay_before(calculation, heads, number)
        rest = (piece_at(calculation, head.first) for head in heads if head.first >= first)
        events = (event_of(line) for data in rest for line in unpack(data))
        tasks = tasks_after(_result(calculation), events, number - first, replay)
        if tasks is None:
            return problem_response(404, "not-found", "There is no such event.", "Ask for one of a lower number.")
        return JsonResponse({"number": number, "tasks": tasks})

    return unless_read(request, calculation, f"event {number}", make)


def _result(calculation: Calculation) -> Json:
    """Give the answer; empty while there is none: what has happened so far can be seen already."""
    found: Json = json.loads(calculation.result or "{}")
    return found


def _lines(calculation: Calculation) -> Iterator[str]:
    for data in pieces_of(calculation):
        yield from unpack(data)
