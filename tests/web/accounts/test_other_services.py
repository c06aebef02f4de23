"""Signing in with an OpenID provider, which runs on this machine, and the way there and back."""

import re
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from django.test import Client
from oidc_provider_mock import run_server_in_thread

from topoviz.web.accounts.models import Membership, User
from topoviz.web.other_services import sign_in_services

pytestmark = [
    pytest.mark.django_db,
    # The provider's own, which would be its answer otherwise.
    pytest.mark.filterwarnings("ignore:get_jwt_config:DeprecationWarning"),
]


@pytest.fixture(scope="module")
def provider():
    """The address of a real provider."""
    with run_server_in_thread() as server:
        yield f"http://127.0.0.1:{server.server_port}"


@pytest.fixture
def openid(provider, settings):
    settings.SOCIALACCOUNT_PROVIDERS = sign_in_services(
        {
            "TOPOVIZ_OIDC_SERVER": provider,
            "TOPOVIZ_OIDC_CLIENT_ID": "topoviz",
            "TOPOVIZ_OIDC_SECRET": "of-tests",
            "TOPOVIZ_OIDC_NAME": "Example",
        }
    )
    return provider


def sign_in_there(client, provider, subject, email):
    """Go to the provider, say who one is, and come back; gives the last answer."""
    httpx.put(f"{provider}/users/{subject}", json={"email": email, "userinfo": {"email_verified": True}})
    page = client.post("/account/oidc/sso/login/?process=login")
    assert page.status_code == 200, page.headers
    address = re.search(r'<a href="(http[^"]+)"', page.content.decode())[1].replace("&amp;", "&")
    asked = parse_qs(urlsplit(address).query)
    assert asked["code_challenge_method"] == ["S256"]
    back = httpx.post(address, data={"sub": subject}).headers["Location"]
    assert back.startswith("http://testserver/account/oidc/sso/login/callback/?")
    return client.get(back.removeprefix("http://testserver"), follow=True)


def test_the_page_offers_the_services_that_are_set_up(openid, client):
    page = client.get("/account/login/").content.decode()

    assert "Sign in with Example" in page
    assert "GitHub" not in page


def test_without_any_nothing_is_offered_and_their_addresses_lead_nowhere(client, db):
    assert "Sign in with" not in client.get("/account/login/").content.decode()
    for path in ("oidc/sso/login/", "github/login/", "github/login/callback/"):
        assert client.get(f"/account/{path}").status_code == 404


def test_who_comes_from_there_gets_an_account_and_a_team(openid):
    client = Client()
    answer = sign_in_there(client, openid, "dora", "dora@example.com")

    membership = Membership.objects.get(user__email="dora@example.com")
    assert answer.request["PATH_INFO"] == f"/t/{membership.team.id}"
    client.post("/account/logout/")

    sign_in_there(client, openid, "dora", "dora@example.com")
    assert User.objects.count() == 1
    assert client.get("/teams").status_code == 200


def test_the_address_of_somebody_elses_account_opens_it_not(openid):
    """Whoever runs the provider could otherwise take over every account."""
    User.objects.create_user("alice", "alice@example.com", "a-long-word-x")
    client = Client()
    client.post("/account/login/", {"login": "alice", "password": "a-long-word-x"})
    client.post("/account/logout/")

    answer = sign_in_there(client, openid, "mallory", "alice@example.com")

    assert answer.request["PATH_INFO"] == "/account/3rdparty/signup/"
    assert not answer.wsgi_request.user.is_authenticated


def test_an_account_can_be_connected_and_then_signs_in_from_there(openid):
    user = User.objects.create_user("alice", "alice@example.com", "a-long-word-x")
    client = Client()
    client.post("/account/login/", {"login": "alice", "password": "a-long-word-x"})
    httpx.put(f"{openid}/users/al", json={"email": "al@example.org", "userinfo": {}})
    page = client.post("/account/oidc/sso/login/?process=connect")
    address = re.search(r'<a href="(http[^"]+)"', page.content.decode())[1].replace("&amp;", "&")
    back = httpx.post(address, data={"sub": "al"}).headers["Location"]
    answer = client.get(back.removeprefix("http://testserver"), follow=True)
    assert answer.request["PATH_INFO"] == "/account/reauthenticate/"
    client.post("/account/reauthenticate/", {"password": "a-long-word-x"})

    other = Client()
    answer = sign_in_there(other, openid, "al", "al@example.org")
    assert answer.wsgi_request.user == user
    assert "Example: " in other.get("/account/3rdparty/").content.decode()
