"""What all calculations have in common in the API: how one is asked for, whose it is, and its name."""

from __future__ import annotations

import uuid
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from topoviz.web.api.v1.analyses import callers_analysis, chosen_topology, parse_wait, result_of
from topoviz.web.api.v1.authentication import caller_of
from topoviz.web.api.v1.submissions import Strict
from topoviz.web.calculations.models import Calculation
from topoviz.web.calculations.selectors import find_calculation
from topoviz.web.calculations.services import ask, cancel_calculation, keep_as
from topoviz.web.documents.calculations import (
    address_of_calculation,
    calculation_document,
    short_calculation_document,
    wait_for_calculation,
)
from topoviz.web.documents.problems import AGAIN, NotFound


class NameSerializer(Strict):
    """A name."""

    name = serializers.CharField(max_length=100)


def answer_question(request: Request, analysis_id: uuid.UUID, kind: str, serializer: Strict) -> Response:
    """Take a question of a kind, wait as long as the caller asked, and give the answer or where it will be."""
    analysis, caller = callers_analysis(request, analysis_id), caller_of(request)
    seconds = parse_wait(request)
    serializer.is_valid(raise_exception=True)
    question: dict[str, Any] = dict(serializer.validated_data)
    topology = question.pop("topology")
    chosen_topology(result_of(analysis), topology)
    asked = ask(
        analysis=analysis, topology=topology, kind=kind, question=question, source=caller.source, user=caller.user
    )
    calculation, job = wait_for_calculation(asked, seconds)
    headers = {"Location": address_of_calculation(calculation)}
    if job.is_final:
        return Response(calculation_document(calculation, job), headers=headers)
    return Response(short_calculation_document(calculation, job), status=202, headers=headers | AGAIN)


def delete_calculation(request: Request, calculation_id: uuid.UUID, kind: str) -> Response:
    """Delete the caller's calculation; work on it ends."""
    found = callers_calculation(request, calculation_id, kind)
    cancel_calculation(calculation=found)
    found.delete()
    return Response(status=204)


def callers_calculation(request: Request, calculation_id: uuid.UUID, kind: str) -> Calculation:
    """Give the caller's calculation; raises NotFound, also for one of another team."""
    found = find_calculation(caller_of(request).team, calculation_id, kind)
    if found is None:
        raise NotFound
    return found


def take_name(request: Request, calculation: Calculation) -> Calculation:
    """Keep a calculation under the name that is sent; raises ValidationError."""
    serializer = NameSerializer(data=request.data)
    serializer.is_valid(raise_exception=True)
    given: dict[str, Any] = serializer.validated_data
    caller = caller_of(request)
    return keep_as(calculation=calculation, name=given["name"], source=caller.source, user=caller.user)
