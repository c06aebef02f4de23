"""Histories that are to come: Spark starts while somebody still looks at the files that were chosen."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Final

from topoviz.web.analyses.models import Queue
from topoviz.web.analyses.notify import send_task

GET_READY: Final = "topoviz.get_spark_ready"

_SECONDS: Final = 30.0
"""A worker that is busy for so long is warm when it has time."""


def announce(size: int) -> None:
    """Tell the worker that a history of so many bytes is to come; where the message is lost, Spark starts later."""
    if find_spec("pyspark") is not None:
        send_task(GET_READY, [size], (Queue.SPARK,), _SECONDS)
