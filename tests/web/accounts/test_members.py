"""Roles, leaving and handing over: a team always has an owner."""

import pytest

from topoviz.web.accounts.models import ApiToken, Membership, Role, Team, User
from topoviz.web.audit.models import Event

pytestmark = pytest.mark.django_db


def user(name):
    return User.objects.get(username=name)


def change(client, team, name, role):
    return client.post(f"/t/{team.id}/members/{user(name).id}/role", {"role": role}, follow=True)


def role_of(name, team):
    found = Membership.objects.filter(user__username=name, team=team).first()
    return None if found is None else found.role


def test_owners_change_roles_and_that_holds_at_once(world):
    change(world.alice, world.team, "vera", "owner")

    assert role_of("vera", world.team) == Role.OWNER
    assert world.viewer.get(f"/t/{world.team.id}/settings").status_code == 200


def test_others_change_no_roles(world):
    for client, status in ((world.bob, 403), (world.viewer, 403), (world.charlie, 404)):
        answer = client.post(f"/t/{world.team.id}/members/{user('bob').id}/role", {"role": "owner"})
        assert answer.status_code == status
    assert role_of("bob", world.team) == Role.EDITOR


def test_an_owner_of_another_team_reaches_nobody_here(world):
    world.charlie.post(f"/t/{world.other_team.id}/members/{user('alice').id}/role", {"role": "viewer"})
    world.charlie.post(f"/t/{world.other_team.id}/members/{user('alice').id}/remove")

    assert role_of("alice", world.team) == Role.OWNER


def test_the_last_owner_stays_one(world):
    page = change(world.alice, world.team, "alice", "editor").content.decode()

    assert "A team has an owner" in page
    assert role_of("alice", world.team) == Role.OWNER


def test_the_last_owner_cannot_leave(world):
    page = world.alice.post(f"/t/{world.team.id}/leave", follow=True).content.decode()

    assert "A team has an owner" in page
    assert role_of("alice", world.team) == Role.OWNER


def test_who_leaves_sees_nothing_more(world, make_token):
    token = make_token(world.team, created_by=user("bob"))
    world.bob.post(f"/t/{world.team.id}/leave")

    assert world.bob.get(f"/t/{world.team.id}").status_code == 404
    assert token.get("/api/v1/versions").status_code == 401


def test_tokens_of_somebody_who_left_do_not_come_back_with_them(world, make_token):
    token = make_token(world.team, created_by=user("bob"))
    world.bob.post(f"/t/{world.team.id}/leave")
    Membership.objects.create(team=world.team, user=user("bob"), role=Role.EDITOR)

    assert token.get("/api/v1/versions").status_code == 401
    assert ApiToken.objects.get().revoked is not None


def test_who_is_removed_sees_nothing_from_the_next_request_on(world):
    assert world.bob.get(f"/t/{world.team.id}").status_code == 200
    world.alice.post(f"/t/{world.team.id}/members/{user('bob').id}/remove")

    assert world.bob.get(f"/t/{world.team.id}").status_code == 404


def test_handing_over_makes_another_the_owner(world):
    world.alice.post(f"/t/{world.team.id}/hand-over", {"user": str(user("vera").id)})

    assert role_of("vera", world.team) == Role.OWNER
    assert role_of("alice", world.team) is None


def test_a_team_is_handed_over_to_members_only(world):
    for given in (str(user("charlie").id), str(user("alice").id), "nonsense"):
        world.alice.post(f"/t/{world.team.id}/hand-over", {"user": given})

    assert role_of("alice", world.team) == Role.OWNER
    assert role_of("charlie", world.team) is None


def test_a_team_is_renamed_and_deleted_by_owners_when_they_type_its_name(world):
    world.alice.post(f"/t/{world.team.id}/settings", {"name": "Shop"})
    assert Team.objects.get(id=world.team.id).name == "Shop"
    assert world.alice.post(f"/t/{world.team.id}/delete", {"delete-name": "Orders"}).status_code == 422
    assert world.bob.post(f"/t/{world.team.id}/delete", {"delete-name": "Shop"}).status_code == 403

    world.alice.post(f"/t/{world.team.id}/delete", {"delete-name": "Shop"})

    assert not Team.objects.filter(id=world.team.id).exists()


def test_members_see_each_other_and_addresses_are_for_owners(world):
    User.objects.filter(username="bob").update(email="bob@example.com")

    assert "bob@example.com" in world.alice.get(f"/t/{world.team.id}/members").content.decode()
    page = world.viewer.get(f"/t/{world.team.id}/members").content.decode()
    assert "bob" in page
    assert "bob@example.com" not in page


def test_what_owners_do_is_written_down_and_only_they_read_it(world):
    change(world.alice, world.team, "bob", "viewer")
    world.alice.post(f"/t/{world.team.id}/members/{user('bob').id}/remove")

    assert [str(event) for event in Event.objects.order_by("id")] == [
        "alice changed a role: bob from editor to viewer",
        "alice removed bob",
    ]
    page = world.alice.get(f"/t/{world.team.id}/audit").content.decode()
    assert page.index("removed bob") < page.index("changed a role")
    assert world.viewer.get(f"/t/{world.team.id}/audit").status_code == 403
    assert world.charlie.get(f"/t/{world.team.id}/audit").status_code == 404


def test_choosing_a_team_decides_where_new_things_go(world):
    Membership.objects.create(team=world.other_team, user=user("alice"), role=Role.EDITOR)

    world.alice.post("/teams/choose", {"team": str(world.other_team.id)})
    assert world.alice.session["chosen_team"] == str(world.other_team.id)

    assert world.viewer.post("/teams/choose", {"team": str(world.other_team.id)}).status_code == 404


def test_visitors_are_asked_to_sign_in_whether_there_is_such_a_team_or_not(world):
    for team in (world.team.id, "00000000-0000-4000-8000-000000000000"):
        answer = world.visitor.get(f"/t/{team}/members")
        assert answer.headers["Location"] == f"/account/login/?next=%2Ft%2F{team}%2Fmembers"
