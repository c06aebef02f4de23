"""What a worker does with a question."""

from __future__ import annotations

import json
from typing import Any

from django.db import transaction
from django.db.models import F

from topoviz.web.analyses import jobs
from topoviz.web.analyses.engine_process import Allowance
from topoviz.web.analyses.heartbeat import heartbeat
from topoviz.web.analyses.jobs import LeaseLost, Reason, is_held
from topoviz.web.analyses.limits import limits
from topoviz.web.analyses.models import Job
from topoviz.web.analyses.running import draw_first, engine_for, question_of, submission_of, view_of_job
from topoviz.web.calculations.models import Calculation
from topoviz.web.calculations.traces import forget_trace, keep_piece, records_of

Json = dict[str, Any]


def calculate(job: Job) -> None:
    """Ask the engine, and keep its answer; a question that has no answer fails with the reason."""
    calculation = job.calculation
    assert calculation is not None, "a constraint of the table says so"
    jobs.enter_stage(job, "calculating")
    forget_trace(calculation)
    with engine_for(job) as process:
        submission = {} if process.has_submission else submission_of(job)
        allowance = Allowance(limits().calculation_seconds, limits().engine_memory)
        answer = process.ask(
            submission | _question_of(job, calculation),
            allowance,
            heartbeat(job),
            lambda words: jobs.enter_stage(job, words),
            lambda head, piece: keep_piece(job, calculation, head, piece),
        )
        if answer["problem"] is None and job.view:
            # Whoever asked looks at this next: the process that knows the answer draws it before anything else.
            draw_first(job, process, question_of(job), [view_of_job(job)])
    if answer["problem"] is not None:
        problem = answer["problem"]
        jobs.fail(job, Reason(problem["code"], problem["sentence"], problem["next_step"]))
        return
    _store(job, calculation, json.dumps(answer["result"], separators=(",", ":")))


def _question_of(job: Job, calculation: Calculation) -> Json:
    asked = question_of(job)
    question = asked["calculation"]["question"]
    if "records" in question:
        question["records"] = records_of(calculation)
    return asked


@transaction.atomic
def _store(job: Job, calculation: Calculation, result: str) -> None:
    if not is_held(job):
        raise LeaseLost
    Calculation.objects.filter(id=calculation.id, result=None).update(result=result, size=F("size") + len(result))
    jobs.finish(job)
