"""The largest task against the median of all, which one or two hot ones do not lift."""

from dataclasses import fields
from types import SimpleNamespace

import pytest

from topoviz.lag.jobs.skew import with_skew
from topoviz.lag.report.tasks import SubTopologyLag

SUB = SubTopologyLag(**{one.name: 0 for one in fields(SubTopologyLag)})


@pytest.mark.parametrize(
    ("rates", "over_median"),
    [([8, 1, 1, 8, 1], 8), ([4, 2], 4 / 3), ([5, 0, 0], None), ([None, 3, 3], 1), ([None], None), ([], None)],
)
def test_hot_tasks_stand_against_the_median(rates, over_median):
    tasks = [SimpleNamespace(sub_topology=0, lag_mean=1, produce_rate=rate, consume_rate=None) for rate in rates]
    (found,) = with_skew((SUB,), [*tasks, SimpleNamespace(sub_topology=1, lag_mean=9, produce_rate=99, consume_rate=1)])

    assert found.produce_rate_max_over_median == over_median
    assert found.consume_rate_max_over_median is None
