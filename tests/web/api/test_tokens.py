"""`/api/v1/tokens`: shown once, for a scope, a project and a time, and taken back at once."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.web.api.test_problems import told
from tests.web.conftest import submit
from topoviz.web.accounts.models import ApiToken, Membership, Role
from topoviz.web.analyses.limits import Limits
from topoviz.web.audit.models import Event
from topoviz.web.projects.models import Project

pytestmark = pytest.mark.django_db


def make(client, **given):
    return client.post("/api/v1/tokens", {"name": "CI", **given}, content_type="application/json")


def program(secret):
    return Client(headers={"Authorization": f"Bearer {secret}"})


def test_a_new_token_opens_the_api_and_its_secret_is_shown_once(world):
    answer = make(world.bob)

    document = answer.json()
    assert (answer.status_code, answer.headers["Location"]) == (201, document["url"])
    assert submit(program(document["secret"])).status_code == 202
    again = world.bob.get(document["url"]).json()
    assert "secret" not in again
    assert again["created_by"] == "bob"
    assert again["last_used"] is not None
    assert document["secret"].startswith(again["prefix"])


def test_a_reading_token_reads_and_says_so(world):
    document = make(world.alice, scope="read").json()

    assert program(document["secret"]).get("/api/v1/versions").status_code == 200
    assert told(submit(program(document["secret"])))["code"] == "not-allowed"


def test_a_token_ends_when_it_is_said(world):
    document = make(world.alice, expires_in_days=7).json()
    ApiToken.objects.update(expires=timezone.now() - timedelta(seconds=1))

    assert program(document["secret"]).get("/api/v1/versions").status_code == 401
    assert world.alice.get(document["url"]).json()["has_expired"] is True


def test_a_token_that_was_taken_back_is_refused_by_the_next_request(world):
    document = make(world.bob).json()
    assert program(document["secret"]).get("/api/v1/versions").status_code == 200

    assert world.alice.delete(document["url"]).status_code == 204

    assert told(program(document["secret"]).get("/api/v1/versions"))["status"] == 401
    assert world.alice.get(document["url"]).status_code == 404
    assert [event.action for event in Event.objects.order_by("id")] == ["token-created", "token-revoked"]


def test_an_owner_sees_all_tokens_and_an_editor_their_own(world):
    make(world.alice, name="hers")
    make(world.bob, name="his")

    assert [one["name"] for one in world.alice.get("/api/v1/tokens").json()["items"]] == ["his", "hers"]
    assert [one["name"] for one in world.bob.get("/api/v1/tokens").json()["items"]] == ["his"]
    assert world.viewer.get("/api/v1/tokens").json()["items"] == []
    assert told(make(world.viewer))["code"] == "not-allowed"


def test_a_token_does_no_more_than_who_made_it(world):
    secret = make(world.bob).json()["secret"]
    Membership.objects.filter(user__username="bob").update(role=Role.VIEWER)
    assert submit(program(secret)).status_code == 403

    Membership.objects.filter(user__username="bob").delete()
    assert submit(program(secret)).status_code == 401


def test_a_project_of_another_team_is_not_there(world):
    theirs = Project.objects.create(team=world.other_team, name="till")
    mine = Project.objects.create(team=world.team, name="shop")

    assert told(make(world.alice, project=str(theirs.id)))["errors"][0]["field"] == "project"
    assert make(world.alice, project=str(mine.id)).json()["project"] == {"id": str(mine.id), "name": "shop"}
    assert told(make(world.alice, team=str(world.other_team.id)))["errors"][0]["field"] == "team"


def test_there_is_a_limit(world, monkeypatch):
    monkeypatch.setattr("topoviz.web.documents.tokens.limits", lambda: Limits(tokens=1))
    make(world.alice)

    problem = told(make(world.alice))

    assert (problem["status"], problem["code"], problem["limit"]["name"]) == (409, "too-many-tokens", "tokens")


def test_a_list_comes_in_pages_and_says_what_it_does_not_take(world):
    for number in range(5):
        make(world.alice, name=f"token {number}")

    seen, address = [], "/api/v1/tokens?limit=2&sort=name"
    while address:
        page = world.alice.get(address).json()
        seen += [one["name"] for one in page["items"]]
        address = page["next"]
    assert seen == [f"token {number}" for number in range(5)]
    for wrong, field in (("limit=0", "limit"), ("limit=201", "limit"), ("sort=colour", "sort"), ("cursor=x", "cursor")):
        assert told(world.alice.get(f"/api/v1/tokens?{wrong}"))["errors"][0]["field"] == field
