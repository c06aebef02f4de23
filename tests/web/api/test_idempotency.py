"""`Idempotency-Key`: what is sent twice makes one thing, and has one answer."""

from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.utils import timezone

from tests.web.api.test_problems import told
from tests.web.conftest import analyzed, body
from tests.web.lag_reports.conftest import HISTORY
from topoviz.web.accounts.models import ApiToken
from topoviz.web.analyses.models import Analysis
from topoviz.web.idempotency.models import Request
from topoviz.web.idempotency.services import throw_away_old
from topoviz.web.lag_reports.models import LagReport
from topoviz.web.sharing.models import ShareLink

pytestmark = pytest.mark.django_db

KEY = {"Idempotency-Key": "the key"}


def link(client, document, **given):
    sent = {"analysis": document["id"], **given}
    return client.post("/api/v1/share-links", sent, content_type="application/json", headers=KEY)


def test_what_is_sent_again_is_made_once_and_answered_alike(world):
    document = analyzed(world.alice)

    first, second = link(world.alice, document), link(world.alice, document)

    assert (first.status_code, second.status_code, ShareLink.objects.count()) == (201, 201, 1)
    assert first.json() == second.json()
    assert second.headers["Location"] == first.headers["Location"]
    assert second.headers["Idempotency-Replayed"] == "true"
    assert "Idempotency-Replayed" not in first.headers


def test_a_key_is_that_of_one_caller_and_one_request(world):
    document = analyzed(world.alice)
    link(world.alice, document)

    assert told(link(world.alice, document, expires_in_days=3))["code"] == "key-reused"
    assert link(world.bob, document).status_code == 201
    assert ShareLink.objects.count() == 2


def test_what_went_wrong_may_be_sent_again(world):
    document = analyzed(world.alice)
    assert link(world.alice, document, expires_in_days=0).status_code == 422

    assert link(world.alice, document).status_code == 201


def test_a_secret_is_not_kept_in_the_open(world):
    answers = [
        world.alice.post("/api/v1/tokens", {"name": "CI"}, content_type="application/json", headers=KEY)
        for _ in range(2)
    ]

    secret = answers[0].json()["secret"]
    assert answers[1].json()["secret"] == secret
    assert ApiToken.objects.count() == 1
    with connection.cursor() as cursor:
        cursor.execute("SELECT * FROM idempotency_request")
        kept = b" ".join(
            bytes(one) if isinstance(one, bytes | memoryview) else str(one).encode() for one in cursor.fetchone()
        )
    assert secret.encode() not in kept
    assert KEY["Idempotency-Key"].encode() not in kept


def test_what_was_asked_cannot_be_guessed_from_what_is_kept(world):
    """A request may hold a password, which is kept as nothing that is quick to try."""
    sent = {"analysis": analyzed(world.alice)["id"], "password": "open sesame"}
    for key in ("one-key", "another-key"):
        answer = world.alice.post(
            "/api/v1/share-links", sent, content_type="application/json", headers={"Idempotency-Key": key}
        )
        assert answer.status_code == 201

    assert len(set(Request.objects.values_list("fingerprint", flat=True))) == 2


def test_a_request_that_is_being_worked_on_is_not_begun_again_until_it_counts_as_lost(world):
    document = analyzed(world.alice)
    link(world.alice, document)
    ShareLink.objects.all().delete()
    Request.objects.update(status=None, sealed=None)

    answer = link(world.alice, document)
    assert (told(answer)["code"], answer.headers["Retry-After"]) == ("key-in-use", "1")
    assert not ShareLink.objects.exists()
    Request.objects.update(begun=timezone.now() - timedelta(minutes=2))
    assert link(world.alice, document).status_code == 201


def test_submissions_have_one_id_anyway_and_their_keys_are_held_to_that(world):
    first, second = (
        world.alice.post("/api/v1/analyses", body(), content_type="application/json", headers=KEY) for _ in range(2)
    )
    other = world.alice.post("/api/v1/analyses", body("class A { }"), content_type="application/json", headers=KEY)

    assert first.json()["id"] == second.json()["id"]
    assert told(other)["code"] == "key-reused"
    assert Analysis.objects.count() == 1


def test_files_count_as_what_they_hold(world):
    analysis = analyzed(world.alice)

    def upload(content):
        sent = {"analysis": analysis["id"], "file": SimpleUploadedFile("lag.csv", content)}
        return world.alice.post("/api/v1/lag-reports", sent, headers=KEY)

    assert upload(HISTORY).json()["id"] == upload(HISTORY).json()["id"]
    assert told(upload(HISTORY + b"\n"))["code"] == "key-reused"
    assert LagReport.objects.count() == 1


@pytest.mark.parametrize("key", ["", "x" * 256, "é"])
def test_a_key_that_is_none_is_refused(world, key):
    answer = world.alice.post(
        "/api/v1/tokens", {"name": "CI"}, content_type="application/json", headers={"Idempotency-Key": key}
    )

    assert told(answer)["errors"][0]["field"] == "Idempotency-Key"


def test_keys_are_forgotten_after_a_day(world):
    document = analyzed(world.alice)
    link(world.alice, document)
    Request.objects.update(created=timezone.now() - timedelta(hours=25))

    assert throw_away_old() == 1
    assert link(world.alice, document).status_code == 201
    assert ShareLink.objects.count() == 2
