"""Which member of the group had a partition, and when another one got it."""

from __future__ import annotations

from typing import Final

from pyspark.sql import DataFrame
from pyspark.sql import functions as F

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
    return samples.withColumn("is_moved", F.coalesce(F.col("client_id") != F.col("client_before"), F.lit(False)))


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


def members_of(samples: DataFrame) -> DataFrame:
    """Give from when to when each member of each group was seen with a partition, and on which hosts.

    Times are in microseconds since 1970.

    ===== ========= ========== ========= ==========
    group client_id first_seen last_seen hosts
    ===== ========= ========== ========= ==========
    shop  a-1       10:00:00   10:59:00  [10.0.0.1]
    ===== ========= ========== ========= ==========
    """
    seen = samples.where(F.col("client_id").isNotNull()).groupBy("group", "client_id")
    micros = F.unix_micros("timestamp")
    hosts = F.slice(F.sort_array(F.collect_set("host")), 1, _MOST_HOSTS).alias("hosts")
    return seen.agg(F.min(micros).alias("first_seen"), F.max(micros).alias("last_seen"), hosts)
