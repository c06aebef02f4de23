"""What stands around each sample in its partition, all of it found in one pass over the samples in order of time."""

from __future__ import annotations

from collections.abc import Mapping
from functools import reduce
from typing import Final

from pyspark.sql import Column, DataFrame, Window, WindowSpec
from pyspark.sql import functions as F

from topoviz.lag.java_lookups import made_once
from topoviz.lag.transforms.windows import MICROSECONDS, in_time_order, seconds_between, with_micros

LATE_SECONDS: Final = 300
KEPT_SECONDS: Final = 120
"""Where nothing waits that was there so long before, the group keeps up."""

_NEAR: Final = 3
"""Times that are mixed up lie beside each other: a larger end stands among so many samples before, and after."""

_AROUND: Final = range(-_NEAR - 1, _NEAR + 2)
"""The places of the samples that are looked at, for one that stands beside a torn one is looked at like that one."""

_TOO_FAST: Final = 3.0
"""An end that grows back at this many times of its mean pace was never smaller; a log that was cut grows on as ever."""


_ADDED: Final = (
    "place",
    "previous",
    "previous_by_two",
    "next",
    "previous_end",
    "previous_committed",
    "late_end",
    "kept_end",
    "client_before",
    "committed_last",
    "committed_most",
    "most_at",
    "is_torn",
    "is_beside_torn",
)


def with_around(samples: DataFrame, *within: str, may_be_torn: bool = True) -> DataFrame:
    """Add what other transforms need of the samples before and after, so that none of them looks for it again.

    `within` are columns that cut the time too, such as an hour. Who looks at what is reckoned from it has Spark copy
    every sample once more, which takes longer than the rest. Where no end is smaller than the one before it, no sample
    is torn, and there is no need to look for any.

    - `place` counts the samples of a partition from 1.
    - `previous` and `next` are the times of the samples beside it, `previous_by_two` that of the one before `previous`;
      `previous_end` and `previous_committed` are what the sample before had.
    - `late_end` is the last end that is LATE_SECONDS old, `kept_end` the last that is KEPT_SECONDS old.
    - `client_before` is who had the partition last, `committed_last` what is committed in the last sample of all,
      `committed_most` what is in the first of those with the most lag, which is at `most_at`, in microseconds.
    - `is_torn` says that the end is smaller than one just before and at once as large again: times are mixed up, for
      somebody's clock was set back by five minutes, and what was seen at 10:10:10 says 10:05:10. A log that lost
      records or began anew grows on at its own pace. `is_beside_torn` says so of a sample or one beside it.

    ========= ============== ======== ======== ============ ======= ==============
    timestamp log_end_offset previous next     previous_end is_torn is_beside_torn
    ========= ============== ======== ======== ============ ======= ==============
    10:05:00  500            null     10:05:10 null         false   true
    10:05:10  210            10:05:00 10:05:20 500          true    true
    10:05:20  520            10:05:10 null     210          false   true
    ========= ============== ======== ======== ============ ======= ==============
    """
    samples = with_micros(samples)
    looked = samples.withColumns({**_looked_at(*within, may_be_torn=may_be_torn)})
    return looked.withColumns({**_found(may_be_torn)}).select(*samples.columns, *_ADDED)


@made_once
def _looked_at(*within: str, may_be_torn: bool) -> Mapping[str, Column]:
    """Give what windows find of each sample."""
    order = in_time_order(*within)
    whole = order.rowsBetween(Window.unboundedPreceding, Window.unboundedFollowing)
    so_far = order.rowsBetween(Window.unboundedPreceding, Window.currentRow)
    earlier = order.rowsBetween(Window.unboundedPreceding, -1)
    end, lag = F.col("log_end_offset"), F.col("log_end_offset") - F.col("committed_offset")
    most = F.struct(lag.alias("lag"), (-F.col("micros")).alias("first"), "committed_offset")
    return {
        "place": F.row_number().over(order),
        "previous": F.lag("timestamp").over(order),
        "previous_by_two": F.lag("timestamp", 2).over(order),
        "next": F.lead("timestamp").over(order),
        "previous_end": F.lag(end).over(order),
        "previous_committed": F.lag("committed_offset").over(order),
        "late_end": _end_before(order, LATE_SECONDS),
        "kept_end": _end_before(order, KEPT_SECONDS),
        "client_before": F.last("client_id", ignorenulls=True).over(earlier),
        "committed_last": F.last("committed_offset").over(whole),
        "most": F.max(F.when(lag > 0, most)).over(whole),
        **(_neighbours(order, so_far) if may_be_torn else {}),
    }


@made_once
def _found(may_be_torn: bool) -> Mapping[str, Column]:
    """Give what is reckoned from that."""
    is_near_torn = [_is_torn(at) if may_be_torn else F.lit(False) for at in (-1, 0, 1)]
    return {
        "is_torn": is_near_torn[1],
        "is_beside_torn": reduce(Column.__or__, is_near_torn),
        "committed_most": F.col("most.committed_offset"),
        "most_at": -F.col("most.first"),
    }


def _neighbours(order: WindowSpec, so_far: WindowSpec) -> dict[str, Column]:
    """Look at the samples to either side by which a torn one is known."""
    return {
        "first": F.first("timestamp").over(so_far),
        "first_end": F.first("log_end_offset").over(so_far),
        **{_end(at): F.lag("log_end_offset", -at).over(order) for at in _AROUND if at},
        **{_time(at): F.lag("timestamp", -at).over(order) for at in _AROUND if at >= -1 and at},
    }


def _end(at: int) -> str:
    return f"end_{at}" if at else "log_end_offset"


def _time(at: int) -> str:
    return f"time_{at}" if at else "timestamp"


def _end_before(order: WindowSpec, seconds: int) -> Column:
    """Give the end of the log so long before each sample."""
    return F.last("log_end_offset").over(order.rangeBetween(Window.unboundedPreceding, -seconds * MICROSECONDS))


def _is_torn(at: int) -> Column:
    """Say whether the end is torn of the sample that many places away."""
    before = F.greatest(*map(_end, range(at - _NEAR, at)))
    soon = range(at + 1, at + _NEAR + 1)
    paces = (
        F.try_divide(F.col(_end(one)) - F.col(_end(one - 1)), seconds_between(F.col(_time(one - 1)), F.col(_time(one))))
        for one in soon
    )
    mean_pace = F.try_divide(before - F.col("first_end"), seconds_between(F.col("first"), F.col(_time(at))))
    is_torn = (
        (F.col(_end(at)) < before)
        & (F.greatest(*map(_end, soon)) >= before)
        & (F.greatest(*paces) > _TOO_FAST * F.greatest(mean_pace, F.lit(0.0)))
    )
    return F.coalesce(is_torn, F.lit(False))
