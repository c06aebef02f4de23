"""`/api/v1/analyses/ID/scenarios`: asked, answered by the engine, kept under a name, or thrown away."""

import pytest

from tests.web.conftest import analyzed, work

pytestmark = pytest.mark.django_db

EVENTS = "cluster: {clients: [{name: a}, {name: b}]}\nevents:\n- {at: 0s, start: all}\n- {at: 10m, kill: b}\n"


def ask(client, document, **question):
    """Ask what happens over time."""
    return client.post(f"{document['url']}/scenarios", {"partitions": "orders=3", **question}, "application/json")


def answered(client, **question):
    """Ask, let a worker answer, and give what came of it."""
    document = ask(client, analyzed(client), **question).json()
    work()
    return client.get(document["url"]).json()


def test_events_become_steps(world):
    document = answered(world.alice, events=EVENTS)

    assert document["status"] == "done"
    assert document["result"]["schema"] == "topoviz/scenario@1"
    steps = document["result"]["steps"]
    assert [step["event"] for step in steps] == [
        "a and b start.", "Rebalance 1 ends.", "b dies.", "Rebalance 2 ends.", *[step["event"] for step in steps[4:]],
    ]  # fmt: skip
    assert steps[2]["without_owner"]
    assert [one["name"] for one in steps[3]["clients"]] == ["a"]


def test_a_wrong_line_fails_with_its_number(world):
    document = answered(world.alice, events=EVENTS.replace("kill: b", "kill: z"))

    assert (document["status"], document["reason"]["code"]) == ("failed", "bad-scenario")
    assert document["reason"]["sentence"].startswith("Line 4 of the scenario names a client z")
    assert document["result"] is None


def test_one_is_kept_under_a_name_and_thrown_away(world):
    url = answered(world.alice, events=EVENTS)["url"]

    assert world.alice.patch(url, {"name": "b dies"}, "application/json").json()["name"] == "b dies"
    assert world.charlie.get(url).status_code == 404
    assert world.alice.delete(url).status_code == 204
    assert world.alice.get(url).status_code == 404
