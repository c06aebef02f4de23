"""Scenarios as people write them, and what is said of those that are wrong."""

import pytest

from tests.engine.scenarios.playing import answered
from tests.pace import ends
from topoviz.engine.cluster.reading.bad_cluster import BadCluster
from topoviz.engine.scenarios.bad_scenario import BadScenario
from topoviz.engine.scenarios.reading.scenario_file import read_scenario_file

EVENT = "events: [{at: 0s, start: all}]"


def test_json_is_read_as_well():
    found = read_scenario_file('{"seed": 3, "events": [{"at": "1m", "kill": "b"}]}')

    assert found.seed == 3
    assert found.events[0].at_ms == 60_000


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "The scenario is empty"),
        ("seed: 1", "Line 1 of the scenario has no list of `events`"),
        ("events: 3", "has no list where `events` are wanted"),
        (f"{EVENT}\nsede: 1", "Line 2 of the scenario has a field 'sede'"),
        ("events: [{at: 10, kill: b}]", "'10' is no span of time"),
        ("events: [{at: 1m, explode: b}]", "has an event 'explode'; known are start, add"),
        ("events: [{at: 1m}]", "has no event"),
        ("events: [{at: 1m, kill: b, stop: b}]", "has two events at once"),
        ("events:\n- {at: 2m, kill: b}\n- {at: 1m, kill: a}", "Line 3 of the scenario has an event that is earlier"),
        ("events: [{at: 1m, restart: b, state: gone}]", "has the state 'gone'"),
        ("events: [{at: 1m, add: {count: 2000}}]", "says 2,000 where a number of clients from 1 to 1,000 is wanted"),
        ("events: [{at: 400d, kill: b}]", "beyond 365 days"),
        (f"{EVENT}\nrestore: {{records.per.second: 0}}", "says 0 where records per second"),
        (f"{EVENT}\nstate: {{bytes: {{s: much}}}}", "Line 2 of the scenario"),
        (f"{EVENT}\nrestore: {{of: disk}}", "Line 2 of the scenario restores by 'disk'"),
        ("scenario: shut-down", "names a ready scenario 'shut-down'; known is start-up"),
        ("events: [", "cannot be read"),
    ],
)
def test_what_is_wrong_is_said_with_its_line(text, words):
    with pytest.raises(BadScenario) as raised:
        read_scenario_file(text)

    assert words in str(raised.value)


def test_a_store_that_is_not_there_is_refused_with_those_that_are():
    text = f"cluster: {{clients: [{{name: a}}]}}\n{EVENT}\nstate:\n  stores: {{other: 5}}\n"

    with pytest.raises(BadScenario, match=r"Line 4 .* names a store 'other' .* that have one: per-customer"):
        answered(text)


def test_a_bad_cluster_in_a_scenario_is_refused_with_its_line():
    with pytest.raises(BadCluster, match="Line 2"):
        answered(f"cluster:\n  clients: [{{name: a, threads: 0}}]\n{EVENT}")


def test_far_too_many_events_are_refused_at_once():
    text = "events:\n" + "- {at: 1m, add: {count: 1000, threads: 10}}\n" * 20_000
    with ends(), pytest.raises(BadScenario, match="lists 20,000 events; 500 are the most here"):
        read_scenario_file(text)


def test_sizes_in_bytes_become_records_and_records_go_before_them():
    state = "state: {bytes: {a: 1001, b: 5000}, stores: {b: 7}}"
    found = read_scenario_file(f"{EVENT}\nrestore: {{record.bytes: 100}}\n{state}")
    assert found.state.stores == {"a": 11, "b": 7}
    assert found.store_lines == {"a": 3, "b": 3}
