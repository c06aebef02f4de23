"""What is drawn of a trace, and what its tasks have after an event, is what its events say."""

import json

import pytest

from topoviz.engine.analysis import analyze
from topoviz.engine.simulated.simulated import SimulationQuestion, simulate_topology
from topoviz.engine.source import Bundle, SourceFile
from topoviz.engine.submission import Settings, Submission
from topoviz.rendering.calculations.simulation_json import simulation_to_json
from topoviz.rendering.simulation.trace.lanes import lanes_of
from topoviz.rendering.simulation.trace.state import tasks_after

PROGRAM = """StreamsBuilder builder = new StreamsBuilder();
builder.<String, String>stream("orders").join(builder.<String, String>table("customers"), (x, y) -> y)
    .groupByKey().count(Materialized.as("counts")).toStream().to("out");
builder.build();
"""
CONFIGURATION = """settings: {session.timeout.ms: 6000, commit.interval.ms: 1000, buffered.records.per.partition: 5}
nodes: {KSTREAM-JOIN-0000000004: {cost: 30ms}}
generate:
- {topic: orders, rate: 40, for: 8s, keys: 20}
- {topic: customers, rate: 4, for: 8s, keys: 20}
events:
- {at: 3s, kill: b, for: 1s}
"""
WHOLE = 60_000


@pytest.fixture(scope="module")
def run():
    """A run in which an instance dies and comes back: the answer, and each event by its number."""
    analysis = analyze(Submission(Bundle((SourceFile("App.java", PROGRAM),)), Settings()))
    (topology,) = analysis.topologies
    question = SimulationQuestion("orders=2\ncustomers=2", CONFIGURATION, "clients: [{name: a}, {name: b}]")
    told = []
    found = simulate_topology(topology, question, analysis.behaviours, lambda event: told.append(event.to_line()))
    return simulation_to_json(analysis, topology, found), list(map(json.loads, told))


def lane(drawn, thread, task=None):
    (found,) = (one for one in drawn["lanes"] if (one["thread"], one["task"]) == (thread, task))
    return found["spans"]


def test_lanes_have_each_record_and_each_wait_and_the_time_in_which_an_instance_was_dead(run):
    result, events = run
    drawn = lanes_of(result, enumerate(events), 0, WHOLE, 4_000)

    processed = [one for one in events if one["event"] == "processed"]
    spans = [span for one in drawn["lanes"] if one["task"] for span in one["spans"]]
    assert sum(span["records"] for span in spans) == len(processed)
    waits = {one["why"] for one in events if one["event"] == "waits"}
    assert waits == {span["why"] for span in spans if span["state"] == "waiting"}
    (dead,) = (span for span in lane(drawn, "b-1") if span["state"] == "dead")
    assert (dead["from_ms"], dead["to_ms"]) == (3_000, 4_000)
    assert any(span["state"] == "rebalancing" for span in lane(drawn, "b-1"))
    (killed,) = (mark for mark in drawn["marks"] if mark["event"] == "killed")
    assert events[killed["number"]]["event"] == "killed"


def test_a_narrow_picture_has_fewer_spans_and_the_same_records(run):
    result, events = run
    wide, narrow = (lanes_of(result, enumerate(events), 0, WHOLE, width) for width in (4_000, 60))

    for one, other in zip(wide["lanes"], narrow["lanes"], strict=True):
        states = {span["state"] for span in other["spans"]}
        assert len(other["spans"]) <= 60 * len(states)
        assert sum(span["records"] for span in one["spans"]) == sum(span["records"] for span in other["spans"])
    assert sum(mark["count"] for mark in narrow["marks"]) == sum(mark["count"] for mark in wide["marks"])
    shares = [span["share"] for one in narrow["lanes"] for span in one["spans"] if span["share"] < 1]
    assert shares
    assert all(0 <= share <= 1 for share in shares)


def test_an_interval_knows_what_was_before_it(run):
    result, events = run
    drawn = lanes_of(result, enumerate(events), 3_500, 3_900, 400)

    (dead,) = lane(drawn, "b-1")
    assert (dead["state"], dead["from_ms"], dead["to_ms"], dead["share"]) == ("dead", 3_500, 3_900, 1)
    assert all(3_500 <= mark["at_ms"] <= 3_900 for mark in drawn["marks"])
    whole = lanes_of(result, enumerate(events), 0, WHOLE, 400)
    assert max(value or 0 for values in whole["series"]["buffered"].values() for value in values) > 5


def test_queues_of_a_task_are_what_polls_brought_and_nobody_has_processed_yet(run):
    result, events = run
    number = next(number for number, one in enumerate(events) if one["event"] == "paused")
    task, partition = events[number]["task"], events[number]["partition"]
    (then,) = (
        tasks_after(result, events, number + 1)[:1]
        if events[number + 1].get("task") == task
        else tasks_after(result, events, number)
    )

    (queue,) = (one for one in then["queues"] if one["partition"] == partition)
    assert queue["is_paused"]
    following = (one for one in events[number + 1 :] if one["event"] == "processed" and one["partition"] == partition)
    assert queue["first_offset"] in (None, next(following)["offset"])


def test_a_killed_instance_has_nothing_in_its_queues(run):
    result, events = run
    number = next(number for number, one in enumerate(events) if one["event"] == "killed")
    before, after = (tasks_after(result, events, at) for at in (number - 1, number))

    assert {one["task"] for one in after} == {"0_1"} or len(after) > 1
    assert all(queue["buffered"] == 0 for one in after for queue in one["queues"])
    assert before is not None
    assert tasks_after(result, events, len(events)) is None


def test_nothing_is_said_of_queues_where_events_before_are_not_kept(run):
    result, events = run
    cut = {**result, "trace": {"cut_at_ms": events[200]["at_ms"]}}

    assert tasks_after(cut, events, 150) != []
    assert tasks_after(cut, events, 300) == []
    drawn = lanes_of(cut, enumerate(events), 0, WHOLE, 400)
    assert {values[-1] for values in drawn["series"]["buffered"].values()} == {None}
