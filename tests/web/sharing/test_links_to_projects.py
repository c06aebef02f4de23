"""Links to a revision of a project, which stay, and to its latest on main, which follow."""

import json
import re

import pytest
from django.test import Client

from tests.web.conftest import work
from tests.web.projects.conftest import COUNT, FILTERED, NAMED, hand_in
from topoviz.web.pages import shared_files
from topoviz.web.projects.models import Project

pytestmark = pytest.mark.django_db


def make(client, **asked):
    return client.post("/api/v1/share-links", asked, content_type="application/json")


@pytest.fixture(autouse=True)
def nobody_waits(monkeypatch):
    """Pictures that are not there yet are answered at once with 202."""
    monkeypatch.setattr(shared_files, "DRAWING_SECONDS", 0)


@pytest.fixture
def shop(world):
    """A project of Alice's with one revision."""
    hand_in(world.alice, COUNT, commit="a1" * 20, message="Count orders")
    return Project.objects.get()


@pytest.fixture
def latest(world, shop):
    return make(world.alice, project=str(shop.id)).json()


def read(link, file="/analysis.json"):
    return Client().get(f"{link['url']}{file}")


def test_a_link_to_the_latest_follows_and_one_to_a_revision_stays(world, shop, latest):
    fixed = make(world.alice, project=str(shop.id), revision=1).json()
    before = [read(one, ".txt").content for one in (latest, fixed)]
    assert before[0] == before[1]
    hand_in(world.alice, NAMED)

    assert b"totals" in read(latest, ".txt").content
    assert read(fixed, ".txt").content == before[1]
    assert (read(latest).json()["title"], read(fixed).json()["title"]) == ("Shop, latest on main", "Shop, revision 1")
    assert (latest["kind"], latest["analysis"], fixed["kind"], fixed["revision"]) == ("latest", None, "revision", 1)


def test_a_picture_that_was_kept_is_another_when_the_latest_is(world, latest):
    first = read(latest, ".svg")
    hand_in(world.alice, NAMED)
    now = Client().get(f"{latest['url']}.svg", headers={"If-None-Match": first.headers["ETag"]})

    assert now.status_code == 200
    assert b"totals" in now.content
    assert now.headers["Cache-Control"] == "no-cache"


def test_a_name_turns_round_no_text_of_another_site(world, shop, latest):
    """What is shown elsewhere stands among words of others; marks of direction would reach into those."""
    Project.objects.update(name="Shop\u202egnp.exe\u200b")

    said = [read(latest, "/embed").content.decode()]
    said += re.findall('content="(Shop.*)"', read(latest, "").content.decode())
    said += [Client().get("/oembed", {"url": f"http://testserver{latest['url']}"}).json()["title"]]

    assert len(said) > 4
    assert all("Shop" in one and not set("\u202e\u200b") & set(one) for one in said), said


def test_what_a_deleted_revision_had_is_shown_no_more(world, shop, latest):
    hand_in(world.alice, NAMED)
    links = [latest, make(world.alice, project=str(shop.id), revision=2).json()]
    files = ("/change.md", "/change.txt", "/change.json")
    # What is not there yet is, when it is asked for again.
    assert {read(link, file).status_code for link in links for file in files} <= {200, 202}
    work()
    assert {read(link, file).status_code for link in links for file in files} == {200}
    assert world.alice.delete(f"/api/v1/projects/{shop.id}/revisions/1").status_code == 204

    assert {read(link, file).status_code for link in links for file in files} == {404}


def test_a_name_that_a_project_had_is_shown_no_more(world, shop, latest):
    links = [latest, make(world.alice, project=str(shop.id), revision=1).json()]
    files = ("/badge.svg", "/embed")
    assert all(b"Shop" in read(link, file).content for link in links for file in files)
    world.alice.patch(f"/api/v1/projects/{shop.id}", {"name": "Store"}, content_type="application/json")

    for link in links:
        for file in files:
            content = read(link, file).content
            assert b"Store" in content, file
            assert b"Shop" not in content, file


def test_other_branches_and_programs_that_were_not_read_change_nothing(world, latest):
    before = read(latest, ".svg").content
    hand_in(world.alice, NAMED, branch="next")
    hand_in(world.alice, "class Broken { int ;")

    assert read(latest, ".svg").content == before


def test_the_page_says_which_revision_it_is_and_its_verdict(world, shop, latest):
    assert "First revision" in read(latest, "").content.decode()
    hand_in(world.alice, FILTERED, message="Drop empty orders", commit="b2" * 20)
    page = " ".join(read(latest, "").content.decode().split())

    assert "<h1>Shop, latest on main</h1>" in page
    for words in ("Revision 2, on main. This link always shows the latest one.", "Drop empty orders", "b2" * 20):
        assert words in page
    assert "State is lost unless it is migrated" in page
    assert read(latest).json()["revision"]["verdict"] == "state-loss"
    for file in ("/change.md", "/comparison.svg"):
        assert read(latest, file).status_code == 202
        work()
        assert read(latest, file).status_code == 200
    ids = [str(shop.id), str(shop.team_id), *(str(one.id) for one in shop.revisions.all())]
    assert [one for one in ids if one in page + read(latest).content.decode()] == []


def test_there_is_nothing_to_share_of_a_project_before_something_was_read(world):
    project = world.alice.post("/api/v1/projects", {"name": "New"}, content_type="application/json").json()
    assert make(world.alice, project=project["id"]).json()["code"] == "no-result"
    hand_in(world.alice, project="New", does_work=False)
    assert make(world.alice, project=project["id"]).status_code == 409
    assert make(world.alice, project=project["id"], revision=1).json()["code"] == "no-result"
    work()
    assert make(world.alice, project=project["id"], revision=1).status_code == 201


def test_a_link_to_a_project_with_another_main_branch_shows_nothing_until_that_has_something(world, shop, latest):
    Project.objects.update(main_branch="trunk")
    assert read(latest, "").status_code == 404
    hand_in(world.alice, NAMED, branch="trunk")

    assert read(latest, "").status_code == 200


@pytest.mark.parametrize(
    "asked", [{"revision": 1}, {}, {"project": "p", "analysis": "a"}, {"project": "p", "revision": 0}]
)
def test_what_cannot_be_shared_together_is_refused(world, shop, asked):
    ids = {"p": str(shop.id), "a": str(shop.revisions.get().analysis_id)}
    sent = {name: ids.get(value, value) for name, value in asked.items()}

    assert make(world.alice, **sent).status_code == 422


def test_links_of_others_projects_cannot_be_made(world, shop):
    assert make(world.charlie, project=str(shop.id)).status_code == 404
    assert make(world.viewer, project=str(shop.id)).status_code == 403


def test_a_link_ends_with_its_project(world, shop, latest):
    world.alice.delete(f"/api/v1/projects/{shop.id}")

    assert read(latest, "").status_code == 404


def test_the_latest_is_compared_with_by_its_link(world, latest):
    """As a build does with the program that it has."""
    asked = {"old": {"link": latest["url"]}, "new": {"submission": {"files": [{"name": "A.java", "text": NAMED}]}}}
    answer = world.alice.post("/api/v1/comparisons", asked, content_type="application/json")
    work()

    found = world.alice.get(answer.json()["url"]).json()["result"]
    assert found["verdict"]["level"] == "state-loss", json.dumps(found["verdict"])
