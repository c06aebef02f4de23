"""The job that makes a lag report: read, sort out, measure, join, write."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial, reduce
from pathlib import Path
from textwrap import shorten
from typing import Final

from pyspark.sql import DataFrame, Observation, Row, SparkSession
from pyspark.sql import functions as F

from topoviz.lag.bad_history import BadHistory
from topoviz.lag.forms.model import Upload
from topoviz.lag.forms.take_in import Asked, Taken, take_in
from topoviz.lag.forms.told import EXAMPLES, Told
from topoviz.lag.in_place import Source, read_in_place
from topoviz.lag.jobs import collect
from topoviz.lag.jobs.at_rest import AtRest
from topoviz.lag.jobs.beside import beside
from topoviz.lag.jobs.cells import MOST_BUCKETS, are_few, cells_of
from topoviz.lag.jobs.literals import frame_of_literals
from topoviz.lag.jobs.more import amplified
from topoviz.lag.jobs.of_findings import shown
from topoviz.lag.jobs.span import Span
from topoviz.lag.jobs.threads import NO_THREADS, Threads, gather_threads, read_threads
from topoviz.lag.jobs.topics import assemble_without_lag, judged_topics, span_of_topics
from topoviz.lag.jobs.watch import Watch, watched
from topoviz.lag.jobs.width import as_narrow_as_few_rows, as_wide_as
from topoviz.lag.limits import Limits
from topoviz.lag.onto_topology import EMPTY, Placement, Places, place_topics
from topoviz.lag.reading import line_number, line_starts, read_rows
from topoviz.lag.rejected import write_rejected
from topoviz.lag.report.lag_report import LagReport
from topoviz.lag.report.partitions import PartitionLag
from topoviz.lag.report.rows import RejectedRow, RejectedRows, RowCounts
from topoviz.lag.schemas import PLACES, SAMPLES
from topoviz.lag.sorting_out import bad_rows, good_rows, judged, looked_at
from topoviz.lag.spark_failed import explained
from topoviz.lag.storage import Work, work_folder
from topoviz.lag.topics.gather import gather_topics
from topoviz.lag.topics.judging import good_facts
from topoviz.lag.topics.known import know_topics
from topoviz.lag.transforms.census import census, reasons
from topoviz.lag.transforms.duplicates import with_duplicate_mark
from topoviz.lag.transforms.events import may_have_happened
from topoviz.lag.transforms.partitions import figures_of, with_events, with_measures, with_past

STAGES: Final = ("reading", "sorting out", "measuring", "joining", "writing")
_LONGEST_EXAMPLE: Final = 80
"""Letters of a line that are shown in a sentence."""

_RECENT: Final = 10
"""The end of a group's history is its last tenth."""


def analyze_history(
    spark: SparkSession,
    files: Sequence[Path],
    placement: Placement = EMPTY,
    *,
    progress: Callable[[str], None] = lambda stage: None,
    is_wanted: Callable[[], bool] = lambda: True,
    limits: Limits | None = None,
    work_root: Path | None = None,
    rejected_to: Path | None = None,
    taken_at: datetime | None = None,
    sources: Sequence[Source] = (),
    shared: str | None = None,
) -> LagReport:
    """Make the report of one history, which may stand in several files, and in `sources` that are read in place.

    `progress` is told each of STAGES as it begins; `is_wanted` is asked several times a second. `work_root` is where
    a private directory is made and removed again; the workers of a cluster must see it, or `shared`, a folder as Hadoop
    names it. The rejected rows are written to `rejected_to` as CSV. `taken_at` is the time of a single look that has
    none of its own. Raises BadHistory, Cancelled, TookTooLong and SparkFailed.
    """
    limits = limits if limits is not None else Limits()
    watch = Watch(is_wanted, limits.seconds)
    with explained(), work_folder(spark, work_root, shared) as work, watched(spark, watch):
        run = _Run(spark, work, placement, progress, watch, limits, rejected_to, taken_at)
        with run.at_rest.freed():
            return run.report(files, sources)


