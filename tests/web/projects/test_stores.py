"""What happened to a store over time: renamed, removed, added, on a branch, and where nothing is known."""

import pytest

from tests.web.projects.conftest import BUILDER, COUNT, FILTERED, NAMED, hand_in
from topoviz.web.projects.models import Change, Project, Revision, Verdict

pytestmark = pytest.mark.django_db

STATELESS = BUILDER + 'builder.stream("orders").to("counts");'
FIRST, SECOND = "KSTREAM-AGGREGATE-STATE-STORE-0000000001", "KSTREAM-AGGREGATE-STATE-STORE-0000000002"


def stores(client, query=""):
    return client.get(f"/api/v1/projects/{Project.objects.get().id}/stores{query}").json()


def test_a_store_is_followed_through_its_names(world):
    for text in (COUNT, FILTERED, NAMED):
        hand_in(world.alice, text, message="Change it")

    document = stores(world.bob)
    assert (document["branch"], document["first"], document["newest"]) == ("main", 1, 3)
    (store,) = document["stores"]
    assert (store["name"], store["names"], store["is_there"]) == ("totals", ["totals", SECOND, FIRST], True)
    assert [(one["revision"], one["fate"], one["level"]) for one in store["events"]] == [
        (3, "renamed", "state-loss"),
        (2, "renamed", "state-loss"),
    ]
    assert all(one["said"] and one["message"] == "Change it" for one in store["events"])
    for name in ("totals", FIRST):
        assert stores(world.bob, f"/{name}") == store


def test_a_store_that_is_gone_is_still_found(world):
    for text in (NAMED, STATELESS):
        hand_in(world.alice, text)

    (store,) = stores(world.bob)["stores"]
    assert (store["name"], store["is_there"]) == ("totals", False)
    assert [one["fate"] for one in store["events"]] == ["removed"]


def test_one_that_comes_is_added(world):
    for text in (STATELESS, NAMED):
        hand_in(world.alice, text)

    assert [one["fate"] for one in stores(world.bob, "/totals")["events"]] == ["added"]


def test_a_branch_goes_on_from_main(world):
    hand_in(world.alice, COUNT)
    hand_in(world.alice, FILTERED)
    hand_in(world.alice, NAMED, branch="feature")
    hand_in(world.alice, STATELESS)

    (store,) = stores(world.bob, "?branch=feature")["stores"]
    assert [one["revision"] for one in store["events"]] == [3, 2]
    assert store["is_there"]
    (on_main,) = stores(world.bob)["stores"]
    assert [one["revision"] for one in on_main["events"]] == [4, 2]


def test_two_stores_may_exchange_their_names(world):
    hand_in(world.alice, NAMED)
    hand_in(world.alice, COUNT)
    revision = Revision.objects.get(number=2)
    Change.objects.all().delete()
    for old, new in (("a", "b"), ("b", "a")):
        Change.objects.create(revision=revision, topology=0, sort="store", fate="renamed", old_name=old, new_name=new)

    by_name = {one["name"]: one for one in stores(world.bob)["stores"]}
    assert [(by_name[name]["events"][0]["old"], len(by_name[name]["events"])) for name in "ab"] == [("b", 1), ("a", 1)]


def test_where_nothing_was_compared_that_is_said(world):
    hand_in(world.alice, NAMED)
    hand_in(world.alice, STATELESS)
    Revision.objects.filter(number=2).update(verdict=Verdict.NOT_COMPARED)
    Change.objects.all().delete()

    document = stores(world.bob)
    assert (document["not_compared"], document["stores"]) == ([2], [])


def test_an_unknown_store_and_another_team_find_nothing(world):
    hand_in(world.alice, NAMED)
    url = f"/api/v1/projects/{Project.objects.get().id}/stores"

    assert world.bob.get(f"{url}/nothing").status_code == 404
    assert [world.charlie.get(one).status_code for one in (url, f"{url}/totals")] == [404, 404]
