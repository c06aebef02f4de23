"""The events of a simulation behind a link: what the API gives, to whoever has the link."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.views.decorators.http import require_safe
from rest_framework.exceptions import ValidationError

from topoviz.web.calculations.models import Calculation
from topoviz.web.documents.lanes import event_response, lanes_response
from topoviz.web.documents.problems import Problem, problem_response
from topoviz.web.documents.simulations import summary_file
from topoviz.web.documents.traces import events_response, records_response, trace_response
from topoviz.web.pages.behind_links import shared
from topoviz.web.sharing.selectors import Shown


@require_safe
@shared
def shared_events(request: HttpRequest, shown: Shown, *, token: str) -> HttpResponseBase:
    """Give events in their order."""
    return _of_simulation(shown, lambda simulation: events_response(request, simulation, request.GET))


@require_safe
@shared
def shared_event(request: HttpRequest, shown: Shown, *, token: str, event: int) -> HttpResponseBase:
    """Give the tasks of an event as they are just after it."""
    return _of_simulation(shown, lambda simulation: event_response(request, simulation, event))


@require_safe
@shared
def shared_lanes(request: HttpRequest, shown: Shown, *, token: str) -> HttpResponseBase:
    """Give an interval as pictures show it."""
    return _of_simulation(shown, lambda simulation: lanes_response(request, simulation, request.GET))


@require_safe
@shared
def shared_summary(request: HttpRequest, shown: Shown, *, token: str, ending: str) -> HttpResponseBase:
    """Give what came of it in words."""
    is_download = request.GET.get("download") == "1"
    return _of_simulation(shown, lambda simulation: summary_file(simulation, ending, is_download=is_download))


@require_safe
@shared
def shared_trace(request: HttpRequest, shown: Shown, *, token: str) -> HttpResponseBase:
    """Give all events that are kept as a file."""
    return _of_simulation(shown, lambda simulation: trace_response(request, simulation))


@require_safe
@shared
def shared_records(request: HttpRequest, shown: Shown, *, token: str) -> HttpResponseBase:
    """Give the records that were asked with."""
    is_download = request.GET.get("download") == "1"
    return _of_simulation(shown, lambda simulation: records_response(simulation, is_download=is_download))


def _of_simulation(shown: Shown, make: Callable[[Calculation], HttpResponseBase]) -> HttpResponseBase:
    calculation = shown.calculation
    if calculation is None or calculation.kind != "simulation":
        return problem_response(404, "not-found", "This link shows no simulation.", "Open the link itself.")
    try:
        return make(calculation)
    except Problem as problem:
        return problem.response()
    except ValidationError:
        return problem_response(
            422, "not-valid", "There are no such events.", "Use the address without what follows ?."
        )
