"""Sorting out the rows of a history: the good ones get types, each bad one gets a reason."""

from __future__ import annotations

from functools import reduce
from typing import Final

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

from topoviz.lag.schemas import SAMPLES

_LONGEST_OWNER: Final = 300
_NONE_COMMITTED: Final = ("", "-", "-1", "null", "none")
_ISO: Final = r"^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}([.,]\d{1,9})?)? ?(Z|UTC|GMT|[+-]\d{2}(:?\d{2})?)?$"
_SECONDS: Final = r"^\d{9,11}(\.\d{1,9})?$"
_MILLISECONDS: Final = r"^\d{12,14}$"
_TOPIC: Final = r"^[A-Za-z0-9._-]{1,249}$"
_NUMBER: Final = r"^-?\d{1,19}$"


def sort_out(raw: DataFrame) -> tuple[DataFrame, DataFrame]:
    """Part RAW into SAMPLES and the rejected rows with `line`, `text` and `reason`."""
    judged = judge(raw)
    return good_rows(judged), bad_rows(judged)


def judge(raw: DataFrame) -> DataFrame:
    """Give every row its types and, if it is bad, a `reason`; the first that applies.

    A committed offset beyond the end is no fault of the row: a topic that was cut short or made anew gives such.
    """
    return raw.select(
        "line",
        "text",
        _reason().alias("reason"),
        read_instant().alias("timestamp"),
        F.col("group"),
        F.col("topic"),
        F.col("partition").try_cast("int").alias("partition"),
        F.col("log_end_offset").try_cast("long").alias("log_end_offset"),
        F.when(~_none_committed(), F.col("committed_offset").try_cast("long")).alias("committed_offset"),
        _owner("client_id"),
        _owner("host"),
    )


def good_rows(judged: DataFrame, *kept: str) -> DataFrame:
    """Keep the rows without a reason, as SAMPLES with `line` and the `kept` columns beside."""
    return judged.where(F.col("reason").isNull()).select("line", *kept, *SAMPLES.names)


def bad_rows(judged: DataFrame, *kept: str) -> DataFrame:
    """Keep the rows with a reason, and of them what shows where they stand."""
    return judged.where(F.col("reason").isNotNull()).select("line", *kept, "text", "reason")


def _reason() -> Column:
    cases = (
        (~F.col("is_whole"), "the row has more or fewer columns than the header"),
        (has_no_text("timestamp"), "the time stamp is missing"),
        (read_instant().isNull(), "the time stamp cannot be read"),
        (has_no_text("group"), "the group is missing"),
        (F.length("group") > 500, "the group is longer than any in Kafka"),
        (has_no_text("topic"), "the topic is missing"),
        (~F.col("topic").rlike(_TOPIC), "the topic is not a name that Kafka allows"),
        (has_no_text("partition"), "the partition is missing"),
        (~is_number("partition", "int"), "the partition is no number"),
        (F.col("partition").startswith("-"), "the partition is negative"),
        (has_no_text("log_end_offset"), "the log end offset is missing"),
        (~is_number("log_end_offset", "long"), "the log end offset is no number"),
        (F.col("log_end_offset").startswith("-"), "the log end offset is negative"),
        (~_none_committed() & ~is_number("committed_offset", "long"), "the committed offset is no number"),
        (~_none_committed() & F.col("committed_offset").startswith("-"), "the committed offset is negative"),
    )
    reason: Column = F.lit(None).cast("string")
    return reduce(lambda rest, case: F.when(case[0], F.lit(case[1])).otherwise(rest), reversed(cases), reason)


def _owner(name: str) -> Column:
    return F.when(~F.col(name).isin("", "-"), F.substring(name, 1, _LONGEST_OWNER)).alias(name)


def has_no_text(name: str) -> Column:
    return F.coalesce(F.col(name), F.lit("")) == F.lit("")


def is_number(name: str, kind: str) -> Column:
    return F.coalesce(F.col(name).rlike(_NUMBER) & F.col(name).try_cast(kind).isNotNull(), F.lit(False))


def _none_committed() -> Column:
    return F.lower(F.coalesce(F.col("committed_offset"), F.lit(""))).isin(*_NONE_COMMITTED)


def read_instant() -> Column:
    """Read ISO 8601 with or without a zone, UTC if without, and seconds or milliseconds since 1970."""
    written = F.col("timestamp")
    tidy = F.regexp_replace(F.regexp_replace(written, ",", "."), r" ?(UTC|GMT)$", "Z")
    tidy = F.regexp_replace(F.regexp_replace(tidy, r" ?([+-]\d{2})$", "$1:00"), r" ?([+-]\d{2})(\d{2})$", "$1:$2")
    tidy = F.regexp_replace(tidy, r"^(.{16})($|[^:])", "$1:00$2")
    # A day ends like an offset without colons does, so only what follows a time may be one.
    tidy = F.when(written.rlike(r"\d:\d"), tidy)
    micros = (F.when(written.rlike(_SECONDS), written).try_cast("decimal(24,9)") * F.lit(1_000_000)).try_cast("long")
    millis = F.when(written.rlike(_MILLISECONDS), written).try_cast("long")
    return (
        F.when(written.rlike(_ISO), tidy.try_cast("timestamp"))
        .when(written.rlike(_SECONDS), F.timestamp_micros(micros))
        .when(written.rlike(_MILLISECONDS), F.timestamp_millis(millis))
    )