class _Run:
    """One report on its way; its methods are its stages."""

    def __init__(
        self,
        spark: SparkSession,
        work: Work,
        placement: Placement,
        progress: Callable[[str], None],
        watch: Watch,
        limits: Limits,
        rejected_to: Path | None,
        taken_at: datetime | None,
    ) -> None:
        self.spark = spark
        self.work = work
        self.placement = placement
        self.progress = progress
        self.watch = watch
        self.limits = limits
        self.rejected_to = rejected_to
        self.asked = Asked(placement.application_id, taken_at)
        self.at_rest = AtRest(work)
        self.told: tuple[Told, ...] = ()
        self.threads_at: str | None = None
        self.topic_rejects: tuple[list[RejectedRow], dict[str, int]] = ([], {})

    def report(self, files: Sequence[Path], sources: Sequence[Source]) -> LagReport:
        self.begin("reading")
        taken = self.read(files)
        self.begin("sorting out")
        facts = self.facts(taken.topics) if taken.topics else None
        if facts is not None and not taken.uploads and not sources:
            return self.of_topics_alone(facts)
        found = self.sort_out(taken.uploads, sources)
        self.begin("measuring")
        recents = frame_of_recents(self.spark, _recent_from(found.series))
        keep = partial(self.at_rest.keep, is_few=True)
        figures = keep(figures_of(found.samples, recents), "figures")
        measures = with_events(figures, found.samples, may_have_happened(figures))
        places = place_topics(self.placement, {(row["group"], row["topic"]) for row in found.series})
        frame = frame_of_places(self.spark, places)
        placed = keep(collect.placed(measures, frame), "measures")
        self.begin("joining")
        partitions = collect.partitions_of(placed)
        span = _span(found.series, partitions)
        is_few = are_few(partitions, span)
        cells = self.at_rest.keep(cells_of(found.samples, partitions, span), "cells", is_few=is_few)
        ratios = partial(amplified, self.spark, placed, self.placement, places)
        with as_narrow_as_few_rows(self.spark) if is_few else nullcontext(), beside(ratios) as amplifications:
            gathered = collect.gather(found.samples, cells, placed, partitions, frame, span, self.watch)
        threads = self.threads(span)
        advice, findings = collect.judge(gathered, places, span, threads)
        with as_narrow_as_few_rows(self.spark) if is_few else nullcontext():
            findings = shown(self.spark, found.samples, cells, findings, partitions, span, self.watch)
        self.begin("writing")
        history = None
        if facts is not None:
            known = know_topics(facts, self.placement, places.group, self.limits)
            history = gather_topics(facts, known, self.placement, span, MOST_BUCKETS, self.watch)
            places = replace(places, unsure=(*places.unsure, *known.unsure))
        judged = collect.Judged(advice, findings, amplifications())
        counts = found.counts(partitions)
        return collect.assemble(span, counts, gathered, judged, places, self.placement, self.notes(), threads, history)

    def of_topics_alone(self, facts: DataFrame) -> LagReport:
        """Make a report without lag."""
        self.begin("measuring")
        known = know_topics(facts, self.placement, None, self.limits)
        span = span_of_topics(facts, known)
        history = gather_topics(facts, known, self.placement, span, MOST_BUCKETS, self.watch)
        self.begin("joining")
        self.begin("writing")
        rejected = self.rejected_rows(*self.topic_rejects)
        rows = RowCounts(history.rows, sum(one.count for one in rejected), 0, rejected)
        unsure = (*self.placement.unsure, *known.unsure)
        return assemble_without_lag(span, rows, unsure, self.notes(), history)

    def facts(self, uploads: Mapping[int, Upload]) -> DataFrame:
        """Sort out the rows about topics, as those of lag are."""
        judged = judged_topics(self.spark, uploads, self.work)
        counts = {row["reason"]: row["count"] for row in judged.groupBy("reason").count().collect()}
        if not counts.pop(None, 0):
            raise _nothing_good(self.rejected(judged, uploads, counts))
        self.topic_rejects = (self.bad_rows(judged, uploads, counts), counts)
        return self.at_rest.keep(good_facts(judged), "topics")

    def notes(self) -> tuple[str, ...]:
        """Say what was passed over in the files."""
        return tuple(note for told in self.told for note in told.notes())

    def begin(self, stage: str) -> None:
        self.watch.check()
        self.progress(stage)

    def read(self, files: Sequence[Path]) -> Taken:
        """Keep every file under a name of ours; what is not our table becomes one."""
        taken = take_in(files, self.work.here, self.asked, self.limits, self.watch.is_wanted)
        self.watch.check()
        self.told = taken.told
        self.threads_at = self.work.give(taken.threads) if taken.threads is not None else None
        return replace(taken, uploads=self.placed(taken.uploads), topics=self.placed(taken.topics))

    def placed(self, uploads: Mapping[int, Upload]) -> dict[int, Upload]:
        """Say where Spark reads each."""
        return {number: replace(one, place=self.work.give(one.path)) for number, one in uploads.items()}

    def sort_out(self, uploads: Mapping[int, Upload], sources: Sequence[Source]) -> _Sorted:
        """Count what there is and keep the bad rows aside; then drop duplicates and add what stands around samples."""
        found = {number: read_rows(self.spark, upload) for number, upload in uploads.items()}
        found |= {len(self.told) + place: read_in_place(self.spark, one) for place, one in enumerate(sources)}
        self.at_rest.is_small = as_wide_as(self.spark, [rows.frame for rows in found.values()])
        each = [looked_at(rows).withColumn("file", F.lit(number)) for number, rows in found.items()]
        looked = self.at_rest.in_one_part(reduce(DataFrame.union, each))
        bad_or_good = judged(looked)
        counts = Observation()
        good = good_rows(judged(looked.observe(counts, F.count("*").alias("rows"))), "file")
        # In most histories no instant comes twice and no end falls; to look for either takes as long as all else that
        # is done here, so that is done where there is reason to.
        samples = self.at_rest.keep(with_past(good.select(*SAMPLES.names), may_be_torn=False), "seen")
        series = tuple(census(samples).limit(self.limits.max_partitions + 1).collect())
        # Where nothing is left, Spark may leave out what counts as well.
        counted = reasons(bad_or_good).collect() if not series or counts.get["rows"] > _good(series) else []
        rejected = self.rejected(bad_or_good, uploads, {row["reason"]: row["rows"] for row in counted})
        if not series:
            raise _nothing_good(rejected)
        if len(series) > self.limits.max_partitions:
            raise _too_many(self.limits)
        if any(row["again"] or row["fallen"] for row in series):
            marked = with_duplicate_mark(good_rows(bad_or_good, "file"))
            once = marked.where(~F.col("is_duplicate")).select("micros", *SAMPLES.names)
            samples = self.at_rest.keep(with_past(once), "samples")
        return _Sorted(with_measures(samples), series, rejected)

    def rejected(
        self, judged: DataFrame, uploads: Mapping[int, Upload], counts: dict[str, int]
    ) -> tuple[RejectedRows, ...]:
        """Give the rejected rows by reason, with their counts and examples, the most frequent reason first."""
        topic_rows, topic_counts = self.topic_rejects
        for reason, count in topic_counts.items():
            counts[reason] = counts.get(reason, 0) + count
        return self.rejected_rows([*self.bad_rows(judged, uploads, counts), *topic_rows], counts)

    def bad_rows(
        self, judged: DataFrame, uploads: Mapping[int, Upload], counts: Mapping[str, int]
    ) -> list[RejectedRow]:
        """Give the first rows that are bad, with the numbers of their lines."""
        bad = bad_rows(judged, "file")
        kept = bad.orderBy("file", "line").limit(self.limits.max_kept_rejects).collect() if counts else []
        starts = {number: line_starts(self.spark, uploads[number]) for number in {row["file"] for row in kept}
                  if number in uploads and uploads[number].header}  # fmt: skip
        return [_rejected_row(row, starts) for row in kept]

    def rejected_rows(self, judged: Sequence[RejectedRow], counts: Mapping[str, int]) -> tuple[RejectedRows, ...]:
        """Put what reading kept aside before what was judged to be bad, and write it all where it is wanted."""
        counts = dict(counts)
        rows = [
            RejectedRow(number, line, text, reason)
            for number, told in enumerate(self.told)
            for reason, examples in told.kept.examples.items()
            for line, text in examples
        ]
        rows += judged
        for told in self.told:
            for reason, count in told.kept.counts.items():
                counts[reason] = counts.get(reason, 0) + count
        if self.rejected_to is not None:
            write_rejected(rows, self.rejected_to)
        return tuple(
            RejectedRows(reason, count, tuple(row for row in rows if row.reason == reason)[:EXAMPLES])
            for reason, count in sorted(counts.items(), key=lambda item: (-item[1], item[0]))
        )

    def threads(self, span: Span) -> Threads:
        """Find out what threads spent their time on, where metrics tell it."""
        if self.threads_at is None:
            return NO_THREADS
        self.watch.check()
        return gather_threads(read_threads(self.spark, self.threads_at), span)


