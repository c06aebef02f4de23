"""All that metrics tell of threads, from all files, until Spark reads it as a table."""

from __future__ import annotations

import csv
from array import array
from collections.abc import Callable, Sequence
from itertools import repeat
from pathlib import Path

from topoviz.lag.bad_history import BadHistory
from topoviz.lag.forms.thread_metrics import ThreadSeries
from topoviz.lag.forms.too_much import too_large
from topoviz.lag.limits import Limits, while_wanted


class ThreadTimes:
    """Samples of series, each a time in microseconds since 1970 and a value."""

    def __init__(self, limits: Limits) -> None:
        """Begin with nothing; `limits` bounds how much may come."""
        self._limits = limits
        self._samples: dict[ThreadSeries, tuple[array[int], array[float]]] = {}
        self.count = 0

    def add(self, series: ThreadSeries, micros: Sequence[int], values: Sequence[float]) -> None:
        """Take in samples of one series; raises BadHistory for too many."""
        if not values:
            return
        self.count += len(values)
        if self.count > 4 * self._limits.max_rows or len(self._samples) > 8 * self._limits.max_partitions:
            raise too_large("more samples of threads", f"{4 * self._limits.max_rows:,}")
        times, numbers = self._samples.setdefault(series, (array("q"), array("d")))
        times.extend(micros)
        numbers.extend(values)

    def write(self, target: Path, is_wanted: Callable[[], bool]) -> None:
        """Write a row for each sample, in the order of schemas.THREAD_TIMES; raises Cancelled."""
        with target.open("w", encoding="utf-8", newline="") as file:
            rows = csv.writer(file, lineterminator="\n")
            for series, (micros, values) in self._samples.items():
                names = (series.thread, series.task, series.node, series.measure)
                for row in while_wanted(zip(repeat(names), micros, values, strict=False), is_wanted):
                    rows.writerow([row[1], *row[0], repr(row[2])])

    def alone(self) -> BadHistory:
        """Say that a report needs offsets beside these."""
        threads = len({series.thread for series in self._samples})
        what = "1 thread of Kafka Streams spends" if threads == 1 else f"{threads} threads of Kafka Streams spend"
        return BadHistory(
            "threads-alone",
            f"The metrics tell what {what} time on, and nothing of offsets, so nothing shows whether records wait.",
            "Give them together with a history of offsets from the same time; they then say whether code is slow or "
            "commits are. A history is what `topoviz lag capture` writes, or a loop of "
            "`kafka-consumer-groups.sh --describe`.",
        )
