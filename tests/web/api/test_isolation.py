"""Tokens, and strangers who share: what `test_routes_and_roles.py` does not say of every address."""

import pytest
from django.test import Client

from tests.web.conftest import analyzed, submit
from topoviz.web.accounts.models import Membership, Scope
from topoviz.web.accounts.services import revoke_api_token
from topoviz.web.analyses.models import Job, State
from topoviz.web.sharing.models import ShareLink

pytestmark = pytest.mark.django_db


@pytest.fixture
def strangers(world, make_token):
    """Everybody who must not see what is Alice's."""
    removed, revoked = world.bob, make_token(world.team)
    submit(removed, "before")
    Membership.objects.filter(user__username="bob").delete()
    revoke_api_token(token=revoked.token)
    other_visitor = Client()
    submit(other_visitor, "theirs")
    return {
        "visitor": world.visitor,
        "other visitor": other_visitor,
        "other team": world.charlie,
        "other team's token": make_token(world.other_team),
        "removed member": removed,
        "revoked token": revoked,
    }


def test_strangers_cannot_share(world, strangers):
    document = analyzed(world.alice)

    for who, client in strangers.items():
        answer = client.post("/api/v1/share-links", {"analysis": document["id"]}, content_type="application/json")
        assert answer.status_code in (401, 403, 404), who
    assert not ShareLink.objects.exists()


def test_a_taken_back_token_is_refused_at_once(world, make_token):
    client = make_token(world.team)
    url = submit(client).json()["url"]
    assert client.get(url).status_code == 200

    revoke_api_token(token=client.token)

    answer = client.get(url)
    assert answer.status_code == 401
    assert answer.headers["WWW-Authenticate"] == "Bearer"


def test_a_wrong_token_does_not_fall_back_to_the_session(world):
    url = submit(world.alice).json()["url"]

    assert world.alice.get(url, headers={"Authorization": "Bearer tvz_wrong"}).status_code == 401
    assert world.alice.get(url, headers={"Authorization": "Basic YTpi"}).status_code == 401


def test_a_token_of_somebody_who_left_is_refused(world, make_token):
    from topoviz.web.accounts.models import User

    client = make_token(world.team, created_by=User.objects.get(username="bob"))
    url = submit(client).json()["url"]
    Membership.objects.filter(user__username="bob").delete()

    assert client.get(url).status_code == 401


def test_a_reading_token_reads_only(world, make_token):
    url = submit(world.alice).json()["url"]
    client = make_token(world.team, scope=Scope.READ)

    assert client.get(url).status_code == 200
    assert client.post(f"{url}/cancel").status_code == 403
    assert Job.objects.get().state == State.QUEUED


def test_tokens_are_kept_as_digests(world, make_token):
    from django.db import connection

    secret = make_token(world.team).secret

    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM accounts_apitoken")
        rows = cursor.fetchall()
    assert secret not in repr(rows)
    assert secret[4 + 8 :] not in repr(rows)
    assert secret.startswith("tvz_")
    assert len(secret) >= 4 + 32


def test_an_expired_token_is_refused(world, make_token):
    from datetime import timedelta

    client = make_token(world.team, expires_in=timedelta(seconds=-1))

    assert client.get("/api/v1/versions").status_code == 401
