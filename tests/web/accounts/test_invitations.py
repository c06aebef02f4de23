"""Inviting by a link: for one person, for a while, to one role."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from topoviz.web.accounts.models import Invitation, Membership, Role, Team, User
from topoviz.web.audit.models import Event

pytestmark = pytest.mark.django_db


def invite(client, team, **given):
    """Make an invitation on the page; gives the path that it shows."""
    page = client.post(f"/t/{team.id}/invitations", {"role": "editor", "days": "7", "note": "Dora", **given})
    assert page.status_code == 200, page.content
    return re.search(r'value="http://testserver(/invitations/[\w-]+)"', page.content.decode())[1]


@pytest.fixture
def dora(db):
    client = Client()
    client.force_login(User.objects.create_user("dora"))
    return client


def test_an_invitation_says_what_it_is_for_and_brings_into_the_team(world, dora):
    path = invite(world.alice, world.team, role="viewer")
    page = dora.get(path).content.decode()
    assert "alice invites you" in page
    assert "Orders" in page
    assert not Membership.objects.filter(user__username="dora").exists()

    answer = dora.post(path)

    assert answer.headers["Location"] == f"/t/{world.team.id}"
    assert Membership.objects.get(user__username="dora").role == Role.VIEWER
    assert dora.get(answer.headers["Location"]).status_code == 200


def test_who_signs_up_by_an_invitation_gets_no_other_team(world):
    path, client = invite(world.alice, world.team), Client()
    assert f"/account/signup/?next={path}" in client.get(path).content.decode()

    answer = client.post(
        f"/account/signup/?next={path}", {"email": "dora@example.com", "password1": "a-long-word-x", "next": path}
    )
    assert answer.headers["Location"] == path
    client.post(path)

    assert [one.team for one in Membership.objects.filter(user__email="dora@example.com")] == [world.team]


def test_an_invitation_lets_sign_up_where_that_is_closed(world, settings):
    settings.TOPOVIZ_SIGN_UP = False
    client = Client()
    client.get(invite(world.alice, world.team))

    client.post("/account/signup/", {"email": "dora@example.com", "password1": "a-long-word-x"})

    assert User.objects.filter(email="dora@example.com").exists()


def test_it_is_for_one_person(world, dora):
    path = invite(world.alice, world.team)
    dora.post(path)

    assert world.charlie.post(path).status_code == 404
    assert not Membership.objects.filter(team=world.team, user__username="charlie").exists()


def test_who_is_in_the_team_already_uses_nothing_up_and_stays_what_they_are(world, dora):
    path = invite(world.alice, world.team, role="owner")

    assert world.viewer.post(path).status_code == 302
    assert Membership.objects.get(user__username="vera").role == Role.VIEWER
    assert dora.post(path).status_code == 302


def test_it_holds_for_a_while_and_can_be_taken_back(world, dora):
    late, back = invite(world.alice, world.team), invite(world.alice, world.team)
    late_one, back_one = Invitation.objects.order_by("created")
    Invitation.objects.filter(id=late_one.id).update(expires=timezone.now() - timedelta(seconds=1))
    world.alice.post(f"/t/{world.team.id}/invitations/{back_one.id}/revoke")

    for path in (late, back, "/invitations/nothing"):
        assert dora.get(path).status_code == 404
        assert dora.post(path).status_code == 404


def test_only_owners_invite(world):
    for client, status in ((world.bob, 403), (world.viewer, 403), (world.charlie, 404), (world.visitor, 302)):
        answer = client.post(f"/t/{world.team.id}/invitations", {"role": "owner", "days": "7"})
        assert answer.status_code == status
    assert not Invitation.objects.exists()


def test_an_owner_takes_back_those_of_their_own_team_alone(world, dora):
    path = invite(world.charlie, world.other_team)
    invitation = Invitation.objects.get()

    world.alice.post(f"/t/{world.team.id}/invitations/{invitation.id}/revoke")

    assert dora.post(path).status_code == 302


def test_the_secret_is_shown_once_and_kept_as_a_digest(world):
    token = invite(world.alice, world.team).rpartition("/")[2]

    assert len(token) >= 32
    assert token not in repr(list(Invitation.objects.values()))
    assert token not in world.alice.get(f"/t/{world.team.id}/members").content.decode()


def test_its_page_names_the_address_to_no_other_server(world):
    answer = Client().get(invite(world.alice, world.team))

    # With no-referrer, browsers would not say where the form comes from, and it would be refused.
    assert answer.headers["Referrer-Policy"] == "same-origin"
    assert answer.headers["X-Robots-Tag"] == "noindex"
    assert answer.headers["Cache-Control"] == "no-store"


def test_what_an_owner_invited_holds_no_more_when_they_are_one_no_more(world, dora):
    Membership.objects.filter(user__username="bob").update(role=Role.OWNER)
    path = invite(world.bob, world.team)
    bob = User.objects.get(username="bob")

    world.alice.post(f"/t/{world.team.id}/members/{bob.id}/role", {"role": "editor"})

    assert dora.post(path).status_code == 404


def test_inviting_and_joining_are_written_down(world, dora):
    dora.post(invite(world.alice, world.team))

    assert [str(event) for event in Event.objects.order_by("id")] == [
        "alice made an invitation: Dora, as editor",
        "dora joined the team as editor",
    ]


def test_a_wrong_form_says_what_is_wrong(world):
    answer = world.alice.post(f"/t/{world.team.id}/invitations", {"role": "king", "days": "7"})

    assert answer.status_code == 422
    assert "king" in answer.content.decode()
    assert Team.objects.count() == 2
