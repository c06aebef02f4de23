"""The search over all projects: by topic, store, node and text, and who reads a topic."""

import pytest

from tests.web.projects.conftest import BUILDER, COUNT, NAMED, hand_in
from topoviz.web.accounts.models import Membership, User
from topoviz.web.projects.models import Project

pytestmark = pytest.mark.django_db

WRITES = BUILDER + 'builder.stream("clicks").to("orders");'
BY_PATTERN = BUILDER + 'builder.stream(Pattern.compile("ord.*")).to("archive");'
NO_RE2 = BUILDER + 'builder.stream(Pattern.compile("[a-z&&[^x]]+")).to("odd");'


def found(client, query, **more):
    answer = client.get("/api/v1/search", {"q": query, **more})
    assert answer.status_code == 200, answer.content
    return answer.json()


def names(document):
    return [one["name"] for one in document["projects"]]


@pytest.fixture
def team_of_four(world):
    hand_in(world.alice, NAMED, "Counts")
    hand_in(world.alice, WRITES, "Clicks")
    hand_in(world.alice, BY_PATTERN, "Archive")
    hand_in(world.alice, NO_RE2, "Odd")
    return world


def test_who_reads_and_writes_a_topic(team_of_four):
    document = found(team_of_four.bob, "orders")

    uses = {one["name"]: (one["reads"], one["writes"]) for one in document["projects"]}
    by_name = {"pattern": None, "is_unsure": False}
    assert document["is_topic"]
    assert uses["Counts"] == (by_name, None)
    assert uses["Clicks"] == (None, by_name)
    assert uses["Archive"] == ({"pattern": "ord.*", "is_unsure": False}, None)
    # Nobody can tell here whether Java matches that.
    assert uses["Odd"] == ({"pattern": "[a-z&&[^x]]+", "is_unsure": True}, None)


@pytest.mark.parametrize(
    ("query", "where", "projects"),
    [
        ("TOTALS", "store", ["Counts"]),
        ("totals", "topic", ["Counts"]),
        ("aggregate", "node", ["Counts"]),
        ("groupByKey()", "text", ["Counts"]),
        ("clicks", "", ["Clicks", "Odd"]),
        ("clicks", "store", []),
        ("no such thing", "", []),
    ],
)
def test_names_and_texts_are_found(team_of_four, query, where, projects):
    assert names(found(team_of_four.bob, query, **({"in": where} if where else {}))) == projects


def test_a_text_is_shown_with_its_lines(team_of_four):
    (one,) = found(team_of_four.bob, 'stream("clicks")', **{"in": "text"})["projects"]

    assert [(line["file"], line["line"]) for line in one["lines"]] == [("Orders.java", 2)]


def test_letters_that_json_writes_in_another_way_are_found_in_texts(world):
    hand_in(world.alice, COUNT + ' // "Zähler"\\')

    for query in ("Zähler", '"Zähler"\\'):
        assert names(found(world.bob, query)) == ["Shop"]


def test_only_the_latest_on_main_counts_and_nothing_in_the_archive(world):
    hand_in(world.alice, NAMED)
    hand_in(world.alice, COUNT)
    hand_in(world.alice, NAMED, branch="feature")
    assert names(found(world.bob, "totals")) == []

    Project.objects.update(archived="2026-01-01T00:00Z")
    assert names(found(world.bob, "orders")) == []


def test_all_my_teams_are_searched_and_no_others(world):
    hand_in(world.alice, NAMED)
    hand_in(world.charlie, NAMED)
    assert [one["team"] for one in found(world.bob, "totals")["projects"]] == [str(world.team.id)]

    Membership.objects.create(team=world.other_team, user=User.objects.get(username="bob"))
    assert {one["team"] for one in found(world.bob, "totals")["projects"]} == {
        str(world.team.id),
        str(world.other_team.id),
    }
    assert names(found(world.visitor, "totals")) == []


def test_the_picture_shows_who_is_joined(team_of_four):
    def drawn(client, query=""):
        answer = client.get(f"/api/v1/applications.svg{query}")
        assert (answer.status_code, answer.headers["Content-Type"]) == (200, "image/svg+xml; charset=utf-8")
        return answer.content.decode()

    everything, of_clicks = drawn(team_of_four.bob), drawn(team_of_four.bob, "?topic=clicks")
    assert all(f">{name}<" in everything for name in ("Counts", "Clicks", "Archive", "orders"))
    assert ">Odd<" not in everything
    assert (">Clicks<" in of_clicks, ">clicks<" in of_clicks, ">Counts<" in of_clicks) == (True, True, False)
    assert "Counts" not in drawn(team_of_four.charlie)


@pytest.mark.parametrize(
    ("query", "field"), [("", "q"), ("?q=", "q"), ("?q=a&in=names", "in"), ("?q=" + "a" * 501, "q")]
)
def test_what_is_not_as_it_must_be_is_said(world, query, field):
    answer = world.alice.get(f"/api/v1/search{query}")

    assert answer.status_code == 422
    assert [one["field"] for one in answer.json()["errors"]] == [field]
