"""What a worker does with a job, from taking its lease to its end."""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from topoviz.rendering.forms.model import Form
from topoviz.web.analyses import jobs
from topoviz.web.analyses.drawing import DRAWING, View, first_views, store_drawing, views_of
from topoviz.web.analyses.engine_process import Allowance, Crashed, EngineProcess, GivenUp, TooComplex
from topoviz.web.analyses.engines import engine
from topoviz.web.analyses.heartbeat import heartbeat
from topoviz.web.analyses.jobs import LeaseLost, Reason
from topoviz.web.analyses.limits import limits
from topoviz.web.analyses.models import Job, Kind, Queue
from topoviz.web.analyses.turns import claim_next, has_more, others_wait

logger = logging.getLogger(__name__)

Json = dict[str, Any]


def take_turn(queue: str, *, is_spare: bool = False) -> bool:
    """Take the job that is next and bring it to its end; whatever happens in between, this worker goes on.

    Tells whether there was one.
    """
    job = claim_next(queue, is_spare=is_spare)
    if job is None:
        return False
    if others_wait(job):
        # The spare worker may have been rung before this one had anything to do.
        jobs.ring(queue)
    try:
        _work(job)
    except (LeaseLost, GivenUp):
        # Cancelled, or taken for lost and given to somebody else. Either way it is no longer ours.
        logger.info("Job %s is no longer ours.", job.id)
    if has_more(job):
        # Somebody may have been rung for it while this team had as many workers as it may have.
        jobs.ring(queue)
    for go_on in ENDED:
        go_on(job)
    return True


def _work(job: Job) -> None:
    try:
        WORK[Kind(job.kind)](job)
    except TooComplex as error:
        _give_up(job, error)
    except Crashed as error:
        logger.warning("Job %s, attempt %s: the engine crashed (%s).", job.id, job.attempts, error)
        jobs.give_back(job)


@contextmanager
def engine_for(job: Job) -> Iterator[EngineProcess]:
    """Give a process for a job; that of a team that has more waiting leaves the processors to others."""
    with engine(job.analysis_id) as process:
        if has_more(job):
            process.make_way()
        yield process


def _analyze(job: Job) -> None:
    is_quick = job.queue == Queue.INTERACTIVE
    jobs.enter_stage(job, "analyzing")
    allowance = Allowance(limits().preview_seconds if is_quick else limits().analysis_seconds, limits().engine_memory)
    with engine_for(job) as process:
        result = process.ask(submission_of(job), allowance, heartbeat(job))["analysis"]
        jobs.store_result(job, result)
        draw_first(job, process, {}, views_of(result, first_views(job.analysis)))
        jobs.finish(job)


def draw_first(job: Job, process: EngineProcess, question: Json, views: Sequence[View]) -> None:
    """Draw what people look at first. What cannot be drawn is said when somebody asks for it."""
    try:
        for view in views:
            drawn = _draw(process, question, view, job)
            if drawn["problem"] is None:
                store_drawing(job, drawn)
    except (TooComplex, Crashed) as error:
        logger.warning("Job %s: the diagrams were not drawn (%s).", job.id, type(error).__name__)


def _draw_one(job: Job) -> None:
    jobs.enter_stage(job, "drawing")
    with engine_for(job) as process:
        submission = {} if process.has_submission else submission_of(job)
        drawn = _draw(process, submission | question_of(job), view_of_job(job), job)
    if drawn["problem"] is None:
        store_drawing(job, drawn)
        jobs.finish(job)
    else:
        jobs.fail(job, Reason("undrawable", drawn["problem"], "Choose another view, or a single sub-topology."))


def _draw(process: EngineProcess, submission: Json, view: View, job: Job) -> Json:
    """Ask for one drawing, of the submission given or else of the one that the process has analyzed."""
    answer = process.ask({**submission, "views": [view.to_json()]}, DRAWING, heartbeat(job))
    drawn: Json = answer["drawings"][0]
    return drawn


def view_of_job(job: Job) -> View:
    """Give the view that a job draws."""
    return View(job.view, job.topology, job.theme, Form(job.form))


def submission_of(job: Job) -> Json:
    """Give what a process is asked that does not know the analysis of a job yet."""
    return {"submission": json.loads(job.analysis.submission)}


def question_of(job: Job) -> Json:
    """Give the question that a job is about; nothing where it is about the analysis itself."""
    asked = job.calculation
    if asked is None:
        return {}
    calculation = {"kind": asked.kind, "topology": asked.topology, "question": json.loads(asked.question)}
    if asked.old_analysis is not None:
        calculation["old"] = json.loads(asked.old_analysis.submission)
    return {"calculation": calculation}


def _give_up(job: Job, error: TooComplex) -> None:
    if job.kind == Kind.ANALYZE and job.queue == Queue.INTERACTIVE:
        # A preview such as that of a module: it makes way for short ones, and gets the time of a whole analysis.
        jobs.give_back(job, queue=Queue.ANALYSES)
        return
    what = {Kind.DRAW: "The drawing", Kind.CALCULATE: "The calculation"}.get(Kind(job.kind), "The analysis")
    so_far, next_step = "", "Submit only what has to do with the topology, or submit parts one by one."
    if job.calculation is not None and job.calculation.kind == "simulation":
        job.refresh_from_db(fields=("stage",))
        what, so_far = "The simulation", f" By then it had {job.stage}." if job.stage.startswith("played") else ""
        next_step = "Let fewer records come, such as some seconds of them; the command line may take longer."
    jobs.fail(job, Reason("too_complex", f"{what} was stopped. {error}{so_far}", next_step))


WORK: dict[Kind, Callable[[Job], None]] = {Kind.ANALYZE: _analyze, Kind.DRAW: _draw_one}
"""What is done for each kind of job; other applications add their own."""

ENDED: list[Callable[[Job], None]] = []
"""What other applications do when a worker is done with a job, however it ended; a worker that is lost does none of it.
"""
