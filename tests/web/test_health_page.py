"""`GET /health`: the page that says how everything is."""

import html

import pytest

from topoviz.web.health import everything
from topoviz.web.health.part import Part, State

pytestmark = pytest.mark.django_db


def page_text(client):
    return html.unescape(client.get("/health").content.decode())


def test_it_names_every_part(client):
    text = page_text(client)

    for name in ("Engine", "Python", "Database", "Broker", "Graphviz", "Java", "Spark"):
        assert f"<h2>{name}</h2>" in text


def test_it_says_that_all_is_well(client, monkeypatch):
    monkeypatch.setattr("topoviz.web.pages.health.look_at_everything", lambda variables: (READY, READY))

    text = page_text(client)

    assert "All 2 parts are ready." in text
    assert "What to do:" not in text


def test_it_says_what_to_do_about_what_is_missing(client, monkeypatch):
    monkeypatch.setattr("topoviz.web.pages.health.look_at_everything", lambda variables: (READY, MISSING))

    text = page_text(client)

    assert "1 of 2 parts needs you." in text
    assert "Buy a stapler." in text


def test_it_shows_trouble_found_by_looking(client, monkeypatch):
    monkeypatch.setenv("REDIS_URL", "redis://:a-password@127.0.0.1:1/0")

    text = page_text(client)

    assert "REDIS_URL is set, but no server answers there" in text
    assert "a-password" not in text


def test_it_escapes_what_other_programs_say(client, monkeypatch):
    part = Part("Tool", "Does things.", State.READY, "<b>1</b>", "<script>alert(1)</script>")
    monkeypatch.setattr("topoviz.web.pages.health.look_at_everything", lambda variables: (part,))

    content = client.get("/health").content.decode()

    assert "<script>" not in content
    assert "<b>" not in content


def test_it_looks_again_only_after_a_while(client, monkeypatch):
    looks = []
    monkeypatch.setattr("topoviz.web.pages.health.look_at_everything", lambda variables: looks.append(1) or (READY,))

    client.get("/health")
    client.get("/health")

    assert len(looks) == 1


def test_it_sends_a_strict_content_security_policy(client):
    policy = client.get("/health").headers["Content-Security-Policy"]

    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy


def test_it_takes_no_post(client):
    assert client.post("/health").status_code == 405


def test_it_refuses_foreign_host_names(client):
    assert client.get("/", headers={"host": "evil.example"}).status_code == 400


def test_its_order_is_that_of_looking(monkeypatch):
    names = [part.name for part in everything.look_at_everything({})]

    assert names == ["Engine", "Python", "Database", "Broker", "Graphviz", "Java", "Spark"]


READY = Part("Desk", "To write on.", State.READY, "oak", "It stands.")
MISSING = Part("Stapler", "Keeps paper together.", State.MISSING, "none", "There is none.", "Buy a stapler.")
