"""How long an answer waits for work to end: without a thread under our own web server, in one elsewhere."""

from __future__ import annotations

import time
from typing import Any

from django.http import HttpRequest
from rest_framework.request import Request

from topoviz.web.analyses.limits import limits
from topoviz.web.analyses.models import Job
from topoviz.web.visits import KEY, Awaited, Visit

FIRST_PAUSE, LONGEST_PAUSE = 0.01, 0.25


class Waiting:
    """The patience of one request, counted from its beginning."""

    def __init__(self, request: HttpRequest | Request, seconds: float) -> None:
        visit: Visit | None = request.META.get(KEY)
        self._has_server = visit is not None
        self._visit = visit or Visit()
        self._end = self._visit.began + min(seconds, limits().wait_seconds)
        self._pause = FIRST_PAUSE

    @property
    def remembered(self) -> Any:
        """What was remembered before the request began to wait; None the first time."""
        return self._visit.remembered

    def remember(self, what: Any) -> None:
        """Keep something that shall not be done again."""
        self._visit.remembered = what

    def waited_for(self) -> Job | None:
        """Give the job that was waited for before the request is worked on again, as it is now."""
        last = self._visit.last
        return None if last is None else Job.objects.filter(id=last.job).first()

    def goes_on(self, job: Job, *, until_result: bool = False) -> bool:
        """Tell whether to look again now at how a job stands.

        Where it tells that not, the answer says what there is so far: time is up, or the server waits, and has the
        request worked on again.
        """
        left = self._end - time.monotonic()
        if left <= 0 or self._visit.is_over:
            return False
        if self._has_server:
            self._visit.awaited = Awaited(job.id, self._end, until_result)
            return False
        time.sleep(min(self._pause, left))
        self._pause = min(self._pause * 1.3, LONGEST_PAUSE)
        return True


def is_worked_on_again(request: HttpRequest | Request) -> bool:
    """Tell whether the request was let in and counted before, and only waited since."""
    visit: Visit | None = request.META.get(KEY)
    return visit is not None and visit.is_again
