"""Keep the lease of a job while something else works on it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread

from django.db import DatabaseError, connection

from topoviz.web.analyses import jobs
from topoviz.web.analyses.limits import limits
from topoviz.web.analyses.models import Job


def heartbeat(job: Job) -> Callable[[], bool]:
    """Give a function that renews the lease when it is time to, and tells whether the job is still ours."""
    renewed = time.monotonic()

    def is_ours() -> bool:
        nonlocal renewed
        if time.monotonic() - renewed < limits().heartbeat_seconds:
            return jobs.is_held(job)
        renewed = time.monotonic()
        return jobs.renew(job)

    return is_ours


@contextmanager
def kept_in_background(job: Job) -> Iterator[Callable[[], bool]]:
    """Keep the lease from a thread, for work that does not stop to ask; gives whether the job is still ours."""
    is_ours, is_lost, is_over = heartbeat(job), Event(), Event()

    def look() -> None:
        try:
            while not is_over.wait(limits().look_seconds):
                try:
                    still_ours = is_ours()
                except DatabaseError:
                    # Away for a moment; should it be for long, the lease says so when it is back.
                    continue
                if not still_ours:
                    is_lost.set()
                    return
        finally:
            connection.close()

    thread = Thread(target=look, name=f"lease of {job.id}", daemon=True)
    thread.start()
    try:
        yield lambda: not is_lost.is_set()
    finally:
        is_over.set()
        thread.join()
