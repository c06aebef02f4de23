"""`/api/v1/analyses/ID/scenarios`: asked, answered by the engine, kept under a name, or thrown away."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.web.conftest import analyzed, work
from topoviz.web.analyses.models import State
from topoviz.web.calculations.services import throw_away_expired

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


def test_those_with_a_name_are_listed(world):
    document = answered(world.alice, events=EVENTS)
    listed = f"/api/v1/analyses/{document['analysis']}/scenarios"
    assert world.alice.get(listed).json() == {"scenarios": [], "next": None}
    world.alice.patch(document["url"], {"name": "b dies"}, "application/json")

    assert [one["name"] for one in world.bob.get(listed).json()["scenarios"]] == ["b dies"]
    assert world.charlie.get(listed).status_code == 404
    assert world.alice.get(listed.replace("scenarios", "assignments")).json()["assignments"] == []


def test_it_can_be_cancelled(world):
    url = ask(world.alice, analyzed(world.alice), events=EVENTS).json()["url"]

    assert world.charlie.post(f"{url}/cancel").status_code == 404
    assert world.alice.post(f"{url}/cancel").json()["status"] == State.CANCELLED


def drawn(client, address):
    """Ask for a picture, let a worker draw it, and give it."""
    assert client.get(f"{address}{'&' if '?' in address else '?'}wait=0").status_code == 202
    work()
    return client.get(address)


def test_every_step_has_a_picture(world):
    url = answered(world.alice, events=EVENTS)["url"]

    dies = drawn(world.alice, f"{url}/picture.svg?view=tasks-moves&step=2")
    assert "0:10:00.0: b dies." in dies.content.decode()
    assert "scenario-step-2.svg" in dies.headers["Content-Disposition"]
    assert "Rebalance 2 ends." in drawn(world.alice, f"{url}/picture.md").content.decode()
    assert "a and b start." in drawn(world.alice, f"{url}/picture.md?step=0").content.decode()
    assert world.charlie.get(f"{url}/picture.svg?step=2").status_code == 404


@pytest.mark.parametrize(("query", "code"), [("step=-1", "not-valid"), ("step=x", "not-valid")])
def test_a_step_that_is_no_number_is_refused(world, query, code):
    assert world.alice.get(f"{answered(world.alice, events=EVENTS)['url']}/picture.svg?{query}").json()["code"] == code


def test_a_step_that_is_not_there_says_which_there_are(world):
    answer = drawn(world.alice, f"{answered(world.alice, events=EVENTS)['url']}/picture.svg?step=9")

    assert (answer.status_code, answer.json()["code"]) == (422, "undrawable")
    assert "The steps of this scenario are 0 to 3." in answer.json()["detail"]


def test_a_link_shows_the_steps_and_a_picture_without_scripts(world, client):
    document = answered(world.alice, events=EVENTS)
    link = world.alice.post("/api/v1/share-links", {"scenario": document["id"]}, "application/json").json()
    throw_away_expired(timezone.now() + timedelta(days=400))

    page = client.get(link["url"]).content.decode()
    assert "b dies." in page
    assert "without an owner for 4" in page
    assert f'<img src="{link["svg"]}"' in page
    data = client.get(f"{link['url']}/analysis.json").json()
    assert (data["assignment"], data["scenario"]["result"]) == (None, document["result"])
    assert data["scenario"]["question"]["events"] == EVENTS
    assert document["id"] not in str(data)
    drawn(world.alice, f"{document['url']}/picture.svg")
    assert "Rebalance 2 ends." in client.get(link["svg"]).content.decode()


def test_another_team_can_not_share_it(world):
    share = {"scenario": answered(world.alice, events=EVENTS)["id"]}

    assert world.charlie.post("/api/v1/share-links", share, "application/json").status_code == 404
    assert (
        world.alice.post("/api/v1/share-links", {"assignment": share["scenario"]}, "application/json").status_code
        == 404
    )
