"""What a task has just after an event: its state, what it would commit, its transaction, its current node."""

from tests.engine.simulation.playing import ORDERS, live, plan_of, record, with_group
from topoviz.engine.simulation.nodes.settings import NodeSettings
from topoviz.engine.simulation.settings import (
    Clock,
    Guarantee,
    Looked,
    Punctuator,
    RuntimeSettings,
    SimulationSettings,
    Stop,
)
from topoviz.rendering.simulation.trace.state import tasks_after


def test_a_task_needs_a_commit_from_its_first_record_on_and_its_transaction_is_open_until_then():
    settings = SimulationSettings(
        RuntimeSettings(commit_ms=1_000, guarantee=Guarantee.BY_TASK),
        nodes={"map": NodeSettings(commit_every=2)},
        punctuators=(Punctuator("tick", 0, Clock.STREAM_TIME, 60_000, node="map"),),
        looked=Looked(0, 10_000_000),
        happenings=(Stop(5_000_000, "a", None),),
    )
    plan = with_group(plan_of("2.5.1", [ORDERS], settings), starts=True)
    events = [one.to_fields() for one in live(plan, [record(0), record(0)]).events]
    groups = [{"tasks": [{"id": "0_0", "partitions": ["orders-0"]}]}]
    threads = [{"thread": "a-1", "client": "a", "tasks": ["0_0"]}]
    result = {"tasks": {"sub_topologies": groups}, "summary": {"threads": threads}}

    def then(kind, **fields):
        number = next(n for n, one in enumerate(events) if one["event"] == kind and fields.items() <= one.items())
        (task,) = tasks_after(result, events, number)
        return task

    began, at_node, done = then("transaction began"), then("node", offset=0, node="map"), then("processed", offset=0)
    asked, committed = then("commit asked", offset=1), then("committed")
    last = then("committed", why="the instance is closed")
    assert [then(kind, node="map")["node"] for kind in ("scheduled", "punctuated")] == ["map", None]
    assert (began["in_transaction"], began["needs_commit"], began["queues"][0]["processed"]) == (True, False, None)
    assert (at_node["node"], at_node["state"], at_node["said"][-1]) == ("map", "RUNNING", "The current node is map.")
    assert committed["said"][-1] == "Of orders-0 it has processed up to offset 1; the committed offset is 2."
    assert (done["needs_commit"], done["commit_asked"], done["queues"][0]["processed"]) == (True, False, 0)
    assert (done["node"], began["node"]) == (None, None)
    assert (asked["commit_asked"], committed["commit_asked"], committed["needs_commit"]) == (True, False, False)
    assert (committed["in_transaction"], last["in_transaction"]) == (True, False)
    assert then("task state", state="CLOSED")["said"][0] == "It is CLOSED."


def test_a_zombie_changes_nothing_of_the_task_that_another_thread_has_made():
    made = {"at_ms": 1, "event": "task created", "thread": "b-1", "task": "0_0", "role": "active"}
    at = {"at_ms": 2, "task": "0_0", "partition": "orders-0", "timestamp": 5, "stream_time": 5, "turn": 1}
    events = [
        {"at_ms": 0, "event": "polled", "thread": "a-1", "records": {"orders-0": 2}, "waited_us": 0},
        made,
        {"at_ms": 1, "event": "polled", "thread": "b-1", "records": {"orders-0": 3}, "waited_us": 0},
        {**at, "event": "processed", "thread": "a-1", "offset": 7},
        {"at_ms": 3, "event": "topology closed", "thread": "a-1", "task": "0_0"},
        {**at, "event": "processed", "thread": "b-1", "offset": 0},
    ]
    groups = [{"tasks": [{"id": "0_0", "partitions": ["orders-0"]}]}]
    threads = [{"thread": f"{one}-1", "client": one, "tasks": ["0_0"] if one == "b" else []} for one in "ab"]
    result = {"tasks": {"sub_topologies": groups}, "summary": {"threads": threads}}

    assert tasks_after(result, events, 3) == tasks_after(result, events, 4) == []
    (task,) = tasks_after(result, events, 5)
    assert (task["queues"][0]["buffered"], task["queues"][0]["processed"]) == (2, 0)
