"""The task of the worker that sends."""

from __future__ import annotations

from celery import shared_task

from topoviz.web.webhooks.delivering import DELIVER, deliver_what_is_due


@shared_task(name=DELIVER)
def deliver() -> None:
    """Send what is due."""
    deliver_what_is_due()
