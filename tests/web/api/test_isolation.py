"""Nobody sees or changes what belongs to another team: every address, every kind of stranger."""

import uuid

import pytest
from django.test import Client
from django.urls import get_resolver
from django.urls.resolvers import URLPattern, URLResolver

from tests.web.conftest import analyzed, submit
from topoviz.rendering.forms.model import Form
from topoviz.web.accounts.models import Membership, Scope
from topoviz.web.accounts.services import revoke_api_token
from topoviz.web.analyses.models import Job, State
from topoviz.web.documents.comparisons import CHANGE_FILES
from topoviz.web.sharing.models import ShareLink
from topoviz.web.urls import ENDINGS

pytestmark = pytest.mark.django_db


def routes(resolver=None, before=""):
    """Every address of the product, as its pattern is written."""
    for one in (resolver or get_resolver()).url_patterns:
        here = before + str(one.pattern)
        if isinstance(one, URLResolver):
            yield from routes(one, here)
        elif isinstance(one, URLPattern):
            yield here


OF_A_REPORT = [route for route in routes() if "report_id" in route]
OF_A_CALCULATION = [route for route in routes() if "calculation_id" in route]
OF_AN_ANALYSIS = [route for route in routes() if "analysis_id" in route]
METHODS = ("get", "post")

# What is nobody's in particular, and addresses that show a secret of their own.
OPEN = {
    *("", "health", "healthz", "api/v1/analyses", "api/v1/share-links", "api/v1/versions", "api/v1/examples"),
    *(
        "api/v1/schema/",
        "api/v1/docs/",
        "s/<str:token>",
        *(f"s/<str:token>.{ending}" for ending in ENDINGS),
        "s/<str:token>/delete",
        *("s/<str:token>/analysis.json", "s/<str:token>/tasks.svg"),
        *(f"s/<str:token>/comparison.{form}" for form in Form),
        *(f"s/<str:token>/change.{ending}" for ending in CHANGE_FILES),
        *("help/", "help/terms", "help/formats", "favicon.ico"),
    ),
    # Whoever compares names analyses in the body.
    *("api/v1/comparisons", "api/v1/archives", "api/v1/lag-reports", "s/<str:token>/files/<str:what>"),
}


def test_every_address_is_accounted_for():
    """A new address must come here, or name the analysis it belongs to."""
    assert set(routes()) - set(OF_AN_ANALYSIS) - set(OF_A_REPORT) - set(OF_A_CALCULATION) == OPEN
    assert len(OF_AN_ANALYSIS) == 8 + len(Form)
    # Those are tried in tests/web/lag_reports and tests/web/calculations.
    assert (len(OF_A_REPORT), len(OF_A_CALCULATION)) == (4, 3 * (2 + len(Form)) + len(CHANGE_FILES))


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


@pytest.mark.parametrize("route", OF_AN_ANALYSIS)
def test_strangers_find_nothing(world, strangers, route):
    document = analyzed(world.alice)
    jobs = list(Job.objects.values("id", "state"))
    path = "/" + route.replace("<uuid:analysis_id>", document["id"])

    for who, client in strangers.items():
        for method in METHODS:
            answer = getattr(client, method)(path, content_type="application/json")
            assert answer.status_code in (401, 403, 404, 405), (who, method)
            if answer.status_code == 403:
                # Only those who may write nowhere learn that they may not, and they learn it of every address.
                unknown = getattr(client, method)(path.replace(document["id"], str(uuid.uuid4())))
                assert unknown.status_code == 403, (who, method)
            assert b"KSTREAM" not in answer.content, (who, method)
    assert list(Job.objects.values("id", "state")) == jobs


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
