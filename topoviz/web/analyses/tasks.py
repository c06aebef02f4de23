"""The one task of the workers."""

from __future__ import annotations

import uuid

from celery import shared_task

from topoviz.web.analyses.doorbell import RUN_JOB
from topoviz.web.analyses.running import run_job


@shared_task(name=RUN_JOB)
def run(job_id: str) -> None:
    """Run a job, if it still waits."""
    run_job(uuid.UUID(job_id))
