"""The one task of the workers, and what they prepare for it."""

from __future__ import annotations

import os
import uuid
from typing import Any

from celery import shared_task
from celery.signals import worker_process_init

from topoviz.web.analyses.engines import ENGINES
from topoviz.web.analyses.limits import limits
from topoviz.web.analyses.models import Queue
from topoviz.web.analyses.notify import RUN_JOB
from topoviz.web.analyses.running import run_job
from topoviz.web.processes import QUEUE


@shared_task(name=RUN_JOB)
def run(job_id: str) -> None:
    """Run a job, if it still waits."""
    run_job(uuid.UUID(job_id))


@worker_process_init.connect
def keep_engines(**_: Any) -> None:
    """Start the process that the first job is going to need; Spark needs none, and drawings wait in one queue alone."""
    queue = os.environ.get(QUEUE)
    if queue != Queue.SPARK:
        ENGINES.keep(limits().engines_kept if queue == Queue.INTERACTIVE else 0)
