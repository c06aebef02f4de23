"""What is written down of a team, and who reads it."""

import pytest

from topoviz.web.accounts.callers import Caller, TeamRole
from topoviz.web.accounts.models import ApiToken, Role, Team, User
from topoviz.web.accounts.services import create_anonymous_team
from topoviz.web.audit.actions import WORDS, Action
from topoviz.web.audit.models import Event
from topoviz.web.audit.selectors import events_of
from topoviz.web.audit.services import record

pytestmark = pytest.mark.django_db


def caller(team, role=Role.OWNER, **options):
    return Caller(team, (TeamRole(team, role),), **options)


@pytest.fixture
def team():
    return Team.objects.create(name="Orders")


def test_an_event_says_who_did_what_to_what(team):
    alice = User.objects.create_user("alice")
    record(team=team, caller=caller(team, user=alice), action=Action.TOKEN_CREATED, target="CI")

    assert str(Event.objects.get()) == "alice made the token CI"


def test_a_token_and_a_command_are_named_as_such(team):
    token = ApiToken.objects.create(team=team, name="CI", created_by=User.objects.create_user("alice"))
    record(team=team, caller=caller(team, token=token, user=token.created_by), action=Action.EXPORTED)
    record(team=team, caller=None, action=Action.TOKEN_CREATED, target="night")

    assert [str(event) for event in Event.objects.order_by("id")] == [
        "The token CI exported everything that the team has",
        "A command on the server made the token night",
    ]


def test_what_was_done_stays_when_the_one_who_did_it_is_gone(team):
    alice = User.objects.create_user("alice")
    record(team=team, caller=caller(team, user=alice), action=Action.TEAM_CREATED)
    alice.delete()

    assert Event.objects.get().actor is None


def test_of_a_visitors_own_team_nothing_is_written_down():
    team = create_anonymous_team()
    record(team=team, caller=caller(team), action=Action.LINK_CREATED)

    assert not Event.objects.exists()


def test_only_owners_read_it_the_newest_first(team):
    for action in (Action.TEAM_CREATED, Action.INVITED):
        record(team=team, caller=None, action=action)
    record(team=Team.objects.create(name="Others"), caller=None, action=Action.TEAM_CREATED)

    assert [event.action for event in events_of(caller(team), team)] == [Action.INVITED, Action.TEAM_CREATED]
    for role in (Role.EDITOR, Role.VIEWER):
        assert not events_of(caller(team, role), team).exists()


def test_a_long_target_is_cut(team):
    record(team=team, caller=None, action=Action.IMPORTED, target="x" * 1000)

    assert len(Event.objects.get().target) == 300


@pytest.mark.parametrize("action", Action)
def test_every_action_has_words_and_fits(action):
    assert WORDS[action]
    assert len(action) <= Event._meta.get_field("action").max_length
