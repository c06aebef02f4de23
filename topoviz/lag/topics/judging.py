"""Sorting out rows about topics: the good ones get types, each bad one gets a reason."""

from __future__ import annotations

from functools import reduce
from typing import Final

from pyspark.sql import Column, DataFrame, Window
from pyspark.sql import functions as F

from topoviz.lag.instants import instant
from topoviz.lag.sorting_out import first_reason, has_no_text, is_number
from topoviz.lag.topics.schemas import FACTS, NO_LEADER, PARTITION

_TOPIC: Final = r"^[A-Za-z0-9._-]{1,249}$"
_NOBODY: Final = ("none", "-1", "-")
_LIST: Final = r"^\d{1,9}([,;|]\d{1,9})*$"
_BETWEEN: Final = r"[\[\](){}\"'\s]"
_MOST: Final = 200_000
"""Partitions of one topic; the largest clusters have fewer of all topics."""


def judge_topics(raw: DataFrame) -> DataFrame:
    """Give rows of text their types and, where one is bad, a `reason`; the first that applies.

    The columns are those of FACTS, with `line`, `text` and `reason` before them.
    """
    return raw.select(
        "line",
        "text",
        _reason().alias("reason"),
        instant(F.col("timestamp")).alias("timestamp"),
        F.col("topic"),
        F.col("partition").try_cast("int").alias("partition"),
        F.col("partition_count").try_cast("int").alias("partition_count"),
        F.when(~has_no_text(F.col("topic_id")), F.col("topic_id")).alias("topic_id"),
        F.when(_is_nobody(), F.lit(NO_LEADER)).otherwise(F.col("leader").try_cast("int")).alias("leader"),
        _list("replicas"),
        _list("in_sync"),
        F.col("min_in_sync").try_cast("int").alias("min_in_sync"),
        F.col("broker").try_cast("int").alias("broker"),
        F.col("size_bytes").try_cast("long").alias("size_bytes"),
        F.coalesce(F.lower("is_future").isin("true", "1", "t"), F.lit(False)).alias("is_future"),
    )


def good_facts(judged: DataFrame) -> DataFrame:
    """Keep the rows without a reason as FACTS, each once: the first of the same partition, copy and instant.

    What is said of its leader and what is said of a copy's size are different rows, and both stay.
    """
    same = Window.partitionBy(*PARTITION, "broker", "is_future", "timestamp", F.col("leader").isNull())
    first = F.row_number().over(same.orderBy("file", "line"))
    good = judged.where(F.col("reason").isNull()).withColumn("place", first)
    return good.where(F.col("place") == 1).select(*FACTS.names)


def _reason() -> Column:
    says_nothing = reduce(
        Column.__and__, (has_no_text(F.col(one)) for one in ("leader", "replicas", "in_sync", "size_bytes"))
    )
    cases = (
        (~F.col("is_whole"), "the row has more or fewer columns than the header"),
        (has_no_text(F.col("timestamp")), "the time stamp is missing"),
        (instant(F.col("timestamp")).isNull(), "the time stamp cannot be read"),
        (has_no_text(F.col("topic")), "the topic is missing"),
        (~F.col("topic").rlike(_TOPIC), "the topic is not a name that Kafka allows"),
        (has_no_text(F.col("partition")), "the partition is missing"),
        (~is_number(F.col("partition"), "int"), "the partition is no number"),
        (F.col("partition").startswith("-"), "the partition is negative"),
        (F.col("partition").try_cast("int") >= _MOST, "the partition is beyond any that a topic has"),
        (says_nothing, "the row says no leader, replicas, in_sync or size_bytes"),
        (_is_bad("partition_count", "int"), "the partition count is no number"),
        (~has_no_text(F.col("leader")) & ~_is_nobody() & _is_bad("leader", "int"), "the leader is no broker's number"),
        (_is_bad_list("replicas"), "the replicas are no list of brokers' numbers"),
        (_is_bad_list("in_sync"), "the replicas in sync are no list of brokers' numbers"),
        (_is_bad("min_in_sync", "int"), "the least number of replicas in sync is no number"),
        (_is_bad("broker", "int"), "the broker is no number"),
        (_is_bad("size_bytes", "long"), "the size is no number of bytes"),
    )
    return first_reason(cases)


def _is_bad(name: str, kind: str) -> Column:
    return ~has_no_text(F.col(name)) & (~is_number(F.col(name), kind) | F.col(name).startswith("-"))


def _is_nobody() -> Column:
    return F.coalesce(F.lower("leader").isin(*_NOBODY), F.lit(False))


def _plain(name: str) -> Column:
    return F.regexp_replace(F.regexp_replace(name, r"(?<=\d)\s+(?=\d)", ","), _BETWEEN, "")


def _is_empty_list(name: str) -> Column:
    """Tell whether a list is there and has nothing in it: `-`, or brackets alone."""
    return ~has_no_text(F.col(name)) & _plain(name).isin("", "-")


def _is_bad_list(name: str) -> Column:
    return ~has_no_text(F.col(name)) & ~_is_empty_list(name) & ~_plain(name).rlike(_LIST)


def _list(name: str) -> Column:
    numbers = F.transform(F.split(_plain(name), "[,;|]"), lambda one: one.try_cast("int"))
    nothing = F.array().cast("array<int>")
    return F.when(_is_empty_list(name), nothing).when(~has_no_text(F.col(name)), numbers).alias(name)
