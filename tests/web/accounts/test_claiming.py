"""What a visitor made comes into a team: addresses and links stay, and the next submission of the same finds it."""

import pytest
from django.test import Client

from tests.web.conftest import analyzed, share, submit
from topoviz.web.accounts.models import Membership, Role, User
from topoviz.web.analyses.models import Analysis
from topoviz.web.audit.models import Event
from topoviz.web.lag_reports.models import LagReport, Upload

pytestmark = pytest.mark.django_db


@pytest.fixture
def visitor(world):
    """A browser in which something was made, and in which Alice signs in then."""
    client = Client()
    client.made = analyzed(client)
    client.link = share(client, client.made).json()
    client.force_login(User.objects.get(username="alice"))
    return client


def claim(client, team):
    return client.post("/account/claim", {"team": str(team.id)})


def test_the_page_says_what_there_is_and_moves_it(world, visitor):
    LagReport.objects.create(team=Analysis.objects.get().team, analysis=Analysis.objects.get())
    assert "1 program, 1 lag report" in visitor.get("/account/claim").content.decode()

    assert claim(visitor, world.team).headers["Location"] == f"/t/{world.team.id}"

    assert {Analysis.objects.get().team, LagReport.objects.get().team} == {world.team}
    assert "nothing that you made" in visitor.get("/account/claim").content.decode()


def test_an_upload_that_was_begun_goes_on_in_the_team(world, visitor):
    team = Analysis.objects.get().team
    upload = Upload.objects.create(team=team, source=f"visitor:{team.id}", name="lag.csv", size=3)
    assert "1 begun upload" in visitor.get("/account/claim").content.decode()

    claim(visitor, world.team)

    assert visitor.get(f"/api/v1/uploads/{upload.id}").json()["offset"] == 0
    assert Upload.objects.get().team == world.team
    assert world.bob.get(f"/api/v1/uploads/{upload.id}").status_code == 404


def test_the_whole_team_finds_it_at_the_same_address_and_the_link_still_shows_it(world, visitor):
    claim(visitor, world.team)

    assert world.bob.get(visitor.made["url"]).json()["result"] == visitor.made["result"]
    assert Client().get(visitor.link["url"]).status_code == 200


def test_submitting_the_same_to_the_team_finds_it(world, visitor):
    claim(visitor, world.team)

    answer = submit(world.bob)

    assert (answer.status_code, answer.json()["id"]) == (200, visitor.made["id"])


def test_where_the_team_has_the_same_already_both_stay(world, visitor):
    theirs = analyzed(world.bob)
    claim(visitor, world.team)

    assert {str(one.id) for one in Analysis.objects.filter(team=world.team)} == {theirs["id"], visitor.made["id"]}
    assert submit(world.bob).json()["id"] == theirs["id"]
    assert Client().get(visitor.link["url"]).status_code == 200


def test_it_goes_only_to_a_team_where_one_may_write(world, visitor):
    Membership.objects.create(team=world.other_team, user=User.objects.get(username="alice"), role=Role.VIEWER)

    claim(visitor, world.other_team)

    assert Analysis.objects.get().team.is_anonymous


def test_nobody_takes_what_another_browser_made(world, visitor):
    claim(world.charlie, world.other_team)

    assert Analysis.objects.get().team.is_anonymous


def test_signing_in_leads_there_when_there_is_something(world):
    client = Client()
    analyzed(client)
    User.objects.get(username="alice").delete()

    answer = client.post("/account/signup/", {"email": "dora@example.com", "password1": "a-long-word-x"})

    assert answer.headers["Location"] == "/account/claim"


def test_it_is_written_down(world, visitor):
    claim(visitor, world.team)

    assert str(Event.objects.get()) == "alice took in what was made without an account: 1 program, 1 share link"
