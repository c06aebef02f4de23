"""What the API says about an analysis."""

from __future__ import annotations

import json
from typing import Any

from django.urls import reverse

from topoviz.rendering.forms.model import Form
from topoviz.web.analyses.drawing import THEMES
from topoviz.web.analyses.models import Analysis, Job, State
from topoviz.web.analyses.selectors import diagrams_of, has_result, newest_job
from topoviz.web.documents.waiting import Waiting

Json = dict[str, Any]


def analysis_document(analysis: Analysis, job: Job) -> Json:
    """Give everything about an analysis; its result is there as soon as it is known, while diagrams are drawn."""
    result = None if analysis.result is None else json.loads(analysis.result)
    return {
        **short_document(analysis, job),
        "outcome": None if result is None else result.get("outcome"),
        "is_preview": analysis.is_preview,
        "stage": job.stage or None,
        "attempts": job.attempts,
        "reason": reason_of(job),
        "created": analysis.created.isoformat(),
        "finished": None if job.finished is None else job.finished.isoformat(),
        "result": result,
        "diagrams": diagram_addresses(analysis),
    }


def as_posted(analysis: Analysis) -> dict[str, Any]:
    """Give the files and settings as the API takes them."""
    submission = json.loads(analysis.submission)
    settings = {name: value for name, value in submission["settings"].items() if name not in ("jdk", "usual_version")}
    settings["kafka_version"] = settings["kafka_version"] or submission["settings"].get("usual_version")
    return {"files": submission["files"], "settings": {**settings, "language": settings["language"] or "auto"}}


def short_document(analysis: Analysis, job: Job) -> Json:
    """Give the answer to a submission that is not done yet."""
    return {"id": str(analysis.id), "status": job.state, "url": address_of(analysis)}


def address_of(analysis: Analysis) -> str:
    """Give the address of an analysis in the API."""
    return reverse("api-analysis", args=(analysis.id,))


def reason_of(job: Job) -> Json | None:
    """Say why a job failed."""
    if job.state != State.FAILED:
        return None
    return {"code": job.code, "sentence": job.sentence, "next_step": job.next_step}


def diagram_addresses(analysis: Analysis) -> dict[str, str]:
    """Give the address of each drawn view of the first topology, without those in which something was opened."""
    svg = reverse("api-topology-svg", args=(analysis.id,))
    drawn = diagrams_of(analysis).filter(topology=0, theme=THEMES[0], form=Form.SVG).exclude(view__contains=";")
    return {diagram.view: f"{svg}?view={diagram.view}" for diagram in drawn}


def wait_for(job_of: Analysis, waiting: Waiting) -> tuple[Analysis, Job]:
    """Wait until the analysis has ended or time is up; give it as it is then.

    For a preview, until there is a result: whoever types shall not wait for pictures.
    """
    job = newest_job(job_of)
    while not _is_enough(job_of, job) and waiting.goes_on(job, until_result=job_of.is_preview):
        job = newest_job(job_of)
    return Analysis.objects.get(id=job_of.id), job


def _is_enough(analysis: Analysis, job: Job) -> bool:
    return job.is_final or (analysis.is_preview and has_result(analysis))
