"""What a worker does with a job, from taking its lease to its end."""

from __future__ import annotations

import json
import logging
import time
import uuid
from collections.abc import Callable, Sequence
from typing import Any

from topoviz.web.analyses import jobs
from topoviz.web.analyses.drawing import DRAWING, FIRST_VIEWS, PREVIEW_VIEWS, View, store_drawing, views_of
from topoviz.web.analyses.engine_process import Allowance, Crashed, GivenUp, TooComplex, run_engine
from topoviz.web.analyses.jobs import LeaseLost, Reason
from topoviz.web.analyses.limits import limits
from topoviz.web.analyses.models import Analysis, Job, Kind, Queue

logger = logging.getLogger(__name__)

Json = dict[str, Any]


def run_job(job_id: uuid.UUID) -> None:
    """Take a job that waits and bring it to its end; whatever happens in between, this worker goes on."""
    job = jobs.claim(job_id)
    if job is None:
        return
    try:
        _work(job)
    except (LeaseLost, GivenUp):
        # Cancelled, or taken for lost and given to somebody else. Either way it is no longer ours.
        logger.info("Job %s is no longer ours.", job.id)


def _work(job: Job) -> None:
    try:
        if job.kind == Kind.DRAW:
            _draw_one(job)
        else:
            _analyze(job)
    except TooComplex as error:
        _give_up(job, error)
    except Crashed as error:
        logger.warning("Job %s, attempt %s: the engine crashed (%s).", job.id, job.attempts, error)
        jobs.give_back(job)


def _analyze(job: Job) -> None:
    is_preview = job.analysis.revision is None
    jobs.enter_stage(job, "analyzing")
    seconds = limits().preview_seconds if is_preview else limits().analysis_seconds
    submission = json.loads(job.analysis.submission)
    answer = run_engine({"submission": submission}, Allowance(seconds, limits().engine_memory), keeping(job))
    result = answer["analysis"]
    jobs.store_result(job, json.dumps(result, separators=(",", ":")))
    _draw_defaults(job, submission, views_of(result, PREVIEW_VIEWS if is_preview else FIRST_VIEWS))
    jobs.finish(job)


def _draw_defaults(job: Job, submission: Json, views: Sequence[View]) -> None:
    """Draw what most people look at first. What cannot be drawn is said when somebody asks for it."""
    if not views:
        return
    try:
        answer = run_engine(_drawing_request(submission, views), DRAWING, keeping(job))
    except (TooComplex, Crashed) as error:
        logger.warning("Job %s: the diagrams were not drawn (%s).", job.id, type(error).__name__)
        return
    for drawn in answer["drawings"]:
        if drawn["problem"] is None:
            store_drawing(job, drawn)


def _draw_one(job: Job) -> None:
    jobs.enter_stage(job, "drawing")
    view = View(job.view, job.topology, job.theme)
    answer = run_engine(_drawing_request(json.loads(job.analysis.submission), [view]), DRAWING, keeping(job))
    (drawn,) = answer["drawings"]
    if drawn["problem"] is None:
        store_drawing(job, drawn)
        jobs.finish(job)
    else:
        jobs.fail(job, Reason("undrawable", drawn["problem"], "Choose another view, or a single sub-topology."))


def _drawing_request(submission: Json, views: Sequence[View]) -> Json:
    return {"submission": submission, "views": [view.to_json() for view in views]}


def _give_up(job: Job, error: TooComplex) -> None:
    was_preview = job.kind == Kind.ANALYZE and job.analysis.revision is None
    if was_preview and Analysis.objects.filter(id=job.analysis_id).exclude(revision=None).exists():
        # It was kept while it ran, and has a right to the time of a whole analysis now.
        jobs.give_back(job, queue=Queue.ANALYSES)
        return
    what = "The drawing" if job.kind == Kind.DRAW else "The analysis"
    more = " As a preview it has little time; analyze it to give it more." if was_preview else ""
    jobs.fail(
        job,
        Reason(
            "too_complex",
            f"{what} was stopped. {error}",
            f"Leave out what has nothing to do with the topology, or submit parts one by one.{more}",
        ),
    )


def keeping(job: Job) -> Callable[[], bool]:
    """Give a function that renews the lease when it is time to, and tells whether the job is still ours."""
    renewed = time.monotonic()

    def is_ours() -> bool:
        nonlocal renewed
        if time.monotonic() - renewed < limits().heartbeat_seconds:
            return jobs.is_held(job)
        renewed = time.monotonic()
        return jobs.renew(job)

    return is_ours
