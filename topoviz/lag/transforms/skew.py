"""How unevenly the tasks of a sub-topology are loaded."""

from __future__ import annotations

from typing import Final

from pyspark.sql import Column, DataFrame, Window
from pyspark.sql import functions as F

SKEWED: Final = ("lag_mean", "produce_rate", "consume_rate")


def with_ranks(tasks: DataFrame) -> DataFrame:
    """Add the rank of each task by each of SKEWED within its sub-topology; what is not known ranks first.

    ============ ========= ======== =============
    sub_topology partition lag_mean lag_mean_rank
    ============ ========= ======== =============
    0            0         10.0     2
    0            1         0.0      1
    ============ ========= ======== =============
    """
    return tasks.withColumns(
        {
            f"{name}_rank": F.row_number().over(Window.partitionBy("sub_topology").orderBy(name, "partition"))
            for name in SKEWED
        }
    )


def skew() -> list[Column]:
    """Aggregate ranked tasks to the greatest over the mean, and the Gini coefficient, of each of SKEWED.

    Lags of 0 and 10 give 2.0 and 0.5. Tasks that are all alike give 1 and 0. Both are null when there is nothing to
    share out.
    """
    return [
        *(_max_over_mean(name).alias(f"{name}_max_over_mean") for name in SKEWED),
        *(_gini(name).alias(f"{name}_gini") for name in SKEWED),
    ]


def _max_over_mean(name: str) -> Column:
    return F.when(F.sum(name) > 0, F.max(name) / F.avg(name))


def _gini(name: str) -> Column:
    """Weigh the values by their rank; the ranks of values that are not known are taken off again."""
    known, unknown = F.count(name), F.count("*") - F.count(name)
    weighed = F.sum(F.lit(2) * F.col(f"{name}_rank") * F.col(name)) - (F.lit(2) * unknown + known + 1) * F.sum(name)
    return F.when(F.sum(name) > 0, weighed / (known * F.sum(name)))
