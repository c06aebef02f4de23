"""What sharing would give is a bound: no group that shares its work does better."""

import pytest

from tests.engine.advice.threads_group import Group, measure, shared_wait
from topoviz.engine.advice.sharing import share
from topoviz.engine.advice.thread_pace import pace_of

UNEVEN = Group(
    {"0_0": 60.0, "0_1": 60.0, "0_2": 10.0, "0_3": 10.0},
    {"a-1": ("0_0", "0_1"), "a-2": ("0_2",), "b-1": ("0_3",)},
    {"a-1": 100.0, "a-2": 100.0, "b-1": 100.0},
)
HOT = Group({"0_0": 150.0, "0_1": 10.0}, {"a-1": ("0_0",), "b-1": ("0_1",)}, {"a-1": 100.0, "b-1": 100.0})
BURST = Group(
    {"0_0": 40.0, "0_1": 40.0, "0_2": 20.0},
    {"a-1": ("0_0", "0_1"), "b-1": ("0_2",)},
    {"a-1": 100.0, "b-1": 100.0},
    burst=(600, 1500, 1.9),
)


def shared(group):
    return share(measure(group), group.pace, lambda thread: thread.split("-")[0])


@pytest.mark.parametrize("group", [UNEVEN, HOT, BURST])
def test_no_group_that_shares_waits_less_than_the_bound(group):
    assert shared(group).in_group <= shared_wait(group) + 1


@pytest.mark.parametrize("group", [UNEVEN, HOT, BURST])
def test_without_sharing_it_is_about_what_was_measured(group):
    found = shared(group)
    assert found.apart == pytest.approx(found.measured, rel=0.1)


def test_idle_threads_would_take_what_waits():
    found = shared(UNEVEN)
    assert found.apart > 100
    assert [found.in_instance, found.in_group] == pytest.approx([0, 0], abs=0.1)
    assert found.beside_idle == 1.0


def test_a_task_that_is_too_large_for_a_thread_waits_also_then():
    found = shared(HOT)
    assert found.in_group == pytest.approx(found.apart)


def test_within_instances_nothing_is_gained_where_each_has_one_thread():
    found = shared(BURST)
    assert found.in_instance == found.apart > 2 * found.in_group


def test_the_pace_that_is_measured_gives_the_same_as_the_true_one():
    measured = measure(UNEVEN)
    found = share(measured, pace_of(measured).by_thread, lambda thread: thread)
    assert found is not None
    assert found.in_group == pytest.approx(shared(UNEVEN).in_group, abs=0.1)
