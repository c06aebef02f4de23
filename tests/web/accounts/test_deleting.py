"""The end of an account: what becomes of its teams is said before, and done as it was said."""

import re

import pytest

from tests.web.conftest import analyzed
from topoviz.web.accounts.models import Membership, Role, Team, User
from topoviz.web.accounts.services import create_team
from topoviz.web.analyses.models import Analysis
from topoviz.web.audit.models import Event

pytestmark = pytest.mark.django_db


def delete(client):
    """Read the page, and do what it says."""
    page = client.get("/account/delete").content.decode()
    teams = re.findall(r'name="teams" value="([\w-]+)"', page)
    return client.post("/account/delete", {"teams": teams, "sure": "on"})


def test_a_team_of_ones_own_goes_with_the_account_as_the_page_says(world):
    analyzed(world.charlie)
    page = world.charlie.get("/account/delete").content.decode()
    assert "Nobody else is in these teams" in page
    assert "Payments" in page

    delete(world.charlie)

    assert not User.objects.filter(username="charlie").exists()
    assert not Team.objects.filter(id=world.other_team.id).exists()
    assert not Analysis.objects.exists()
    assert world.charlie.get("/teams").status_code == 302


def test_a_team_where_others_are_is_handed_over_first(world):
    page = world.alice.get("/account/delete").content.decode()
    assert "Hand them over first" in page
    world.alice.post("/account/delete", {"sure": "on"})
    assert User.objects.filter(username="alice").exists()

    Membership.objects.filter(user__username="bob").update(role=Role.OWNER)
    delete(world.alice)

    assert not User.objects.filter(username="alice").exists()
    assert Team.objects.filter(id=world.team.id).exists()


def test_what_one_made_in_a_team_stays_and_the_name_is_forgotten(world):
    made = analyzed(world.bob)
    world.bob.post(f"/t/{world.team.id}/leave")
    create_team(name="Again", owner=User.objects.get(username="bob"))

    delete(world.bob)

    assert world.alice.get(made["url"]).status_code == 200
    assert [event.who for event in Event.objects.all()] == ["Somebody whose account was deleted"]


def test_it_is_done_only_as_it_was_said(world):
    world.charlie.get("/account/delete")
    create_team(name="Since then", owner=User.objects.get(username="charlie"))

    world.charlie.post("/account/delete", {"teams": [str(world.other_team.id)], "sure": "on"})

    assert User.objects.filter(username="charlie").exists()
    assert Team.objects.filter(name="Payments").exists()


def test_nothing_is_deleted_by_a_slip(world):
    world.charlie.post("/account/delete", {"teams": [str(world.other_team.id)]})

    assert User.objects.filter(username="charlie").exists()


def test_who_has_a_password_types_it_once_more(world):
    user = User.objects.get(username="charlie")
    user.set_password("a-long-word-x")
    user.save()
    world.charlie.force_login(user)

    assert world.charlie.get("/account/delete").headers["Location"].startswith("/account/reauthenticate/")
    world.charlie.post("/account/reauthenticate/", {"password": "a-long-word-x"})
    assert world.charlie.get("/account/delete").status_code == 200
