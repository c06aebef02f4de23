"""Keep the lease of a job while something else works on it."""

from __future__ import annotations

import time
from collections.abc import Callable

from topoviz.web.analyses import jobs
from topoviz.web.analyses.limits import limits
from topoviz.web.analyses.models import Job


def keeping(job: Job) -> Callable[[], bool]:
    """Give a function that renews the lease when it is time to, and tells whether the job is still ours."""
    renewed = time.monotonic()

    def is_ours() -> bool:
        nonlocal renewed
        if time.monotonic() - renewed < limits().heartbeat_seconds:
            return jobs.is_held(job)
        renewed = time.monotonic()
        return jobs.renew(job)

    return is_ours
