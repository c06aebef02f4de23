"""The one task of the workers, and what they prepare for it."""

from __future__ import annotations

import os
from typing import Any

from celery import shared_task
from celery.signals import worker_process_init

from topoviz.web.analyses.engines import ENGINES
from topoviz.web.analyses.limits import limits
from topoviz.web.analyses.models import Queue
from topoviz.web.analyses.notify import TAKE_TURN
from topoviz.web.analyses.running import take_turn
from topoviz.web.processes import QUEUE, SPARE


@shared_task(name=TAKE_TURN)
def run(queue: str) -> None:
    """Work on the job that is next in a queue, if one is."""
    take_turn(queue, is_spare=os.environ.get(QUEUE) == SPARE)


@worker_process_init.connect
def keep_engines(**_: Any) -> None:
    """Start the process that the first job is going to need; Spark needs none, and drawings wait in one queue alone."""
    queue = os.environ.get(QUEUE)
    if queue != Queue.SPARK:
        ENGINES.keep(limits().engines_kept if queue in (Queue.INTERACTIVE, SPARE) else 0)
