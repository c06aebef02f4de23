"""What all calculations have in common in the API: whose they are, and their names."""

from __future__ import annotations

import uuid
from typing import Any

from rest_framework import serializers
from rest_framework.request import Request

from topoviz.web.api.v1.authentication import caller_of
from topoviz.web.api.v1.submissions import Strict
from topoviz.web.calculations.models import Calculation
from topoviz.web.calculations.selectors import find_calculation
from topoviz.web.calculations.services import keep_as
from topoviz.web.documents.problems import NotFound


class NameSerializer(Strict):
    """A name."""

    name = serializers.CharField(max_length=100)


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
