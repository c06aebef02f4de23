"""No secret stands in a log, whatever goes wrong."""

import io
import logging
import logging.config

import pytest
from django.conf import settings
from django.test import Client

from tests.web.conftest import analyzed, share
from topoviz.web.pages import shared_files

pytestmark = pytest.mark.django_db

CANARY = "Canary-canary_canary-canary_canary"


@pytest.fixture
def log():
    """Everything that is logged, as lines of the product's own form; more of it than the product logs."""
    made = logging.config.dictConfigClass(settings.LOGGING)
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(made.configure_formatter(dict(settings.LOGGING["formatters"]["line"])))
    loggers = [logging.getLogger(), logging.getLogger("django.request")]
    before = [(logger, logger.level) for logger in loggers]
    for logger in loggers:
        logger.setLevel(logging.DEBUG)
    loggers[0].addHandler(handler)
    yield written
    loggers[0].removeHandler(handler)
    for logger, level in before:
        logger.setLevel(level)


@pytest.mark.parametrize(
    "path",
    [
        f"/s/{CANARY}",
        f"/s/{CANARY}.svg?view=plan",
        f"/s/{CANARY}/analysis.json",
        f"/s/{CANARY}/delete",
        f"/invitations/{CANARY}",
    ],
)
def test_addresses_that_lead_nowhere_are_logged_without_their_secret(log, path):
    client = Client(enforce_csrf_checks=True)
    for answer in (client.get(path.format(CANARY)), client.post(path.format(CANARY))):
        assert answer.status_code >= 400

    assert "/s/…" in log.getvalue() or "/invitations/…" in log.getvalue()
    assert CANARY not in log.getvalue()


def test_the_address_of_a_link_inside_another_address_is_hidden_too(log):
    logging.getLogger().warning("no luck with /oembed?url=http%%3A%%2F%%2Fa.example%%2Fs%%2F%s&format=json", CANARY)

    assert "%2Fs%2F…&format=json" in log.getvalue()
    assert CANARY not in log.getvalue()


def test_a_mistake_of_ours_is_logged_without_the_secret(world, log, monkeypatch):
    token = share(world.alice, analyzed(world.alice)).json()["url"].rpartition("/s/")[2]

    def break_down(*_, **__):
        raise RuntimeError(f"no luck with /s/{token}.svg")

    monkeypatch.setattr(shared_files, "parse_view", break_down)
    answer = Client(raise_request_exception=False).get(f"/s/{token}.svg")

    assert answer.status_code == 500
    assert "Traceback" in log.getvalue()
    assert "no luck with /s/….svg" in log.getvalue()
    assert token not in log.getvalue()


def test_tokens_are_logged_nowhere(log):
    Client(headers={"Authorization": f"Bearer tvz_{CANARY}"}).get("/api/v1/analyses")
    logging.getLogger("topoviz").warning("Somebody showed %s.", f"tvz_{CANARY}")

    assert "Somebody showed tvz_…." in log.getvalue()
    assert CANARY not in log.getvalue()
