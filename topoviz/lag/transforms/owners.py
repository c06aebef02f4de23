"""Which member of the group had a partition, and when another one got it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from pyspark.sql import Column, DataFrame
from pyspark.sql import functions as F

from topoviz.lag.java_lookups import made_once
from topoviz.lag.schemas import SERIES

_MOST_HOSTS: Final = 10
"""Of one member; a client id that more have is not one member's."""


def with_moves(samples: DataFrame) -> DataFrame:
    """Say whether another member has the partition than had it last; `samples` has gone through with_around.

    ========= ========= ============= ========
    timestamp client_id client_before is_moved
    ========= ========= ============= ========
    10:00:00  a-1       null          false
    10:01:00  null      a-1           false
    10:02:00  b-1       a-1           true
    ========= ========= ============= ========
    """
    return samples.withColumns({**move_columns()})


@made_once
def move_columns() -> Mapping[str, Column]:
    """Give the column that with_moves adds."""
    return {"is_moved": F.coalesce(F.col("client_id") != F.col("client_before"), F.lit(False))}


def moves_of(samples: DataFrame) -> DataFrame:
    """Give for each group and time of samples how many partitions another member has since the samples before.

    Times are in microseconds since 1970.

    ===== ========= ======== ==========
    group timestamp previous partitions
    ===== ========= ======== ==========
    shop  10:02:00  10:01:00 4
    ===== ========= ======== ==========
    """
    moved = samples.where("is_moved").groupBy("group", "timestamp")
    found = moved.agg(F.min("previous").alias("previous"), F.count("*").alias("partitions"))
    return found.withColumns({name: F.unix_micros(name) for name in ("timestamp", "previous")})


def owners_of(samples: DataFrame) -> DataFrame:
    """Give for each partition its last owner by name, how many it had, and who had it on which host from when to when.

    Times are in microseconds since 1970.

    ===== ========= ========= ======= ==================================
    topic partition client_id clients owned
    ===== ========= ========= ======= ==================================
    a     0         b-1       2       [{a-1, 10.0.0.1, 10:00, 10:01}, …]
    ===== ========= ========= ======= ==================================
    """
    micros = F.unix_micros("timestamp")
    each = (
        samples.where(F.col("client_id").isNotNull())
        .groupBy(*SERIES, "client_id", "host")
        .agg(F.min(micros).alias("first_seen"), F.max(micros).alias("last_seen"))
    )
    return each.groupBy(*SERIES).agg(
        F.max_by("client_id", "last_seen").alias("client_id"),
        F.size(F.collect_set("client_id")).alias("clients"),
        F.collect_list(F.struct("client_id", "host", "first_seen", "last_seen")).alias("owned"),
    )


def members_of(measures: DataFrame) -> DataFrame:
    """Give from when to when each member of each group was seen with a partition, and on which hosts.

    `measures` has `owned` of owners_of. Times are in microseconds since 1970.

    ===== ========= ========== ========= ==========
    group client_id first_seen last_seen hosts
    ===== ========= ========== ========= ==========
    shop  a-1       10:00:00   10:59:00  [10.0.0.1]
    ===== ========= ========== ========= ==========
    """
    owned = measures.select("group", F.explode("owned").alias("owned")).select("group", "owned.*")
    hosts = F.slice(F.sort_array(F.collect_set("host")), 1, _MOST_HOSTS).alias("hosts")
    return owned.groupBy("group", "client_id").agg(
        F.min("first_seen").alias("first_seen"), F.max("last_seen").alias("last_seen"), hosts
    )
