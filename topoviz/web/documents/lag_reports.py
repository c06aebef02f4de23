"""What the API and the pages say about a report."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any

from django.urls import reverse

from topoviz.rendering.views import MAX_OPENED, view_of
from topoviz.web.analyses.drawing import View
from topoviz.web.analyses.models import Job
from topoviz.web.documents.analyses import reason_of
from topoviz.web.documents.pictures import query_of
from topoviz.web.lag_reports.models import LagReport
from topoviz.web.lag_reports.selectors import job_of
from topoviz.web.lag_reports.storage import rejected_of

STAGES = ("starting", "reading", "sorting out", "measuring", "joining", "writing")

Json = dict[str, Any]


def report_document(report: LagReport, job: Job) -> Json:
    """Give everything about a report."""
    return {
        **short_report_document(report, job),
        "analysis": str(report.analysis_id),
        "topology": report.topology,
        "stage": job.stage or None,
        "stages": list(STAGES),
        "attempts": job.attempts,
        "reason": reason_of(job),
        "created": report.created.isoformat(),
        "finished": None if job.finished is None else job.finished.isoformat(),
        "files": [{"name": file.name, "bytes": file.size} for file in report.files.order_by("number")],
        "result": None if report.result is None else json.loads(report.result),
        "downloads": downloads_of(report, f"{reverse('api-lag-report', args=(report.id,))}/files/"),
    }


def short_report_document(report: LagReport, job: Job) -> Json:
    """Give the answer to an upload."""
    return {
        "id": str(report.id),
        "status": job.state,
        "url": reverse("api-lag-report", args=(report.id,)),
        "page": reverse("lag-report-page", args=(report.id,)),
    }


def downloads_of(report: LagReport, below: str) -> Json:
    """Give the addresses of a report's files, which begin with the one given."""
    if report.result is None:
        return dict.fromkeys(("json", "tasks", "partitions", "rejected"))
    return {
        "json": f"{below}report.json",
        "tasks": f"{below}tasks.csv",
        "partitions": f"{below}partitions.csv",
        "rejected": f"{below}rejected.csv" if rejected_of(report.id).exists() else None,
    }


def page_context(report: LagReport, *, picture: str, downloads: str | None = None) -> Json:
    """Give what the page of a report shows, for scripts and without any.

    `picture` is where the topology's pictures are to be had. With `downloads`, the page is one behind a link, and those
    are below that address.
    """
    document = report_document(report, job_of(report))
    if downloads is not None:
        document["downloads"] = downloads_of(report, downloads)
    result = document["result"]
    analyzed = json.loads(report.analysis.result or "null")
    return {
        "document": document,
        "result": result,
        "begins": None if result is None else datetime.fromisoformat(result["start"]),
        "ends": None if result is None else datetime.fromisoformat(result["end"]),
        "initial": {
            "document": document,
            "analysis": {"result": analyzed},
            "picture": f"{picture}?{query_of(_with_all_topics(analyzed, report.topology))}",
            "is_shared": downloads is not None,
        },
    }


def _with_all_topics(analyzed: Json | None, number: int) -> View:
    """Give the picture in which no topic that is read is folded away, since lag is written on them."""
    runtime = None if analyzed is None else analyzed["topologies"][number]["topology"]
    read = [f"t{topic['id']}" for topic in (runtime or {}).get("named_topics", ()) if topic["readers"]]
    asked = view_of("topology", opened=",".join(read[:MAX_OPENED]), is_whole=len(read) > MAX_OPENED)
    return View(asked.text, number)
