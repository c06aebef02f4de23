"""The job that takes in days: read, sort out, add up by the hour, keep."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import reduce
from pathlib import Path
from typing import Any, Final

from pyspark.sql import DataFrame, Observation, SparkSession
from pyspark.sql import functions as F

from topoviz.lag.bad_history import BadHistory
from topoviz.lag.days.hours import hours_of
from topoviz.lag.days.store import Kept, keep_days
from topoviz.lag.forms.take_in import Asked, take_in
from topoviz.lag.in_place import Source, read_in_place
from topoviz.lag.jobs.watch import Watch, watched
from topoviz.lag.jobs.width import as_wide_as
from topoviz.lag.limits import Limits
from topoviz.lag.reading import read_rows
from topoviz.lag.sorting_out import good_rows, judge
from topoviz.lag.spark_failed import explained
from topoviz.lag.storage import work_folder

STAGES: Final = ("reading", "adding up")


@dataclass(frozen=True, slots=True)
class Appended:
    """The days that were kept; the rows that could not be used, and a reason that one of them has."""

    days: tuple[Kept, ...]
    rejected: int
    rejected_because: str | None


def append_days(
    spark: SparkSession,
    store: str,
    files: Sequence[Path] = (),
    sources: Sequence[Source] = (),
    *,
    day: str | None = None,
    even_fewer: bool = False,
    group: str | None = None,
    taken_at: datetime | None = None,
    progress: Callable[[str], None] = lambda stage: None,
    is_wanted: Callable[[], bool] = lambda: True,
    limits: Limits | None = None,
    work_root: Path | None = None,
    shared: str | None = None,
) -> Appended:
    """Take the days of files and of `sources` into a store, each in place of what was kept of it; see keep_days.

    With `day`, only that day of them is taken. `group` is that of captures which name none, and the rest is as
    analyze_history has it. Raises BadHistory, Cancelled, TookTooLong and SparkFailed.
    """
    limits = limits if limits is not None else Limits()
    watch = Watch(is_wanted, limits.seconds)
    with explained(), work_folder(spark, work_root, shared) as work, watched(spark, watch):
        progress(STAGES[0])
        taken = take_in(files, work.here, Asked(group, taken_at), limits, watch.is_wanted)
        watch.check()
        rows = [read_rows(spark, replace(one, place=work.give(one.path))) for one in taken.uploads.values()]
        rows += [read_in_place(spark, replace(source, day=day)) for source in sources]
        if not rows:
            raise _topics_alone()
        as_wide_as(spark, [one.frame for one in rows])
        seen = Observation()
        judged = _observed(reduce(DataFrame.unionByName, map(judge, rows)), seen)
        samples = good_rows(judged)
        if day is not None:
            samples = samples.where(F.date_format("timestamp", "yyyy-MM-dd") == F.lit(day))
        progress(STAGES[1])
        kept = keep_days(spark, store, hours_of(samples), even_fewer=even_fewer)
        found = seen.get
        before = sum(sum(told.kept.counts.values()) for told in taken.told)
        if not kept:
            raise _nothing(day, found)
        return Appended(tuple(kept), found["rejected"] + before, found["reason"])


def _observed(judged: DataFrame, seen: Observation) -> DataFrame:
    """Count rejected rows on the way, so that nothing is read twice."""
    reason = F.col("reason")
    return judged.observe(
        seen,
        F.count_if(reason.isNotNull()).alias("rejected"),
        F.max(reason).alias("reason"),
        F.count("*").alias("rows"),
    )


def _topics_alone() -> BadHistory:
    return BadHistory(
        "no-lag",
        "The files say what brokers have of topics, and days are kept of lag alone.",
        "Give what the group has read too, or make a report of these files alone, which needs no days.",
    )


def _nothing(day: str | None, found: dict[str, Any]) -> BadHistory:
    if found["rejected"] == found["rows"] and found["rows"]:
        return BadHistory(
            "no-good-rows",
            f"All {found['rows']:,} rows are rejected; of one, {found['reason']}.",
            "Correct that, or take the history again.",
        )
    where = f" of {day}" if day is not None else ""
    return BadHistory("empty", f"There are no rows{where}.", "Give a history with rows; days are those of UTC.")
