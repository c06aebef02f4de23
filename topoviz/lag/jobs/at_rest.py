"""Frames that a report reads again and again: in files of its folder, or in memory where they are small."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from py4j.protocol import Py4JError  # type: ignore[import-untyped]
from pyspark.sql import DataFrame

from topoviz.lag.jobs.width import is_here
from topoviz.lag.session import is_alive
from topoviz.lag.storage import Work


class AtRest:
    """Keeps frames for one report; `is_small` once all that it reads is known to fit into the memory of this machine.

    Of a small history Spark takes most of its time to write and read files and to part rows. In memory, and in one
    part, no query after it has to move a row.
    """

    def __init__(self, work: Work) -> None:
        """Begin with nothing; `work` is where files are written."""
        self.is_small = False
        self._work = work
        self._in_memory: list[DataFrame] = []

    def in_one_part(self, frame: DataFrame) -> DataFrame:
        """Give a frame that is parted only where it is large."""
        return frame.coalesce(1) if self.is_small else frame

    def keep(self, frame: DataFrame, name: str, *, is_few: bool = False) -> DataFrame:
        """Work a frame out once. With the schema of its files given, Spark need not look for it.

        A frame of few rows is kept in memory, whatever it is made from, where this machine does all of the work.
        """
        if self.is_small or (is_few and is_here(self._work.spark)):
            kept = frame.coalesce(1).localCheckpoint()
            self._in_memory.append(kept)
            return kept
        place = self._work.place(name)
        # The second form of pages keeps what lies in order as differences: a tenth of the size, and read faster.
        frame.write.mode("overwrite").option("parquet.writer.version", "PARQUET_2_0").parquet(place)
        return self._work.spark.read.schema(frame.schema).parquet(place)

    @contextmanager
    def freed(self) -> Iterator[None]:
        """Give the memory back at the end; Spark does so only when Java happens to look for what nobody needs."""
        try:
            yield
        finally:
            # A Java that is gone keeps nothing, and asking it only fills the log.
            if is_alive():
                self._free()

    def _free(self) -> None:
        # What the work itself failed with is worth more than that this fails too.
        with suppress(Py4JError, OSError):
            for frame in self._in_memory:
                java: Any = getattr(frame, "_jdf", None)
                java.queryExecution().analyzed().rdd().unpersist(False)
