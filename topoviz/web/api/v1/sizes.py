"""Sizes of stores in a question: as text, or those that a lag report has."""

from __future__ import annotations

from typing import Any, Final

from rest_framework import serializers
from rest_framework.request import Request

from topoviz.web.api.v1.authentication import caller_of, must_be_allowed
from topoviz.web.api.v1.submissions import SourceText, Strict
from topoviz.web.lag_reports.selectors import find_report
from topoviz.web.lag_reports.sizes import sizes_in

MOST_SIZES: Final = 20_000_000
"""Characters; a lag report has as many."""

_NOT_THERE: Final = "There is no such lag report."
_NO_SIZES: Final = (
    "This lag report has no sizes of stores. Make one from what kafka-topics.sh --describe and kafka-log-dirs.sh "
    "--describe print."
)


class SizesSerializer(Strict):
    """What a question says of the sizes of stores."""

    sizes = SourceText(
        max_length=MOST_SIZES, default="",
        help_text="How large the state of each store is: the JSON of a lag report with topics, or "
        "bytes: {per-order: 500_000_000} for each task.",
    )  # fmt: skip
    lag_report = serializers.UUIDField(
        allow_null=True, default=None,
        help_text="In the place of sizes: the id of a lag report with topics that is done.",
    )  # fmt: skip


def with_sizes(request: Request, question: dict[str, Any]) -> dict[str, Any]:
    """Put the sizes of the lag report that a question names into it; raises ValidationError where there are none."""
    report_id = question.pop("lag_report", None)
    if report_id is None:
        return question
    report = find_report(caller_of(request), report_id)
    if report is None:
        raise serializers.ValidationError({"lag_report": _NOT_THERE})
    must_be_allowed(request, report.team)
    sizes = sizes_in(report)
    if sizes is None:
        raise serializers.ValidationError({"lag_report": _NO_SIZES})
    return {**question, "sizes": sizes}