@dataclass(frozen=True, slots=True)
class _Sorted:
    """The good rows, those of each partition counted with duplicates, and the bad ones by reason."""

    samples: DataFrame
    series: tuple[Row, ...]
    rejected: tuple[RejectedRows, ...]

    def counts(self, partitions: Sequence[PartitionLag]) -> RowCounts:
        """Say how many rows there were; what is measured is without duplicates."""
        kept = sum(one.samples for one in partitions)
        good = _good(self.series)
        return RowCounts(kept, sum(one.count for one in self.rejected), good - kept, self.rejected)


def _good(series: Sequence[Row]) -> int:
    """Count the good rows, duplicates among them."""
    return sum(row["rows"] for row in series)


def _too_many(limits: Limits) -> BadHistory:
    return BadHistory(
        "too-many-partitions",
        f"The history has more than {limits.max_partitions:,} partitions, which is the limit.",
        "Give the history of one group, or of fewer topics.",
    )


def _span(series: Sequence[Row], partitions: Sequence[PartitionLag]) -> Span:
    """Say from when to when the history goes, and how far its samples are apart in most partitions."""
    intervals = sorted(one.interval_seconds for one in partitions if one.interval_seconds is not None)
    interval = intervals[len(intervals) // 2] if intervals else None
    return Span(min(row["start"] for row in series), max(row["end"] for row in series), interval)


def _recent_from(series: Sequence[Row]) -> dict[str, int]:
    """Give when the end of the history of each group begins."""
    spans: dict[str, tuple[int, int]] = {}
    for row in series:
        start, end = spans.get(row["group"], (row["start"], row["end"]))
        spans[row["group"]] = (min(start, row["start"]), max(end, row["end"]))
    return {group: end - (end - start) // _RECENT for group, (start, end) in spans.items()}


def frame_of_recents(spark: SparkSession, recent_from: Mapping[str, int]) -> DataFrame:
    """Give when the end of each group's history begins as a frame of literals."""
    rows = [{"group": group, "recent_from": start} for group, start in recent_from.items()]
    return frame_of_literals(spark, rows, "group: string, recent_from: long")


def frame_of_places(spark: SparkSession, places: Places) -> DataFrame:
    """Give the places as a frame of literals."""
    if not places.places:
        return spark.range(0).select(*(F.lit(None).cast(field.dataType).alias(field.name) for field in PLACES))
    rows = [{"group": place.group, "topic": place.topic, "sub_topology": place.sub_topology} for place in places.places]
    return frame_of_literals(spark, rows, "group: string, topic: string, sub_topology: int")


def _rejected_row(row: Row, starts: dict[int, dict[int, int]]) -> RejectedRow:
    file = row["file"]
    line = line_number(row["line"], starts[file]) if file in starts else row["line"]
    return RejectedRow(file, line, row["text"] or "", row["reason"])


def _nothing_good(rejected: tuple[RejectedRows, ...]) -> BadHistory:
    if not rejected:
        return BadHistory("empty", "The file has a header and no rows.", "Give a history with rows.")
    first = rejected[0]
    example = first.examples[0]
    shown = shorten(example.text, _LONGEST_EXAMPLE, placeholder=" …")
    where = f', such as line {example.line}, "{shown}"' if example.line is not None else ""
    return BadHistory(
        "no-good-rows",
        f"All {sum(one.count for one in rejected):,} rows are rejected; {first.count:,} because {first.reason}{where}.",
        "Correct that, or take the history again, with `date -Is` before each table, which writes its time.",
    )
