"""Give lost work back and notify again, for as long as the product runs."""

from __future__ import annotations

import logging
import signal
import threading
import time
from argparse import ArgumentParser
from types import FrameType
from typing import Any

from django.core.management.base import BaseCommand
from django.db import DatabaseError, close_old_connections

from topoviz.web.analyses.janitor import clean_up, clean_up_rarely

logger = logging.getLogger(__name__)

RARELY_SECONDS = 300.0


class Command(BaseCommand):
    """Go round again and again until a signal comes."""

    help = "Give lost jobs back, notify workers again, and throw away what has expired. `up` starts this by itself."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the time between two rounds."""
        parser.add_argument("--every", default=5.0, type=float, help="seconds between rounds (default: %(default)s)")
        parser.add_argument("--once", action="store_true", help="go round once and end")

    def handle(self, *args: Any, every: float, once: bool, **options: Any) -> None:
        """Do it."""
        stopping = threading.Event()

        def stop(number: int, frame: FrameType | None) -> None:
            stopping.set()

        if once:
            clean_up()
            clean_up_rarely()
            return
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, stop)
        rarely_at = 0.0
        while not stopping.wait(every):
            is_time = time.monotonic() >= rarely_at
            rarely_at = time.monotonic() + RARELY_SECONDS if is_time else rarely_at
            go_round(rarely=is_time)


def go_round(*, rarely: bool = False) -> None:
    """Go round once; a database that is away for a while does not end the janitor."""
    try:
        clean_up()
        if rarely:
            clean_up_rarely()
    except DatabaseError as error:
        logger.warning("The database does not answer (%s). The janitor tries again.", type(error).__name__)
    finally:
        close_old_connections()
