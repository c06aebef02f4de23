"""`/api/v1/analyses/ID/simulations`: what happens to records, and every event of it."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from typing import Any, ClassVar

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.urls import URLPattern, path
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.views import APIView

from topoviz.rendering.assignment.views import TasksViewName
from topoviz.web.analyses.limits import limits
from topoviz.web.api.v1.assignments import MOST_TEXT, TASKS_VIEW
from topoviz.web.api.v1.calculations import PROBLEM, Served, callers_calculation, paths_of
from topoviz.web.api.v1.forms import DOWNLOAD
from topoviz.web.api.v1.openapi import EVENT_THEN, LANES
from topoviz.web.api.v1.schemas import EventsDocument, NamedSimulationsDocument, ProblemDocument, SimulationDocument
from topoviz.web.api.v1.submissions import SourceText, Strict
from topoviz.web.documents.files import unless_known
from topoviz.web.documents.lanes import LEAST_WIDTH, MOST_WIDTH, USUAL_WIDTH, event_response, lanes_response
from topoviz.web.documents.simulations import SUMMARY_FILES, summary_file
from topoviz.web.documents.traces import (
    LINES,
    MOST_EVENTS,
    USUAL_EVENTS,
    events_response,
    records_response,
    trace_response,
)


class SimulationSerializer(Strict):
    """What is asked."""

    topology = serializers.IntegerField(min_value=0, max_value=9999, default=0, help_text="Which topology, from 0.")
    partitions = SourceText(
        max_length=MOST_TEXT, default="",
        help_text="Partition counts: lines such as orders=4, YAML, JSON, or what kafka-topics.sh --describe prints.",
    )  # fmt: skip
    configuration = SourceText(
        max_length=MOST_TEXT, default="",
        help_text="How it goes, in YAML or JSON: settings, costs of nodes, punctuators, records to make (generate), "
        "events such as {at: 20s, kill: a, for: 10s}, and what to look at.",
    )  # fmt: skip
    cluster = SourceText(
        max_length=MOST_TEXT, default="",
        help_text="The clients, in any form that questions of assignments take. Without it, one client runs all tasks.",
    )  # fmt: skip
    records = SourceText(
        default="",
        help_text="Records in the order in which they arrive: CSV with a header of time_ms, topic, partition, key, "
        "timestamp_ms and value, or a JSON object a line. Without them, the configuration says which to make.",
    )  # fmt: skip

    def validate_records(self, text: str) -> str:
        """Refuse more than is taken here, and say where more is."""
        most = limits().records_bytes
        size = len(text.encode("utf-8"))
        if size > most:
            raise serializers.ValidationError(
                f"These are {size:,} bytes; {most:,} are the most here. Take a part of them, such as some minutes, let "
                "records be made of a rate (generate in the configuration), or use the command line, which takes more."
            )
        return text


SIMULATIONS = Served(
    kind="simulation",
    question=SimulationSerializer,
    document=SimulationDocument,
    named=NamedSimulationsDocument,
    operation="simulate",
    does="Simulate what stream threads do with records, and keep every event of it.",
    example_name="one slow task",
    picture="Who has which task in the simulation",
    first_view=TasksViewName.TASKS,
    picture_parameters=(TASKS_VIEW,),
)

_PROBLEMS = {(status, PROBLEM): ProblemDocument for status in (404, 422)}
_SEVERAL = {"type": "array", "items": {"type": "string"}}
_NUMBER = {"type": "integer", "minimum": 0, "maximum": 10**9}

EVENTS_PARAMETERS = (
    OpenApiParameter("after", {**_NUMBER, "minimum": -1}, description="Only events behind the one of this number."),
    OpenApiParameter("before", _NUMBER, description="The last ones before the event of this number."),
    OpenApiParameter(
        "from_ms", {"type": "number", "minimum": 0, "maximum": 10**12},
        description="Begin with the first event that is not before this time, in milliseconds since the beginning.",
    ),
    OpenApiParameter(
        "limit", {"type": "integer", "minimum": 1, "maximum": MOST_EVENTS, "default": USUAL_EVENTS},
        description="How many are given, at most.",
    ),
    OpenApiParameter("task", _SEVERAL, description="Only events that name one of these tasks."),
    OpenApiParameter("thread", _SEVERAL, description="Only events of one of these threads or clients."),
    OpenApiParameter("kind", _SEVERAL, description="Only events of one of these kinds, such as waits."),
    OpenApiParameter("partition", _SEVERAL, description="Only events that name one of these partitions."),
    OpenApiParameter("node", _SEVERAL, description="Only events that name one of these nodes."),
)  # fmt: skip


_TIME = {"type": "number", "minimum": 0, "maximum": 10**12}

LANES_PARAMETERS = (
    OpenApiParameter("from_ms", _TIME, description="Where the interval begins, in milliseconds since the beginning."),
    OpenApiParameter("to_ms", _TIME, description="Where it ends; without it, at the last event that is kept."),
    OpenApiParameter(
        "width", {"type": "integer", "minimum": LEAST_WIDTH, "maximum": MOST_WIDTH, "default": USUAL_WIDTH},
        description="How many pixels wide the picture is: shorter spans of one state stand together.",
    ),
)  # fmt: skip


class EventsView(APIView):
    """Events of a simulation."""

    @extend_schema(
        operation_id="simulation_events",
        parameters=list(EVENTS_PARAMETERS),
        responses={200: EventsDocument, **_PROBLEMS},
    )
    def get(self, request: Request, calculation_id: uuid.UUID) -> HttpResponseBase:
        """Give events in their order, those that are there so far while it runs."""
        found = callers_calculation(request, calculation_id, SIMULATIONS.kind)
        return events_response(request, found, request.query_params)


class EventView(APIView):
    """What there is after an event."""

    @extend_schema(
        operation_id="simulation_event",
        responses={(200, "application/json"): EVENT_THEN, (404, PROBLEM): ProblemDocument},
    )
    def get(self, request: Request, calculation_id: uuid.UUID, event: int) -> HttpResponseBase:
        """Give the tasks that an event has to do with, as they are just after it."""
        return event_response(request, callers_calculation(request, calculation_id, SIMULATIONS.kind), event)


class LanesView(APIView):
    """A simulation as pictures show it."""

    @extend_schema(
        operation_id="simulation_lanes",
        parameters=list(LANES_PARAMETERS),
        responses={(200, "application/json"): LANES, **_PROBLEMS},
    )
    def get(self, request: Request, calculation_id: uuid.UUID) -> HttpResponseBase:
        """Give what threads and tasks do in an interval, in no more spans than a picture has pixels."""
        found = callers_calculation(request, calculation_id, SIMULATIONS.kind)
        return lanes_response(request, found, request.query_params)


class SummaryView(APIView):
    """What came of a simulation as a file."""

    gives_files = True
    ending: ClassVar[str]

    def get(self, request: Request, calculation_id: uuid.UUID) -> HttpResponse:
        """Give the file, or 304 when the caller has it already."""
        found = callers_calculation(request, calculation_id, SIMULATIONS.kind)
        is_download = request.query_params.get("download") == "1"
        return unless_known(request, summary_file(found, self.ending, is_download=is_download))


class TraceView(APIView):
    """All events of a simulation that are kept."""

    gives_files = True

    @extend_schema(
        operation_id="simulation_trace",
        responses={(200, LINES): OpenApiTypes.STR, (404, PROBLEM): ProblemDocument},
    )
    def get(self, request: Request, calculation_id: uuid.UUID) -> HttpResponseBase:
        """Give them as a file, a JSON object a line."""
        return trace_response(request, callers_calculation(request, calculation_id, SIMULATIONS.kind))


class RecordsView(APIView):
    """The records of a simulation."""

    gives_files = True

    @extend_schema(
        operation_id="simulation_records",
        parameters=[DOWNLOAD],
        responses={(200, "text/plain"): OpenApiTypes.STR, (404, PROBLEM): ProblemDocument},
    )
    def get(self, request: Request, calculation_id: uuid.UUID) -> HttpResponse:
        """Give them as they were sent; nothing where the configuration made them."""
        found = callers_calculation(request, calculation_id, SIMULATIONS.kind)
        is_download = request.query_params.get("download") == "1"
        return unless_known(request, records_response(found, is_download=is_download))


def simulation_paths() -> Iterator[URLPattern]:
    """Give the addresses of simulations."""
    one = "simulations/<uuid:calculation_id>"
    yield from paths_of(SIMULATIONS)
    yield path(f"{one}/events", EventsView.as_view(), name="api-simulation-events")
    yield path(f"{one}/events/<int:event>", EventView.as_view(), name="api-simulation-event")
    yield path(f"{one}/lanes", LanesView.as_view(), name="api-simulation-lanes")
    for ending in SUMMARY_FILES:
        yield path(f"{one}/summary.{ending}", _summary_view(ending), name=f"api-simulation-summary-{ending}")
    yield path(f"{one}/trace.jsonl", TraceView.as_view(), name="api-simulation-trace")
    yield path(f"{one}/records", RecordsView.as_view(), name="api-simulation-records")


def _summary_view(ending: str) -> Any:
    said = extend_schema(
        operation_id=f"simulation_summary_{ending}",
        description=f"What came of it as {'Markdown' if ending == 'md' else 'text'}: latency, threads, tasks and why "
        "they waited, partitions, nodes, and how many events of each kind there were.",
        parameters=[DOWNLOAD],
        responses={
            (200, SUMMARY_FILES[ending]): OpenApiTypes.STR,
            **{(status, PROBLEM): ProblemDocument for status in (404, 409)},
        },
    )
    view: type[APIView] = type(f"Summary{ending.title()}View", (SummaryView,), {"ending": ending})
    return extend_schema_view(get=said)(view).as_view()
