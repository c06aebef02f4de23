"""What a history shows of tasks and sub-topologies, and between the topics that they read and write."""

from __future__ import annotations

from dataclasses import dataclass

from topoviz.lag.report.finding import Verdict


@dataclass(frozen=True, slots=True)
class Amplification:
    """What a sub-topology writes to a repartition topic for each record that it reads; rates a second.

    `sentence` says what that means.
    """

    topic: str
    written_by: int
    read_by: int
    read_rate: float | None
    written_rate: float | None
    ratio: float | None
    sentence: str


@dataclass(frozen=True, slots=True)
class Copartitioned:
    """Two topics that the same tasks read: how their lags go along, as the median of Pearson's coefficient.

    `waits` is how many of `tasks` have records of the first that wait long at the end, `other_waits` of the second.
    """

    sub_topology: int
    topic: str
    other: str
    tasks: int
    correlation: float | None
    waits: int
    other_waits: int
    sentence: str


@dataclass(frozen=True, slots=True)
class TaskLag:
    """One task: the sums over the partitions that it reads. `unknown_lags` partitions are left out of the lag."""

    task: str
    sub_topology: int
    partition: int
    partitions: int
    client_id: str | None
    lag_last: int | None
    waiting_seconds: float | None
    lag_share: float | None
    lag_mean: float | None
    lag_slope: float | None
    produce_rate: float | None
    consume_rate: float | None
    recent_produce_rate: float | None
    recent_consume_rate: float | None
    catch_up_seconds: float | None
    stall_seconds: float | None
    unknown_lags: int
    verdict: Verdict = Verdict.UNKNOWN
    unknown_because: str | None = None


@dataclass(frozen=True, slots=True)
class SubTopologyLag:
    """One sub-topology: the sums over its tasks, and how unevenly they are loaded.

    `…_max_over_median` is the largest of its tasks over the median of them; None where half of them have nothing.
    """

    sub_topology: int
    tasks: int
    lag_last: int | None
    waiting_seconds: float | None
    lag_mean: float | None
    lag_slope: float | None
    produce_rate: float | None
    consume_rate: float | None
    catch_up_seconds: float | None
    stall_seconds: float | None
    lag_mean_max_over_mean: float | None
    lag_mean_gini: float | None
    produce_rate_max_over_mean: float | None
    produce_rate_gini: float | None
    consume_rate_max_over_mean: float | None
    consume_rate_gini: float | None
    lag_mean_max_over_median: float | None = None
    produce_rate_max_over_median: float | None = None
    consume_rate_max_over_median: float | None = None
