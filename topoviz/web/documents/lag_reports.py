"""What the API and the pages say about a report."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from typing import Any

from django.urls import reverse

from topoviz.web.analyses.drawing import View
from topoviz.web.analyses.limits import limits
from topoviz.web.analyses.models import Job
from topoviz.web.documents.analyses import reason_of
from topoviz.web.documents.pictures import query_of
from topoviz.web.documents.problems import Limit, Problem
from topoviz.web.lag_reports.models import LagReport, Upload
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


def upload_document(upload: Upload) -> Json:
    """Give everything about a file that arrives in pieces."""
    ends = upload.changed + timedelta(seconds=limits().upload_life_seconds)
    return {
        "id": str(upload.id),
        "url": reverse("api-upload", args=(upload.id,)),
        "name": upload.name,
        "size": upload.size,
        "offset": upload.offset,
        "is_whole": upload.offset == upload.size,
        "created": upload.created.isoformat(),
        "expires": ends.isoformat(),
    }


def no_room() -> Problem:
    """Make the problem of a team that keeps as much as it may."""
    most = limits().lag_team_bytes
    what = f"A team may keep {most // 2**20:,} MiB of histories."
    return Problem(413, "no-room", what, limit=Limit("lag_team_bytes", most))


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
    query = query_of(View("topology", report.topology))
    return {
        "document": document,
        "result": result,
        "begins": None if result is None else datetime.fromisoformat(result["start"]),
        "ends": None if result is None else datetime.fromisoformat(result["end"]),
        "initial": {
            "document": document,
            "analysis": {"result": analyzed},
            "picture": f"{picture}?{query}",
            "is_shared": downloads is not None,
        },
    }
