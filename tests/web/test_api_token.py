"""`python3 manage.py api_token`."""

from io import StringIO

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client

from topoviz.web.accounts.models import ApiToken, Team
from topoviz.web.projects.models import Project

pytestmark = pytest.mark.django_db


def run(*arguments):
    said = StringIO()
    call_command("api_token", *arguments, stdout=said)
    return said.getvalue().strip()


def test_it_makes_a_token_that_opens_the_api():
    secret = run("create", "--team", "Orders", "--name", "CI")

    answer = Client().get("/api/v1/versions", headers={"Authorization": f"Bearer {secret}"})

    assert answer.status_code == 200
    assert ApiToken.objects.get().last_used is not None


def test_a_team_is_made_once():
    run("create", "--team", "Orders", "--name", "one")
    run("create", "--team", "Orders", "--name", "two")

    assert Team.objects.filter(name="Orders").count() == 1


def test_teams_of_one_name_are_told_apart_by_their_ids():
    teams = [Team.objects.create(name="Orders") for _ in range(2)]

    with pytest.raises(CommandError, match=f"Give the id of one:\n{teams[0].id} .*\n{teams[1].id} "):
        run("create", "--team", "Orders", "--name", "CI")
    run("create", "--team", str(teams[1].id), "--name", "CI")

    assert ApiToken.objects.get().team == teams[1]


def test_a_list_shows_no_secret():
    secret = run("create", "--team", "Orders", "--name", "CI", "--scope", "read", "--days", "30")

    listed = run("list")

    assert secret not in listed
    assert secret[:12] in listed
    assert "never used" in listed


def test_a_token_may_open_one_project():
    team = Team.objects.create(name="Orders")
    Project.objects.create(team=team, name="shop")

    secret = run("create", "--team", "Orders", "--name", "CI", "--project", "shop")

    assert ApiToken.objects.get(prefix=secret[:12]).project.name == "shop"
    assert "Orders / shop" in run("list")
    with pytest.raises(CommandError, match="no project called till"):
        run("create", "--team", "Orders", "--name", "CI", "--project", "till")


def test_a_token_is_taken_back_by_how_it_begins():
    secret = run("create", "--team", "Orders", "--name", "CI")

    run("revoke", secret[:12])

    assert Client().get("/api/v1/versions", headers={"Authorization": f"Bearer {secret}"}).status_code == 401
    with pytest.raises(CommandError, match="There is no such token"):
        run("revoke", secret[:12])
