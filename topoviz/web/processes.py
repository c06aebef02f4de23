"""The processes beside the web server: workers and the janitor."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping

from topoviz.web.supervisor import Child

WORKERS = {"analyses": 2, "interactive": 1}
"""How many processes work on each queue. Whoever types a text has one that nobody's long analysis can take."""


def worker_child(queue: str, processes: int, variables: Mapping[str, str]) -> Child:
    """Describe Celery on one queue."""
    command = (
        # In a container it may well run as root, and says at length that it does.
        *(sys.executable, "-W", "ignore:You're running the worker with superuser", "-m"),
        *("celery", "--app", "topoviz.web.celery", "--quiet", "worker"),
        *("--queues", queue, "--concurrency", str(processes), "--pool", "prefork"),
        *("--hostname", f"{queue}@{os.getpid()}", "--loglevel", "WARNING"),
        *("--without-gossip", "--without-mingle", "--without-heartbeat"),
    )
    return Child(f"The worker for {queue}", command, variables, restarts=True)


def janitor_child(variables: Mapping[str, str]) -> Child:
    """Describe the janitor."""
    return Child("The janitor", (sys.executable, "-m", "django", "janitor"), variables, restarts=True)
