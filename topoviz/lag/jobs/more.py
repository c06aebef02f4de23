"""What is asked for only where a history has it: the hours of a day, repartition topics, topics that tasks share."""

from __future__ import annotations

from collections.abc import Sequence

from pyspark.sql import DataFrame, Row, SparkSession
from pyspark.sql import functions as F

from topoviz.lag.copartitioned import in_words as copartitioned_in_words
from topoviz.lag.findings.past_peak import is_late_at_end
from topoviz.lag.jobs.cells import DAYS, HOURS, TILES, has_hours
from topoviz.lag.jobs.literals import frame_of_literals
from topoviz.lag.jobs.span import Span
from topoviz.lag.onto_topology import Placement, Places
from topoviz.lag.repartitioned import in_words as repartitioned_in_words
from topoviz.lag.report.over_time import HourOfDay
from topoviz.lag.report.partitions import PartitionLag
from topoviz.lag.report.tasks import Amplification, Copartitioned
from topoviz.lag.transforms.amplification import amplifications
from topoviz.lag.transforms.buckets import in_buckets
from topoviz.lag.transforms.copartitioned import correlations
from topoviz.lag.transforms.hours import days_of, hours_of


def hours_of_day(cells: DataFrame, span: Span) -> tuple[HourOfDay, ...]:
    """Give how a day goes, hour by hour, of histories of two days and more; nothing of shorter ones.

    `cells` are those of cells_of.
    """
    if not has_hours(span):
        return ()
    rows = sorted(days_of(hours_of(cells, HOURS)).collect(), key=lambda row: (row["group"], row["hour"]))
    return tuple(
        HourOfDay(
            row["group"],
            row["hour"],
            row["days"],
            row["produce_rate"],
            row["produce_rate_max"],
            row["consume_rate"],
            row["lag_mean"],
            row["lag_max"],
        )
        for row in rows
        if row["days"] >= DAYS
    )


def amplified(
    spark: SparkSession, placed: DataFrame, placement: Placement, places: Places
) -> tuple[Amplification, ...]:
    """Give for each repartition topic of the history what is written to it for each record that is read."""
    readers = {place.topic_in_topology: place for place in places.places}
    written = [
        (readers[topic], group_id)
        for group_id, topics in placement.writes.items()
        for topic in topics
        if topic in readers
    ]
    if not written:
        return ()
    rows = [{"group": place.group, "topic": place.topic, "written_by": group_id} for place, group_id in written]
    writers = frame_of_literals(spark, rows, "group: string, topic: string, written_by: int")
    read_by = {place.topic: place.sub_topology for place, _ in written}
    ratios = amplifications(placed, writers).collect()
    found = sorted(ratios, key=lambda row: (row["written_by"], row["topic"]))
    return tuple(_amplification(row, read_by[row["topic"]]) for row in found)


def _amplification(row: Row, read_by: int) -> Amplification:
    rates = row["read_rate"], row["written_rate"], row["ratio"]
    return Amplification(
        row["topic"],
        row["written_by"],
        read_by,
        *rates,
        repartitioned_in_words(row["topic"], row["written_by"], *rates),
    )


def shared(cells: DataFrame, places: DataFrame, partitions: Sequence[PartitionLag]) -> tuple[Copartitioned, ...]:
    """Give for each two topics that the same tasks read how they go along, and whether one waits without the other."""
    topics: dict[int, set[str]] = {}
    for one in partitions:
        if one.sub_topology is not None:
            topics.setdefault(one.sub_topology, set()).add(one.topic)
    several = sorted(number for number, names in topics.items() if len(names) > 1)
    if not several:
        return ()
    of_several = F.broadcast(places.where(F.col("sub_topology").isin(several)))
    rows = correlations(in_buckets(cells, TILES).join(of_several, on=["group", "topic"])).collect()
    rows.sort(key=lambda row: (row["sub_topology"], row["topic"], row["other"]))
    late = {(one.sub_topology, one.topic, one.partition) for one in partitions if is_late_at_end(one)}
    found = []
    for row in rows:
        waits, other_waits = (
            {number for sub, topic, number in late if (sub, topic) == (row["sub_topology"], row[name])}
            for name in ("topic", "other")
        )
        alone, other_alone = len(waits - other_waits), len(other_waits - waits)
        both = len(waits & other_waits)
        sentence = copartitioned_in_words(
            row["topic"], row["other"], row["tasks"], row["correlation"], alone, other_alone, both
        )
        found.append(
            Copartitioned(
                row["sub_topology"],
                row["topic"],
                row["other"],
                row["tasks"],
                row["correlation"],
                len(waits),
                len(other_waits),
                sentence,
            )
        )
    return tuple(found)
