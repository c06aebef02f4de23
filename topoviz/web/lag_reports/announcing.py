"""Histories that are to come: Spark starts while somebody still looks for the files."""

from __future__ import annotations

from importlib.util import find_spec
from typing import Final

from django.core.cache import cache

from topoviz.lag.limits import is_small
from topoviz.web.analyses.models import Queue
from topoviz.web.analyses.notify import send_task

GET_READY: Final = "topoviz.get_spark_ready"

_SECONDS: Final = 30.0
"""A worker that is busy for so long is warm when it has time."""


def announce(size: int) -> None:
    """Tell the worker that a history of so many bytes is to come; where the message is lost, Spark starts later.

    However many people open the page, a message that still waits or was heard just now is not sent once more: there is
    one Spark, and it is kept for longer than that.
    """
    name = f"lag-announced-{'small' if is_small(size) else 'large'}"
    if find_spec("pyspark") is not None and cache.add(name, True, _SECONDS):
        send_task(GET_READY, [size], (Queue.SPARK,), _SECONDS)
