"""The part of a report that is about topics: their rows are sorted out, and may make a report without any lag."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pyspark.sql import DataFrame, SparkSession
from pyspark.sql import functions as F

from topoviz.lag.findings.verdict import verdict_of
from topoviz.lag.forms.model import Upload
from topoviz.lag.jobs.cells import MOST_BUCKETS
from topoviz.lag.jobs.span import Span
from topoviz.lag.jobs.width import as_wide_as
from topoviz.lag.reading import read_rows
from topoviz.lag.report.lag_report import LagReport, Sight
from topoviz.lag.report.over_time import HeatMap
from topoviz.lag.report.rows import RowCounts
from topoviz.lag.storage import Work
from topoviz.lag.topics.findings.findings import with_topics
from topoviz.lag.topics.judging import judge_topics
from topoviz.lag.topics.known import Known
from topoviz.lag.topics.model import TopicHistory
from topoviz.lag.topics.transforms.layouts import usual_seconds
from topoviz.lag.transforms.windows import MICROSECONDS

_NO_LAG: Final = (
    "No history of lag was given: whether the group keeps up is not known. Give `kafka-consumer-groups.sh --describe` "
    "of the same time beside it."
)


def judged_topics(spark: SparkSession, uploads: Mapping[int, Upload], work: Work) -> DataFrame:
    """Turn tables about topics into Parquet once, judged; `file` says which a row is from."""
    judged_at = work.place("judged-topics")
    frames = {number: read_rows(spark, upload).as_text() for number, upload in uploads.items()}
    as_wide_as(spark, list(frames.values()))
    judged = [judge_topics(frame).withColumn("file", F.lit(number)) for number, frame in frames.items()]
    for one in judged:
        one.write.mode("append").parquet(judged_at)
    return spark.read.schema(judged[0].schema).parquet(judged_at)


def span_of_topics(facts: DataFrame, known: Known) -> Span:
    """Give from when to when facts go, and how often topics were looked at."""
    distances = (row["seconds"] for row in usual_seconds(facts).collect())
    return Span(known.start, known.end, max((one for one in distances if one is not None), default=None))


def assemble_without_lag(
    span: Span, rows: RowCounts, unsure: tuple[str, ...], notes: tuple[str, ...], topics: TopicHistory
) -> LagReport:
    """Make a report of topics alone."""
    start, end = span.start / MICROSECONDS, span.end / MICROSECONDS
    findings = with_topics((), (), topics)
    return LagReport(
        start=start,
        end=end,
        interval_seconds=span.interval_seconds,
        group=None,
        rows=rows,
        verdict=verdict_of(findings),
        sight=Sight(span.interval_seconds, None, None, None, (_NO_LAG,)),
        findings=findings,
        sub_topologies=(),
        tasks=(),
        partitions=(),
        topics_not_read=(),
        topics_not_in_history=(),
        partitions_not_in_history=(),
        bucket_seconds=span.width(MOST_BUCKETS),
        buckets=span.buckets(MOST_BUCKETS),
        timelines=(),
        heat=HeatMap(span.width(MOST_BUCKETS), 0, (), 0),
        unsure=unsure,
        notes=notes,
        topic_history=topics,
    )
