"""What the Spark worker does beside jobs."""

from __future__ import annotations

from celery import shared_task

from topoviz.web.lag_reports.announcing import GET_READY
from topoviz.web.lag_reports.warm import get_ready


@shared_task(name=GET_READY)
def get_spark_ready(size: int) -> None:
    """Start what a report of a history of so many bytes needs."""
    get_ready(size)
