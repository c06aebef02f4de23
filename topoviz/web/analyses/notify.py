"""Tell the workers that there is something to do. A message that is lost is sent again by the janitor."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from typing import Any

from django.conf import settings
from kombu.exceptions import KombuError, OperationalError

from topoviz.web.celery import app
from topoviz.web.processes import HELPED_BY

logger = logging.getLogger(__name__)

TAKE_TURN = "topoviz.take_turn"


def notify(queue: str) -> bool:
    """Ring the workers of a queue, once for each job; False when the broker is gone or hangs, after a second at most.

    Which job is next they find out themselves.
    """
    return send_task(TAKE_TURN, [queue], (queue, *HELPED_BY.get(queue, ())))


def send_task(task: str, arguments: list[Any], queues: Iterable[str], lasts_seconds: float | None = None) -> bool:
    """Send a message to the workers of each queue; False when the broker is gone or hangs.

    One that `lasts_seconds` is thrown away where nobody has time for it until then.
    """
    try:
        with app.connection_for_write(transport_options=settings.TOPOVIZ_NOTIFY_OPTIONS) as connection:
            for queue in queues:
                app.send_task(
                    task, args=arguments, queue=queue, connection=connection, retry=False, expires=lasts_seconds
                )
    except (KombuError, OperationalError, OSError) as error:
        logger.warning("The broker does not answer (%s). The janitor will try again.", type(error).__name__)
        return False
    return True
