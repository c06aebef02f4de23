"""Who may call `POST /api/v1/analyses`: visitors, browsers and tokens, and how often."""

import pytest
from django.test import Client

from tests.web.conftest import body, submit
from topoviz.web.accounts.models import Team
from topoviz.web.analyses.models import Analysis

pytestmark = pytest.mark.django_db


def test_a_visitor_gets_a_team_with_the_first_submission(world):
    first = submit(world.visitor, "one").json()
    second = submit(world.visitor, "two").json()

    teams = set(Analysis.objects.filter(id__in=(first["id"], second["id"])).values_list("team__is_anonymous", "team"))
    assert len(teams) == 1
    assert next(iter(teams))[0] is True


def test_looking_makes_no_team(world):
    world.visitor.get("/api/v1/versions")
    world.visitor.get("/api/v1/analyses/00000000-0000-0000-0000-000000000000")

    assert not Team.objects.filter(is_anonymous=True).exists()


def test_a_browser_must_send_the_pages_own_secret(world):
    strict = Client(enforce_csrf_checks=True)

    assert submit(strict).status_code == 401
    strict.get("/")
    assert submit(strict).status_code == 403
    secret = strict.cookies["csrftoken"].value
    answer = strict.post("/api/v1/analyses", body(), content_type="application/json", headers={"X-CSRFToken": secret})
    assert answer.status_code == 202


def test_a_token_needs_no_such_secret(world, make_token):
    client = make_token(world.team)
    client.handler.enforce_csrf_checks = True

    assert submit(client).status_code == 202


def test_too_many_submissions_are_told_when_to_come_again(world, monkeypatch):
    monkeypatch.setattr("topoviz.web.documents.throttles.AnalysesThrottle.rate", "2/min", raising=False)

    answers = [submit(world.alice, str(number)) for number in range(3)]

    assert [answer.status_code for answer in answers] == [202, 202, 429]
    assert 0 < int(answers[2].headers["Retry-After"]) <= 60
    assert answers[2].json()["code"] == "too-many"


def test_addresses_in_headers_are_not_believed(monkeypatch, client, db):
    monkeypatch.setattr("topoviz.web.documents.throttles.VisitorsThrottle.rate", "1/min", raising=False)

    answers = [submit(Client(headers={"X-Forwarded-For": f"192.0.2.{number}"}), str(number)) for number in range(2)]

    assert [answer.status_code for answer in answers] == [202, 429]
