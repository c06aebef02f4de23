"""`/api/v1/projects`: lists in pages, one project, and who may change it."""

import pytest

from tests.web.conftest import share
from tests.web.projects.conftest import COUNT, FILTERED, NAMED, hand_in
from topoviz.web.analyses.models import Analysis
from topoviz.web.audit.models import Event
from topoviz.web.projects.models import Project, Revision

pytestmark = pytest.mark.django_db


def make(client, name, **more):
    return client.post("/api/v1/projects", {"name": name, **more}, content_type="application/json")


def change(client, url, **sent):
    return client.patch(url, sent, content_type="application/json")


def test_projects_are_listed_with_their_latest_on_main(world):
    hand_in(world.alice, COUNT)
    hand_in(world.alice, FILTERED)
    hand_in(world.alice, NAMED, branch="feature")
    hand_in(world.alice, "no program")
    make(world.alice, "Empty")
    make(world.charlie, "Theirs")

    items = world.bob.get("/api/v1/projects?sort=name").json()["items"]
    assert [(one["name"], one["revisions"]) for one in items] == [("Empty", 0), ("Shop", 4)]
    assert items[0]["latest"] is None
    assert (items[1]["latest"]["number"], items[1]["latest"]["verdict"]) == (2, "state-loss")


def test_the_list_is_filtered_and_comes_in_pages(world):
    for name in ("Shop", "Shipping", "Billing"):
        make(world.alice, name)
    change(world.alice, address("Billing"), archived=True)

    def names(query):
        return [one["name"] for one in world.alice.get(f"/api/v1/projects?{query}").json()["items"]]

    assert names("sort=name") == ["Shipping", "Shop"]
    assert names("name=HOP") == ["Shop"]
    assert names("archived=1") == ["Billing"]
    assert names(f"team={world.other_team.id}") == []
    page = world.alice.get("/api/v1/projects?sort=name&limit=1").json()
    assert [one["name"] for one in page["items"]] == ["Shipping"]
    assert [one["name"] for one in world.alice.get(page["next"]).json()["items"]] == ["Shop"]
    assert world.alice.get("/api/v1/projects?team=mine").status_code == 422


def test_revisions_are_listed_by_branch_and_verdict(world):
    for text, branch in ((COUNT, "main"), (FILTERED, "main"), (NAMED, "feature")):
        hand_in(world.alice, text, branch=branch)

    def numbers(query):
        return [one["number"] for one in world.bob.get(f"{address('Shop')}/revisions?{query}").json()["items"]]

    assert numbers("") == [3, 2, 1]
    assert numbers("branch=main&sort=number") == [1, 2]
    assert numbers("verdict=first") == [1]


def test_editors_change_and_owners_delete(world):
    make(world.bob, "Shop")
    url = address("Shop")

    assert change(world.bob, url, name="Store", main_branch="trunk").json()["name"] == "Store"
    assert change(world.bob, url, archived=True).json()["archived"]
    assert change(world.viewer, url, name="x").status_code == 403
    assert change(world.charlie, url, name="x").status_code == 404
    assert [client.delete(url).status_code for client in (world.charlie, world.viewer, world.bob, world.alice)] == [
        404, 403, 403, 204,
    ]  # fmt: skip
    done = list(Event.objects.filter(team=world.team).order_by("id").values_list("action", "target"))
    assert done == [
        ("project-created", "Shop"),
        ("project-renamed", "Shop → Store"),
        ("project-archived", "Store"),
        ("project-deleted", "Store"),
    ]


def test_a_name_is_taken_once_in_a_team(world):
    make(world.alice, "Shop")
    make(world.alice, "Store")

    for answer in (make(world.bob, "Shop"), change(world.alice, address("Store"), name="Shop")):
        assert (answer.status_code, answer.json()["code"]) == (409, "name-taken")
    assert make(world.charlie, "Shop").status_code == 201


def test_a_deleted_project_takes_its_programs_with_it_but_not_those_of_others(world):
    both, alone = hand_in(world.alice, COUNT), hand_in(world.alice, NAMED)
    hand_in(world.alice, COUNT, "Other")
    link = share(world.alice, {"id": alone["analysis"]}).json()["url"]
    world.alice.delete(address("Shop"))

    assert [str(one) for one in Analysis.objects.values_list("id", flat=True)] == [both["analysis"]]
    assert Revision.objects.count() == 1
    assert world.visitor.get(link).status_code == 404


def address(name):
    return f"/api/v1/projects/{Project.objects.get(name=name).id}"
