"""Spark as its worker keeps it: started before a history comes, kept warm, stopped when nobody asks for a while.

While there is no Spark, the archive is made with which the next one starts faster, if it is missing.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from threading import Event, Thread, Timer
from typing import TYPE_CHECKING, Final

from django.db import DatabaseError, connection

from topoviz.web.analyses import engines
from topoviz.web.analyses.limits import limits
from topoviz.web.analyses.models import Job, Queue, State
from topoviz.web.lag_reports import archiving
from topoviz.web.lag_reports.workplace import work_root

if TYPE_CHECKING:
    # Spark is large, and the web server and the other workers do without it.
    from pyspark.sql import SparkSession

    from topoviz.lag.session import SessionSettings

logger = logging.getLogger(__name__)


@dataclass
class _Kept:
    """When Spark is to stop, and which session has gone through a report, and so has read what one needs."""

    idle: Timer | None = None
    warm: SparkSession | None = None


_kept: Final = _Kept()


def session_settings() -> SessionSettings:
    """Give how Spark is started here. Raises ImportError and SparkFailed."""
    from topoviz.lag.class_archive import Archives
    from topoviz.lag.session import SessionSettings

    most = limits().spark_archive_bytes
    archives = Archives(archiving.folder(), most) if most > 0 else None
    return replace(SessionSettings.from_environment(), driver_memory=limits().spark_memory, archives=archives)


@contextmanager
def kept_warm() -> Iterator[None]:
    """Keep Spark, and an engine for what is asked after it, and stop both when nobody has come for a while."""
    _stay()
    archiving.leave_off()
    engines.get_ready()
    try:
        yield
    finally:
        _stay()
        _kept.idle = Timer(limits().spark_idle_seconds, _stop)
        _kept.idle.daemon = True
        _kept.idle.start()


def has_reported(session: SparkSession) -> None:
    """Note that a session has gone through a report."""
    _kept.warm = session


def get_ready(size: int) -> None:
    """Start what a report needs of a history of so many bytes. What goes wrong here is told by that report."""
    try:
        from topoviz.lag.java import NoJava
        from topoviz.lag.jobs.warm_up import warm_up
        from topoviz.lag.session import spark_session
        from topoviz.lag.spark_failed import SparkFailed
    except ImportError:
        return
    try:
        with kept_warm(), _until_a_job_waits() as nobody_waits:
            session = spark_session(session_settings().for_bytes(size))
            if session is not _kept.warm and warm_up(session, nobody_waits, work_root()):
                has_reported(session)
    except (NoJava, SparkFailed) as failed:
        logger.warning("Spark could not get ready (%s).", failed)


@contextmanager
def _until_a_job_waits() -> Iterator[Callable[[], bool]]:
    """Look from a thread whether there is something better to do; gives whether there is not."""
    waits, is_over = Event(), Event()

    def look() -> None:
        try:
            while not is_over.wait(limits().look_seconds) and not waits.is_set():
                with suppress(DatabaseError):
                    if Job.objects.filter(queue=Queue.SPARK, state=State.QUEUED).exists():
                        waits.set()
        finally:
            connection.close()

    thread = Thread(target=look, name="lag-waiting", daemon=True)
    thread.start()
    try:
        yield lambda: not waits.is_set()
    finally:
        is_over.set()
        thread.join()


def _stay() -> None:
    if _kept.idle is not None:
        _kept.idle.cancel()
        _kept.idle = None


def _stop() -> None:
    """Give the memory back; then is the time to have the next Java start faster."""
    from topoviz.lag.session import stop_session

    engines.end_all()
    stop_session()
    _kept.warm = None
    archiving.begin()
