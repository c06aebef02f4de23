"""`GET /healthz`: the answer for machines."""

import pytest
from django.db import DatabaseError, connection

pytestmark = pytest.mark.django_db


def test_it_says_ok(client):
    response = client.get("/healthz")

    assert response.status_code == 200
    assert response.json() == {"status": "ok", "database": "ok"}
    assert "no-store" in response.headers["Cache-Control"]


def test_it_answers_503_when_the_database_does_not_answer(client, monkeypatch):
    def no_cursor():
        raise DatabaseError("gone")

    monkeypatch.setattr(connection, "cursor", no_cursor)

    response = client.get("/healthz")

    assert response.status_code == 503
    assert response.json() == {"status": "trouble", "database": "no answer"}


def test_it_is_not_redirected_to_https(client, settings):
    settings.SECURE_SSL_REDIRECT = True

    assert client.get("/healthz").status_code == 200
