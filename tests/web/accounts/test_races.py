"""Two at the same moment: a team keeps an owner, and an invitation is used once."""

import sqlite3
import threading
from contextlib import closing

import pytest
from django.db import connection

from topoviz.web.accounts.callers import Caller, TeamRole
from topoviz.web.accounts.invitations import NoLonger, invite, join
from topoviz.web.accounts.members import LastOwner, NotAllowed, change_role, leave
from topoviz.web.accounts.models import Membership, Role, User
from topoviz.web.accounts.services import create_team

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def database_of_the_product(transactional_db, tmp_path):
    """SQLite in a file, as the product has it: in memory, a second one is refused instead of waiting."""
    if connection.vendor != "sqlite":
        yield
        return
    given = connection.settings_dict["NAME"]
    file = tmp_path / "races.sqlite3"
    with closing(sqlite3.connect(file)) as copy:
        connection.connection.backup(copy)
    kept, connection.connection = connection.connection, None
    connection.settings_dict["NAME"] = str(file)
    connection.is_in_memory_db = lambda: False
    try:
        yield
    finally:
        connection.close()
        del connection.is_in_memory_db
        connection.settings_dict["NAME"], connection.connection = given, kept


def at_once(*acts):
    """Do all of it at the same moment; gives what each came to, an exception too."""
    start, outcomes = threading.Barrier(len(acts)), [None] * len(acts)

    def run(number, act):
        start.wait()
        try:
            outcomes[number] = act()
        except Exception as error:  # noqa: BLE001 - it is what is looked at
            outcomes[number] = error
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=one) for one in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    return outcomes


@pytest.fixture
def owners():
    """Two owners of one team, as callers."""
    alice, bob = (User.objects.create_user(name) for name in ("alice", "bob"))
    team = create_team(name="Orders", owner=alice)
    Membership.objects.create(team=team, user=bob, role=Role.OWNER)
    return team, [Caller(team, (TeamRole(team, Role.OWNER),), user=user) for user in (alice, bob)]


def test_of_two_owners_who_leave_at_once_one_stays(owners):
    team, callers = owners

    outcomes = at_once(*(lambda caller=caller: leave(team=team, caller=caller) for caller in callers))

    assert sorted(type(one) for one in outcomes if one is not True) == [LastOwner], outcomes
    assert Membership.objects.filter(team=team, role=Role.OWNER).count() == 1


def test_of_two_owners_who_demote_each_other_at_once_one_stays(owners):
    team, (alice, bob) = owners

    outcomes = at_once(
        lambda: change_role(team=team, caller=alice, user_id=bob.user.id, role=Role.VIEWER),
        lambda: change_role(team=team, caller=bob, user_id=alice.user.id, role=Role.VIEWER),
    )

    assert [type(one) for one in outcomes if one is not True] == [NotAllowed], outcomes
    assert Membership.objects.filter(team=team, role=Role.OWNER).count() == 1


def test_of_two_who_follow_one_invitation_at_once_one_joins(owners):
    team, (alice, _) = owners
    invitation, _ = invite(team=team, caller=alice, role=Role.EDITOR, days=1)
    users = [User.objects.create_user(name) for name in ("dora", "emil")]

    outcomes = at_once(
        *(lambda user=user: join(invitation=invitation, user=user, caller=Caller(None, user=user)) for user in users)
    )

    assert [type(one) for one in outcomes if isinstance(one, Exception)] == [NoLonger], outcomes
    assert Membership.objects.filter(team=team).count() == 3
