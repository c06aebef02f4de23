"""A scenario as JSON: each step holds what it changes, and nothing of who has what is lost by that."""

import json

import pytest

from tests.engine.analyzing import analysis_of
from tests.engine.scenarios.playing import COUNTS, REKEYED, SMALL, STORY, STORY_VERSIONS
from topoviz.engine.played import ScenarioQuestion, play_scenario
from topoviz.rendering.calculations.rebalance_json import rebalance_to_json
from topoviz.rendering.calculations.scenario_json import scenario_to_json

EVENTS = {
    "instances that come and go": ["{at: 0s, start: all}", "{at: 10m, kill: b}", "{at: 12m, restart: b, state: lost}"],
    "one killed while tasks are given back": ["{at: 0s, start: [a]}", "{at: 5m, start: [b]}", "{at: 303s, kill: a}"],
    "threads that are added and removed": [
        *("{at: 0s, start: all}", "{at: 5m, threads: {client: a, threads: 4}}"),
        "{at: 9m, threads: {client: a, threads: 1}}",
    ],
    "a partition more, which ends it": ["{at: 0s, start: all}", "{at: 5m, partitions: {orders: 5}}"],
}  # fmt: skip


def play(text, version="3.9.2", program=REKEYED, partitions="orders=4"):
    """Play a scenario; give what came of it, and its JSON as a reader gets it."""
    analysis = analysis_of(program, version=version)
    (topology,) = analysis.topologies
    found = play_scenario(topology, ScenarioQuestion(partitions, text), analysis.behaviours)
    return found.played, json.loads(json.dumps(scenario_to_json(analysis, topology, found)))


def small(events, settings="num.standby.replicas: 1", writes=0):
    """Write a scenario of two clients of two threads."""
    return SMALL.format(settings=settings, writes=writes, events="\n".join(f"  - {line}" for line in events))


def folded(document):
    """Go through the steps as their description says; give each with all clients and all placements by then."""
    clients, placements = {}, {}
    for step in document["steps"]:
        clients |= {one["name"]: one for one in step["clients"]}
        if step["rebalance"] is not None:
            for one in step["rebalance"]["ended"]:
                del placements[one["task"], one["client"]]
            placements |= {(one["task"], one["client"]): one for one in step["rebalance"]["placements"]}
        yield step, dict(clients), dict(placements)


SCENARIOS = {
    **{f"the story at {version}": (STORY, version, COUNTS, "orders=12\npayments=8") for version in STORY_VERSIONS},
    **{name: (small(events),) for name, events in EVENTS.items()},
    "without copies": (small(EVENTS["instances that come and go"], "num.standby.replicas: 0"), "2.3.1"),
    "with writes, so that lags grow": (small(EVENTS["instances that come and go"], writes=20_000),),
    "static members": (small(EVENTS["instances that come and go"], "group.instance.id: x"),),
    "a start in six steps": ("scenario: start-up\ncluster: {clients: [{name: a}, {name: b}]}",),
}


@pytest.mark.parametrize("scenario", SCENARIOS.values(), ids=SCENARIOS)
def test_the_steps_put_together_have_every_rebalance_whole(scenario):
    played, document = play(*scenario)
    assert any(step.rebalance is not None for step in played.steps)

    for step, (written, clients, placements) in zip(played.steps, folded(document), strict=True):
        if step.rebalance is None:
            continue
        whole = json.loads(json.dumps(rebalance_to_json(step.rebalance)))
        assert placements == {(one["task"], one["client"]): one for one in whole["placements"]}
        assert len(placements) == len(whole["placements"])
        for client in whole["clients"]:
            assert clients[client["name"]] == client | {"is_running": True}
        sums = {name: value for name, value in whole.items() if name not in ("clients", "placements")}
        assert sums.items() <= written["rebalance"].items()


@pytest.mark.parametrize("scenario", SCENARIOS.values(), ids=SCENARIOS)
def test_clients_put_together_have_what_they_have_at_the_end_of_each_step(scenario):
    played, document = play(*scenario)

    for step, (_, clients, _) in zip(played.steps, folded(document), strict=True):
        assert [(one.name, one.is_running, str(one.process_id)) for one in step.clients] == [
            (one["name"], one["is_running"], one["process_id"]) for one in clients.values()
        ]
        assert [[list(map(str, thread.active)) for thread in one.threads] for one in step.clients] == [
            [thread["active"] for thread in one["threads"]] for one in clients.values()
        ]


def test_who_stays_as_it_is_stands_in_no_step():
    _, document = play(STORY, program=COUNTS, partitions="orders=12\npayments=8")
    first, second, *later = [step for step in document["steps"] if step["rebalance"] is not None]
    [killed] = [step for step in document["steps"] if step["event"] == "b dies."]

    assert (len(first["clients"]), len(first["rebalance"]["placements"])) == (3, 40)
    assert [(one["name"], one["is_running"], one["threads"]) for one in killed["clients"]] == [("b", False, [])]
    assert {one["client"] for one in second["rebalance"]["ended"]} >= {"b"}
    assert all(len(step["rebalance"]["placements"]) <= 12 for step in later[4:])


def test_a_thread_waits_until_the_next_rebalance_whatever_happens_meanwhile():
    _, document = play(f"{STORY}  - {{at: 723s, kill: a}}\n", program=COUNTS, partitions="orders=12\npayments=8")
    steps = list(folded(document))
    [at] = [place for place, (step, *_) in enumerate(steps) if step["event"] == "a dies."]

    waits = [thread["withheld"] for thread in steps[at][1]["c"]["threads"]]
    assert waits == [thread["withheld"] for thread in steps[at - 1][1]["c"]["threads"]]
    assert any(waits)
    assert steps[at][1]["a"]["threads"] == []
