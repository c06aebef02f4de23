"""The sticky assignor of task.assignor.class."""

from dataclasses import replace

from tests.engine.assignment.problems import client, problem, shown
from topoviz.engine.assignment.assignors import public_sticky, sticky
from topoviz.engine.assignment.settings import AssignmentSettings, RackStrategy


def test_more_threads_do_not_decide_between_clients_that_are_equally_loaded():
    question = problem(client(1, active="0_0"), client(2, threads=2, active="0_1 0_2"), counts=(4,))

    assert shown(public_sticky.assign(question))[1] == "0_0 0_3 /"
    assert shown(sticky.assign(question))[2] == "0_1 0_2 0_3 /"


def test_standbys_rest_on_identity_hashes_where_there_is_a_choice():
    trio = [client(number) for number in (1, 2, 3)]

    assert public_sticky.assign(problem(*trio, counts=(3,), standbys=1)).doubts
    assert not public_sticky.assign(problem(*trio, counts=(3,), standbys=2)).doubts
    assert not public_sticky.assign(problem(*trio, counts=(3,))).doubts


def test_both_costs_must_be_configured_for_racks_to_count():
    at_racks = problem(client(1, active="0_0"), client(2), counts=(2,))
    settings = AssignmentSettings(rack_aware_assignment_strategy=RackStrategy.MIN_TRAFFIC, traffic_cost=1)
    result = public_sticky.assign(replace(at_racks, settings=settings))

    assert result.notes == ("min_traffic has no effect: rack.aware.assignment.non_overlap_cost is not configured.",)
    assert result.warnings == (
        ("Rack aware task assignment optimization unavailable: must configure rack.aware.assignment.non_overlap_cost"),
    )
