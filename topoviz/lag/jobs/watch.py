"""Watching a running job: it ends when nobody wants it any more or its time is over."""

from __future__ import annotations

import contextlib
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from typing import Final

from py4j.protocol import Py4JError  # type: ignore[import-untyped]
from pyspark.errors import PySparkException
from pyspark.sql import SparkSession

from topoviz.lag.limits import Cancelled, TookTooLong

_SECONDS_BETWEEN_LOOKS: Final = 0.2


class Watch:
    """Says why a job has to end, once it has."""

    def __init__(self, is_wanted: Callable[[], bool], seconds: float) -> None:
        """Begin to count the seconds."""
        self._is_wanted = is_wanted
        self._seconds = seconds
        self._end = time.monotonic() + seconds
        self._stop: Exception | None = None

    def is_wanted(self) -> bool:
        """Tell whether the job may go on."""
        if self._stop is None:
            if not self._is_wanted():
                self._stop = Cancelled()
            elif time.monotonic() > self._end:
                self._stop = TookTooLong(
                    f"The report was not done after {self._seconds:g} seconds, which is the limit. "
                    "Give a shorter time or take samples less often."
                )
        return self._stop is None

    def check(self) -> None:
        """Raise Cancelled or TookTooLong when the job has to end."""
        if not self.is_wanted() and self._stop is not None:
            raise self._stop


@contextlib.contextmanager
def watched(spark: SparkSession, watch: Watch) -> Iterator[None]:
    """Run a block whose Spark jobs are cancelled as soon as the watch says so; raises what the watch says."""
    context = spark.sparkContext
    group = f"topoviz-{uuid.uuid4()}"
    done = threading.Event()

    def look() -> None:
        while not done.wait(_SECONDS_BETWEEN_LOOKS):
            if not watch.is_wanted():
                with contextlib.suppress(Py4JError, OSError):
                    context.cancelJobGroup(group)

    context.setJobGroup(group, "topoviz lag report", interruptOnCancel=True)
    watcher = threading.Thread(target=look, name="lag-watch", daemon=True)
    watcher.start()
    try:
        yield
    except (Py4JError, PySparkException):
        watch.check()
        raise
    finally:
        done.set()
        watcher.join()
        with contextlib.suppress(Py4JError, OSError):
            context.setLocalProperty("spark.jobGroup.id", None)  # type: ignore[arg-type]
