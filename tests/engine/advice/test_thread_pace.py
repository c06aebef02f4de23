"""How fast a thread is shows where it has more to do than it can, and nowhere else."""

import pytest

from tests.engine.advice.threads_group import Group, measure
from topoviz.engine.advice.record_costs import costs_of
from topoviz.engine.advice.thread_pace import pace_of

BEHIND = Group({"0_0": 80.0, "0_1": 70.0, "0_2": 20.0}, {"a": ("0_0", "0_1"), "b": ("0_2",)}, {"a": 100.0, "b": 100.0})


def test_a_busy_thread_shows_its_pace():
    pace = pace_of(measure(BEHIND))
    assert pace.busy == pytest.approx(100)
    assert pace.by_thread == pytest.approx({"a": 100, "b": 100})
    assert pace.never_busy == ("b",)


def test_a_thread_with_time_left_counts_with_what_it_read_where_that_is_more():
    group = Group({"0_0": 80.0, "0_1": 50.0}, {"slow": ("0_0",), "fast": ("0_1",)}, {"slow": 40.0, "fast": 500.0})
    assert pace_of(measure(group)).by_thread == pytest.approx({"slow": 40, "fast": 50})


def test_nothing_is_known_of_a_group_that_always_keeps_up():
    pace = pace_of(measure(Group({"0_0": 50.0}, {"a": ("0_0",)}, {"a": 100.0})))
    assert (pace.busy, pace.mean) == (None, None)
    assert pace.fastest == pytest.approx(50, rel=0.05)


def test_records_that_wait_for_a_commit_make_no_thread_busy():
    assert pace_of(measure(Group({"0_0": 50.0}, {"a": ("0_0",)}, {"a": 100.0}, commit=300), width=300)).busy is None


def test_time_in_which_a_thread_stands_still_is_none_of_its_pace():
    pace = pace_of(measure(Group({"0_0": 80.0}, {"a": ("0_0",)}, {"a": 0.0})))
    assert pace.busy is None
    assert pace.still_seconds > 3000


def test_records_of_two_sub_topologies_cost_differently_where_threads_had_one_of_them_alone():
    group = Group({"0_0": 80.0, "1_0": 30.0}, {"a": ("0_0",), "b": ("1_0",)}, {"a": 50.0, "b": 10.0})
    costs = costs_of(measure(group), pace_of(measure(group)).mean)
    assert costs.are_measured
    assert costs.seconds == pytest.approx({0: 1 / 50, 1: 1 / 10})


def test_records_cost_the_same_where_threads_had_both():
    group = Group({"0_0": 80.0, "1_0": 80.0}, {"a": ("0_0", "1_0")}, {"a": 50.0})
    costs = costs_of(measure(group), pace_of(measure(group)).mean)
    assert (costs.are_measured, costs.are_known) == (False, True)
    assert costs.seconds == pytest.approx({0: 1 / 50, 1: 1 / 50})


def test_threads_that_say_how_busy_they_are_show_their_pace_with_time_left():
    group = Group({"0_0": 50.0, "0_1": 20.0}, {"a": ("0_0",), "b": ("0_1",)}, {"a": 100.0, "b": 100.0})
    pace = pace_of(measure(group), {"a": 0.5, "b": 0.2})
    assert pace.by_thread == pytest.approx({"a": 100, "b": 100}, rel=0.01)
    assert (pace.from_metrics, pace.never_busy) == (True, ())
    assert pace.busy_share == pytest.approx(0.35)


def test_a_thread_without_metrics_counts_as_the_others():
    group = Group({"0_0": 50.0, "0_1": 20.0}, {"a": ("0_0",), "b": ("0_1",)}, {"a": 100.0, "b": 100.0})
    assert pace_of(measure(group), {"a": 0.5}).by_thread == pytest.approx({"a": 100, "b": 100}, rel=0.01)


def test_a_thread_that_is_hardly_ever_busy_says_nothing():
    group = Group({"0_0": 50.0}, {"a": ("0_0",)}, {"a": 100.0})
    assert pace_of(measure(group), {"a": 0.01}).mean is None
