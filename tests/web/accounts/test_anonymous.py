"""Where no account is needed, and where one is."""

import pytest
from django.test import Client

from tests.web.conftest import analyzed, share, submit

pytestmark = pytest.mark.django_db

OPEN = (
    "/account/login/",
    "/account/signup/",
    "/help/",
    "/help/terms",
    "/health",
    "/healthz",
    "/api/v1/docs/",
)


@pytest.fixture
def closed(settings):
    settings.TOPOVIZ_ANONYMOUS = False


def test_without_an_account_pages_ask_to_sign_in_and_lead_back(closed, db):
    answer = Client().get("/?a=b")

    assert answer.headers["Location"] == "/account/login/?next=%2F%3Fa%3Db"


def test_the_api_says_so_with_401(closed, db):
    for answer in (submit(Client(), "x"), Client().get("/api/v1/versions")):
        assert answer.status_code == 401
        assert answer.json()["code"] == "not-signed-in"


@pytest.mark.parametrize("path", OPEN)
def test_these_stay_open(closed, path):
    assert Client().get(path).status_code == 200


def test_share_links_stay_open(world, settings):
    link = share(world.alice, analyzed(world.alice)).json()
    settings.TOPOVIZ_ANONYMOUS = False

    assert Client().get(link["url"]).status_code == 200


def test_members_and_tokens_go_on(world, closed, make_token):
    assert submit(world.alice, "x").status_code == 202
    assert submit(make_token(world.team), "y").status_code == 202
    assert world.alice.get("/").status_code == 200


def test_what_was_made_in_a_browser_before_is_shown_again_after_signing_in_only(world, settings):
    made = analyzed(world.visitor)
    settings.TOPOVIZ_ANONYMOUS = False

    assert world.visitor.get(made["url"]).status_code == 401


def test_a_link_that_carries_its_program_says_what_to_do_and_leads_nowhere_else(world, closed):
    """What stands behind its # would be lost on the way over the page where one signs in."""
    answer = Client().get("/s")

    assert answer.status_code == 403
    assert "sign in in another tab, then load this page again" in answer.content.decode()
    assert 'id="workbench"' not in answer.content.decode()
    assert 'id="workbench"' in world.viewer.get("/s").content.decode()
