"""Which assignors a version has, and what is said of a name that it lacks."""

import pytest

from tests.engine.analyzing import NEW, OLD, behaviours
from topoviz.engine.assignment.assignors.registry import NoSuchAssignor, assignor_for


def test_until_2_5_the_sticky_assignor_runs_then_the_one_for_high_availability():
    assert assignor_for(behaviours("2.5.1")).name == "sticky"
    assert assignor_for(behaviours("2.6.0")).name == "high-availability"
    assert assignor_for(behaviours(NEW), "sticky").name == "sticky"


def test_brokers_of_4_1_have_another_assignor_under_the_same_name():
    first = assignor_for(behaviours("4.1.2"), "streams-group")

    assert first is not assignor_for(behaviours("4.2.0"), "streams-group")
    with pytest.raises(NoSuchAssignor, match=r"has no assignor streams-group, which came with 4\.1\.0"):
        assignor_for(behaviours("4.0.1"), "streams-group")


def test_a_name_that_no_version_has_is_refused_in_a_sentence():
    with pytest.raises(NoSuchAssignor, match=rf"There is no assignor named 'stiky'\. Kafka Streams {NEW} has: sticky"):
        assignor_for(behaviours(NEW), "stiky")


def test_a_version_that_lacks_an_assignor_says_when_it_came():
    with pytest.raises(NoSuchAssignor, match=r"2\.3\.1 has no assignor fallback-prior, which came with 2\.6\.0"):
        assignor_for(behaviours(OLD), "fallback-prior")
