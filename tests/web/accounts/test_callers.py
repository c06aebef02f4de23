"""Whose things somebody sees, and where they may write: members of several teams, tokens, and visitors who sign in."""

from uuid import uuid4

import pytest
from django.test import Client

from tests.web.conftest import analyzed, submit
from topoviz.web.accounts.callers import CHOSEN_KEY, Caller, TeamRole
from topoviz.web.accounts.models import Membership, Role, Scope, Team, User
from topoviz.web.accounts.services import create_team
from topoviz.web.analyses.models import Analysis, Job, State
from topoviz.web.analyses.selectors import find_analysis
from topoviz.web.projects.models import Project, Revision

pytestmark = pytest.mark.django_db


@pytest.fixture
def second_team(world):
    """Charlie's team, in which Alice only reads."""
    Membership.objects.create(team=world.other_team, user=User.objects.get(username="alice"), role=Role.VIEWER)
    return world.other_team


def test_what_any_of_my_teams_has_opens(world, second_team):
    theirs, mine = analyzed(world.charlie, "theirs"), analyzed(world.alice, "mine")

    assert world.alice.get(theirs["url"]).status_code == 200
    assert world.alice.get(f"/a/{theirs['id']}").status_code == 200
    assert world.alice.get(mine["url"]).status_code == 200


def test_where_i_only_read_i_am_told_so(world, second_team):
    theirs = submit(world.charlie, "theirs").json()

    answer = world.alice.post(f"{theirs['url']}/cancel")

    assert (answer.status_code, answer.json()["code"]) == (403, "not-allowed")
    assert Job.objects.get().state == State.QUEUED


def test_somebody_who_only_reads_shares_nothing(world, second_team):
    theirs = analyzed(world.charlie)

    answer = world.alice.post("/api/v1/share-links", {"analysis": theirs["id"]}, content_type="application/json")

    assert answer.status_code == 403


def test_new_things_go_to_the_oldest_team_or_to_the_chosen_one(world, second_team):
    submit(world.alice, "first")
    Membership.objects.filter(team=second_team, user__username="alice").update(role=Role.EDITOR)
    session = world.alice.session
    session[CHOSEN_KEY] = str(second_team.id)
    session.save()
    submit(world.alice, "second")

    assert list(Analysis.objects.order_by("created").values_list("team", flat=True)) == [world.team.id, second_team.id]


def test_a_chosen_team_that_one_has_left_is_chosen_no_more(world, second_team):
    session = world.alice.session
    session[CHOSEN_KEY] = str(second_team.id)
    session.save()
    Membership.objects.filter(team=second_team, user__username="alice").delete()

    submit(world.alice)

    assert Analysis.objects.get().team == world.team


def test_nothing_new_goes_to_a_team_that_one_only_reads(world, second_team):
    session = world.alice.session
    session[CHOSEN_KEY] = str(second_team.id)
    session.save()

    assert submit(world.alice).status_code == 403
    assert not Analysis.objects.exists()


def test_another_role_holds_from_the_next_request_on(world):
    assert submit(world.bob, "one").status_code == 202
    Membership.objects.filter(user__username="bob").update(role=Role.VIEWER)

    assert submit(world.bob, "two").status_code == 403


def test_a_token_may_never_do_more_than_the_one_who_made_it(world, make_token):
    token = make_token(world.team, created_by=User.objects.get(username="bob"))
    assert submit(token, "one").status_code == 202
    Membership.objects.filter(user__username="bob").update(role=Role.VIEWER)

    assert submit(token, "two").status_code == 403
    assert token.get("/api/v1/versions").status_code == 200


def test_a_token_opens_its_team_alone(world, second_team, make_token):
    theirs = analyzed(world.charlie)
    token = make_token(world.team, created_by=User.objects.get(username="alice"), scope=Scope.READ)

    assert token.get(theirs["url"]).status_code == 404


def test_a_token_of_one_project_finds_what_that_has(world):
    inside, outside = analyzed(world.alice, "inside"), analyzed(world.alice, "outside")
    project = Project.objects.create(team=world.team, name="Shop")
    for number in (1, 2):
        Revision.objects.create(project=project, analysis_id=inside["id"], number=number)
    caller = Caller(world.team, (TeamRole(world.team, Role.EDITOR),), project=project.id)

    assert find_analysis(caller, inside["id"]) is not None
    assert find_analysis(caller, outside["id"]) is None


def test_what_a_visitor_made_is_still_there_after_signing_in(world):
    visitor = Client()
    made = analyzed(visitor)
    visitor.force_login(User.objects.get(username="alice"))

    assert visitor.get(made["url"]).status_code == 200
    # What is new goes to the team.
    submit(visitor, "another")
    assert Analysis.objects.latest("created").team == world.team


def test_the_two_versions_of_a_comparison_belong_to_one_team(world, second_team):
    """Its members see both texts."""
    Membership.objects.filter(user__username="alice").update(role=Role.OWNER)
    mine, theirs = analyzed(world.alice, "mine"), analyzed(world.charlie, "theirs")
    sides = {"old": {"analysis": theirs["id"]}, "new": {"analysis": mine["id"]}}

    answer = world.alice.post("/api/v1/comparisons", sides, content_type="application/json")

    assert answer.status_code == 422
    assert "two teams" in answer.json()["detail"]


def test_files_that_are_compared_go_to_the_team_of_the_other_version(world, second_team):
    Membership.objects.filter(user__username="alice").update(role=Role.OWNER)
    theirs = analyzed(world.charlie)
    new = {"submission": {"files": [{"name": "A.java", "text": "class A {}"}]}}

    answer = world.alice.post(
        "/api/v1/comparisons", {"old": {"analysis": theirs["id"]}, "new": new}, content_type="application/json"
    )

    assert answer.status_code == 202
    assert set(Analysis.objects.values_list("team", flat=True)) == {second_team.id}


def test_a_role_is_that_in_the_team_that_is_asked_about():
    teams = [Team(id=uuid4(), name=role) for role in Role.values]
    caller = Caller(teams[0], tuple(map(TeamRole, teams, Role)))

    assert [caller.may_write(team) for team in teams] == [True, True, False]
    assert [caller.owns(team) for team in teams] == [True, False, False]
    assert caller.role_in(Team(id=uuid4())) is None
    assert not caller.may_write(Team(id=uuid4()))


def test_a_user_in_no_team_reads_and_writes_nothing(world):
    client = Client()
    client.force_login(User.objects.create_user("nobody"))

    assert submit(client).status_code == 403
    create_team(name="Mine", owner=User.objects.get(username="nobody"))
    assert submit(client).status_code == 202
