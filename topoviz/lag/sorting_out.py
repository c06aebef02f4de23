"""Sorting out the rows of a history: the good ones get types, each bad one gets a reason."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce
from typing import Final

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

from topoviz.lag.forms.columns import NEEDED
from topoviz.lag.instants import instant
from topoviz.lag.java_lookups import made_once
from topoviz.lag.rows import Rows
from topoviz.lag.schemas import SAMPLES
from topoviz.lag.typed_cells import TYPED, typed_by_text, with_values

_LONGEST_OWNER: Final = 300
_NONE_COMMITTED: Final = ("", "-", "-1", "null", "none")
_LONGEST_GROUP: Final = 500
_TOPIC: Final = r"^[A-Za-z0-9._-]{1,249}$"
_NUMBER: Final = r"^-?\d{1,19}$"


def sort_out(rows: Rows) -> tuple[DataFrame, DataFrame]:
    """Part rows into SAMPLES and the rejected rows with `line`, `text` and `reason`."""
    judged = judge(rows)
    return good_rows(judged), bad_rows(judged)


def judge(rows: Rows) -> DataFrame:
    """Give every row its types and, if it is bad, its `text` and a `reason`; the first that applies.

    A committed offset beyond the end is no fault of the row: a topic that was cut short or made anew gives such.
    """
    return judged(looked_at(rows))


def looked_at(rows: Rows) -> DataFrame:
    """Give the rows that are plain their types, which shows that nothing is wrong with them: most rows of a history.

    What is in `doubt`, which has the text of the cells that could not be told at once, is for judged. Between both may
    stand what makes Spark compile them apart: Java compiles neither well if they are one, for all the ways to be bad.
    """
    names = {name: f"typed_{name}" for name in TYPED}
    frame, typed = rows.frame, rows.typed
    if not typed:
        frame, typed = with_values(frame, rows.cells), typed_by_text(rows.cells)
    looked = frame.withColumns({names[name]: typed[name] for name in TYPED})
    is_plain = F.coalesce(_is_plain(rows, {name: F.col(names[name]) for name in TYPED}), F.lit(False))
    in_doubt = F.struct(
        rows.text.alias("text"), rows.is_whole.alias("is_whole"), *(rows.cells[name].alias(name) for name in TYPED)
    )
    return looked.select(
        rows.line.alias("line"),
        F.when(~is_plain, in_doubt).alias("doubt"),
        *(F.col(names[name]).alias(name) for name in TYPED),
        rows.cells["group"].alias("group"),
        rows.cells["topic"].alias("topic"),
        _owner(rows.cells["client_id"]).alias("client_id"),
        _owner(rows.cells["host"]).alias("host"),
    )


def judged(looked: DataFrame) -> DataFrame:
    """Judge what is in doubt by its text, which takes many times as long as to look at types."""
    return looked.withColumns({**_judgement()}).drop("doubt")


@made_once
def _judgement() -> Mapping[str, Column]:
    cells = {name: F.col(f"doubt.{name}") for name in TYPED}
    is_plain = F.col("doubt").isNull()
    values = {name: F.when(is_plain, F.col(name)).otherwise(value) for name, value in _values(cells).items()}
    reason = _reason(F.col("doubt.is_whole"), {**cells, "group": F.col("group"), "topic": F.col("topic")})
    return {"text": F.col("doubt.text"), "reason": F.when(~is_plain, reason), **values}


def good_rows(judged: DataFrame, *kept: str) -> DataFrame:
    """Keep the rows without a reason, as SAMPLES with `line` and the `kept` columns beside."""
    return judged.where(F.col("reason").isNull()).select("line", *kept, *SAMPLES.names)


def bad_rows(judged: DataFrame, *kept: str) -> DataFrame:
    """Keep the rows with a reason, and of them what shows where they stand."""
    return judged.where(F.col("reason").isNotNull()).select("line", *kept, "text", "reason")


def _is_plain(rows: Rows, typed: Mapping[str, Column]) -> Column:
    group, topic = rows.cells["group"], rows.cells["topic"]
    committed, is_none = typed["committed_offset"], _has_no_commit(rows.cells["committed_offset"])
    return (
        rows.is_whole
        & typed["timestamp"].isNotNull()
        & F.length(group).between(1, _LONGEST_GROUP)
        & topic.rlike(_TOPIC)
        & (typed["partition"] >= 0)
        & (typed["log_end_offset"] >= 0)
        & F.when(committed.isNull(), is_none).otherwise(committed >= 0)
    )


def _values(cells: Mapping[str, Column]) -> dict[str, Column]:
    return {
        "timestamp": instant(cells["timestamp"]),
        "partition": cells["partition"].try_cast("int"),
        "log_end_offset": cells["log_end_offset"].try_cast("long"),
        "committed_offset": F.when(
            ~_none_committed(cells["committed_offset"]), cells["committed_offset"].try_cast("long")
        ),
    }


def _reason(is_whole: Column, cells: Mapping[str, Column]) -> Column:
    time, group, topic, partition, end, committed = (cells[name] for name in NEEDED)
    cases = (
        (~is_whole, "the row has more or fewer columns than the header"),
        (has_no_text(time), "the time stamp is missing"),
        (instant(time).isNull(), "the time stamp cannot be read"),
        (has_no_text(group), "the group is missing"),
        (F.length(group) > _LONGEST_GROUP, "the group is longer than any in Kafka"),
        (has_no_text(topic), "the topic is missing"),
        (~topic.rlike(_TOPIC), "the topic is not a name that Kafka allows"),
        (has_no_text(partition), "the partition is missing"),
        (~is_number(partition, "int"), "the partition is no number"),
        (partition.startswith("-"), "the partition is negative"),
        (has_no_text(end), "the log end offset is missing"),
        (~is_number(end, "long"), "the log end offset is no number"),
        (end.startswith("-"), "the log end offset is negative"),
        (~_none_committed(committed) & ~is_number(committed, "long"), "the committed offset is no number"),
        (~_none_committed(committed) & committed.startswith("-"), "the committed offset is negative"),
    )
    return first_reason(cases)


def first_reason(cases: Sequence[tuple[Column, str]]) -> Column:
    """Give the words of the first case that applies; null where none does."""
    reason: Column = F.lit(None).cast("string")
    return reduce(lambda rest, case: F.when(case[0], F.lit(case[1])).otherwise(rest), reversed(cases), reason)


def _owner(cell: Column) -> Column:
    short = F.when(F.octet_length(cell) > _LONGEST_OWNER, F.substring(cell, 1, _LONGEST_OWNER)).otherwise(cell)
    return F.when(~cell.isin("", "-"), short)


def has_no_text(cell: Column) -> Column:
    """Tell whether a cell is empty or missing."""
    return F.coalesce(cell, F.lit("")) == F.lit("")


def is_number(cell: Column, kind: str) -> Column:
    """Tell whether a cell is an integer of a type."""
    return F.coalesce(cell.rlike(_NUMBER) & cell.try_cast(kind).isNotNull(), F.lit(False))


def _has_no_commit(cell: Column) -> Column:
    return F.coalesce(cell, F.lit("")).isin("", "-")


def _none_committed(cell: Column) -> Column:
    return F.lower(F.coalesce(cell, F.lit(""))).isin(*_NONE_COMMITTED)
