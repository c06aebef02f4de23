"""Tell the workers that there is something to do. A message that is lost is sent again by the janitor."""

from __future__ import annotations

import logging
import uuid

from django.conf import settings
from kombu.exceptions import KombuError, OperationalError

from topoviz.web.celery import app

logger = logging.getLogger(__name__)

RUN_JOB = "topoviz.run_job"


def notify(job_id: uuid.UUID, queue: str) -> bool:
    """Put a job's id into a queue; False when the broker is gone or hangs, which takes a second at most."""
    try:
        with app.connection_for_write(transport_options=settings.TOPOVIZ_NOTIFY_OPTIONS) as connection:
            app.send_task(RUN_JOB, args=[str(job_id)], queue=queue, connection=connection, retry=False)
    except (KombuError, OperationalError, OSError) as error:
        logger.warning("The broker does not answer (%s). The janitor will try again.", type(error).__name__)
        return False
    return True
