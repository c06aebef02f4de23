"""Tasks of partitions, and the largest task against the median of all, which one or two hot ones do not lift."""

from dataclasses import fields, replace
from types import SimpleNamespace

import pytest

from topoviz.lag.added_up import sub_topologies_of, tasks_of
from topoviz.lag.report.partitions import PartitionLag
from topoviz.lag.skew import skew_of

NOTHING = PartitionLag(**{one.name: None for one in fields(PartitionLag)})


def partition(topic, number, lag, **more):
    return replace(NOTHING, group="app", topic=topic, partition=number, sub_topology=0, lag_last=lag, **more)


@pytest.mark.parametrize(
    ("rates", "over_median"),
    [([8, 1, 1, 8, 1], 8), ([4, 2], 4 / 3), ([5, 0, 0], None), ([None, 3, 3], 1), ([None], None), ([], None)],
)
def test_hot_tasks_stand_against_the_median(rates, over_median):
    found = skew_of([SimpleNamespace(lag_mean=1, produce_rate=rate, consume_rate=None) for rate in rates])

    assert found["produce_rate_max_over_median"] == over_median
    assert found["consume_rate_max_over_median"] is None


def test_tasks_add_up_and_skew_is_told():
    tasks = tasks_of(
        [
            partition("orders", 0, 0, lag_mean=0.0, client_id="a"),
            partition("orders", 1, 10, lag_mean=6.0, recent_produce_rate=1.0, recent_consume_rate=3.0, client_id="a"),
            partition(
                "payments", 1, 20, lag_mean=10.0, recent_produce_rate=1.0, recent_consume_rate=4.0, client_id="b"
            ),
            replace(NOTHING, group="app", topic="other", partition=0, lag_last=7),
        ]
    )
    assert [(one.task, one.partitions, one.lag_last, one.client_id) for one in tasks] == [
        ("0_0", 1, 0, "a"),
        ("0_1", 2, 30, "b"),
    ]
    assert [one.catch_up_seconds for one in tasks] == [0.0, 30 / 5]
    assert [one.lag_share for one in tasks] == [0.0, 1.0]
    (sub,) = sub_topologies_of(tasks)
    assert (sub.tasks, sub.lag_last, sub.lag_mean_max_over_mean, sub.lag_mean_gini) == (2, 30, 2.0, 0.5)
    assert sub.catch_up_seconds == 6.0


def test_what_is_not_known_of_one_partition_is_left_out_of_sums_and_its_wait_of_the_task():
    waits = partition("orders", 0, 5, waiting_seconds=None, stall_seconds=20.0)
    (task,) = tasks_of([waits, partition("payments", 0, None, waiting_seconds=3.0)])
    assert (task.lag_last, task.unknown_lags, task.waiting_seconds, task.stall_seconds) == (5, 1, None, 20.0)
