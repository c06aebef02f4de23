"""The processes beside the web server: workers and the janitor."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from importlib.util import find_spec

from topoviz.web.supervisor import Child

SPARE = "spare"
"""The worker that helps where one visitor's work would keep others waiting."""

WORKERS = {"analyses": 2, "interactive": 1, SPARE: 1, "spark": 1, "webhooks": 4}
"""How many processes work on each queue. Whoever types a text has one that nobody's long analysis can take."""

IN_THREADS = ("webhooks",)
"""Queues whose work is waiting for others: one process has a thread for each."""

HELPED_BY = {"interactive": (SPARE,)}
"""The workers that hear of a queue's jobs beside its own."""

WEB = 2
"""How many processes answer requests."""

QUEUE = "TOPOVIZ_QUEUE"
"""The variable that tells a worker's processes which queue is theirs."""

TIME_LIMITS = {"spark": 900}
"""Seconds after which a worker's process is killed, where that is not the usual time."""


def queues() -> dict[str, int]:
    """Give the queues that can be worked on here: an installation without Spark makes no lag reports."""
    return {name: count for name, count in WORKERS.items() if name != "spark" or find_spec("pyspark") is not None}


def worker_child(queue: str, processes: int, variables: Mapping[str, str]) -> Child:
    """Describe Celery on one queue."""
    command = (
        # In a container it may well run as root, and says at length that it does.
        *(sys.executable, "-W", "ignore:You're running the worker with superuser", "-m"),
        # `up` has checked everything; to do so once more takes each worker as long as all else at its start.
        *("celery", "--app", "topoviz.web.celery", "--quiet", "--skip-checks", "worker"),
        *(
            "--queues",
            queue,
            "--concurrency",
            str(processes),
            "--pool",
            "threads" if queue in IN_THREADS else "prefork",
        ),
        *("--hostname", f"{queue}@{os.getpid()}", "--loglevel", "WARNING"),
        *("--without-gossip", "--without-mingle", "--without-heartbeat"),
        *(("--time-limit", str(TIME_LIMITS[queue])) if queue in TIME_LIMITS else ()),
    )
    return Child(f"The worker for {queue}", command, {**variables, QUEUE: queue}, waits=True, restarts=True)


def janitor_child(variables: Mapping[str, str]) -> Child:
    """Describe the janitor."""
    return Child("The janitor", (sys.executable, "-m", "django", "janitor"), variables, waits=True, restarts=True)
