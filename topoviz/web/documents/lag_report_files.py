"""The files of a lag report, to be downloaded."""

from __future__ import annotations

import json
from typing import Any

from django.http import FileResponse, HttpResponse, HttpResponseBase

from topoviz.web.documents.problems import NotFound
from topoviz.web.lag_reports.models import LagReport
from topoviz.web.lag_reports.storage import rejected_of
from topoviz.web.lag_reports.tables import table_as_csv

FILES = ("report.json", "tasks.csv", "partitions.csv", "rejected.csv")


def download(report: LagReport, what: str) -> HttpResponseBase:
    """Give one of a report's files; raises NotFound."""
    if report.result is None or what not in FILES:
        raise NotFound
    if what == "rejected.csv":
        if not rejected_of(report.id).exists():
            raise NotFound
        return FileResponse(
            rejected_of(report.id).open("rb"), as_attachment=True, filename=what, content_type="text/csv"
        )
    if what == "report.json":
        content, kind = report.result, "application/json"
    else:
        result: dict[str, Any] = json.loads(report.result)
        content, kind = table_as_csv(result[what.removesuffix(".csv")]), "text/csv; charset=utf-8"
    return HttpResponse(content, content_type=kind, headers={"Content-Disposition": f'attachment; filename="{what}"'})
