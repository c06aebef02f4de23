"""What the Spark worker does beside jobs."""

from __future__ import annotations

import os
from typing import Any

from celery import shared_task
from celery.signals import worker_process_init

from topoviz.web.analyses.models import Queue
from topoviz.web.lag_reports import archiving
from topoviz.web.lag_reports.announcing import GET_READY
from topoviz.web.lag_reports.warm import get_ready
from topoviz.web.processes import QUEUE


@shared_task(name=GET_READY)
def get_spark_ready(size: int) -> None:
    """Start what a report of a history of so many bytes needs."""
    get_ready(size)


@worker_process_init.connect
def make_archive_soon(**_: Any) -> None:
    """Have the first Spark after the start find the archive of its classes, if it is not asked for too soon."""
    if os.environ.get(QUEUE) == Queue.SPARK:
        archiving.begin_soon()
