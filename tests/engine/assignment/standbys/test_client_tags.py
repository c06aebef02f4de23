"""Standbys keep to clients with other tags, as far as there are such."""

from dataclasses import replace

from tests.engine.assignment.problems import client, placement, problem
from topoviz.engine.assignment.assignors.high_availability import assign
from topoviz.engine.assignment.problem import AssignmentProblem
from topoviz.engine.assignment.result import Because
from topoviz.engine.assignment.settings import ANY_LAG


def tagged(*zones: str, standbys: int, version: str = "3.9.2", **more: str) -> AssignmentProblem:
    """One task with state, and a client in each of these zones."""
    clients = (replace(client(number), tags={"zone": zone, **more}) for number, zone in enumerate(zones, 1))
    given = problem(*clients, counts=(1,), standbys=standbys, version=version)
    return replace(
        given,
        lags_without_state=dict.fromkeys(given.tasks, 0),
        settings=replace(given.settings, acceptable_recovery_lag=ANY_LAG, rack_aware_assignment_tags=("zone",)),
    )


def test_a_copy_goes_to_another_zone_past_a_client_that_has_less_to_do():
    found = placement(assign(tagged("a", "a", "b", standbys=1)), "0_0", "standby")

    assert found.process_id.int == 3
    assert found.reason.because is Because.OTHER_TAGS
    assert (found.reason.facts["tags"], found.reason.facts["apart_from"]) == ("zone=b", "zone=a")


def test_once_every_zone_has_a_copy_zones_do_not_count():
    result = assign(tagged("a", "a", "b", standbys=2))

    standbys = {one.process_id.int: one.reason.because for one in result.placements if one.role == "standby"}
    assert standbys == {2: Because.LEAST_LOADED, 3: Because.OTHER_TAGS}
    assert not result.warnings


def test_a_copy_that_would_share_a_tag_with_the_task_everywhere_goes_to_the_least_loaded_with_a_warning():
    given = tagged("a", "a", "b", standbys=1)
    tags = ({"zone": "a", "rack": "1"}, {"zone": "a", "rack": "2"}, {"zone": "b", "rack": "1"})
    clients = tuple(replace(one, tags=own) for one, own in zip(given.clients, tags, strict=True))
    settings = replace(given.settings, rack_aware_assignment_tags=("zone", "rack"))

    result = assign(replace(given, clients=clients, settings=settings))

    assert placement(result, "0_0", "standby").reason.because is Because.NOTHING_BETTER
    [warning] = result.warnings
    assert "with the rack aware assignment tags [rack, zone]." in warning
    assert "than [{rack=1, zone=a}]." in warning


def test_a_tag_that_is_not_configured_is_warned_of_in_the_words_of_the_log():
    result = assign(tagged("a", "a", standbys=1, host="x"))

    assert result.warnings[0] == (
        "Client tag with key [host] will be ignored when computing rack aware standby task assignment because it is "
        "not part of the configured rack awareness [[zone]]."
    )


def test_before_3_2_tags_do_not_count():
    assert placement(assign(tagged("a", "a", "b", standbys=1, version="3.1.2")), "0_0", "standby").process_id.int == 2
