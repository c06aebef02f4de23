"""The second factor: an authenticator app, and recovery codes for when it is lost."""

import re

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value, yield_hotp_counters_from_time
from django.test import Client

from topoviz.web.accounts.models import User

pytestmark = pytest.mark.django_db

PASSWORD = "a-long-word-x"


def code_of(secret):
    counter = next(iter(yield_hotp_counters_from_time()))
    return format_hotp_value(hotp_value(secret, counter))


@pytest.fixture
def protected():
    """Somebody with an authenticator app; gives the secret of that and the recovery codes."""
    User.objects.create_user("dora", "dora@example.com", PASSWORD)
    client = Client()
    client.post("/account/login/", {"login": "dora", "password": PASSWORD})
    client.post("/account/reauthenticate/", {"password": PASSWORD})
    page = client.get("/account/2fa/totp/activate/").content.decode()
    secret = re.search(r"<code>([A-Z2-7]+)</code>", page)[1]
    client.post("/account/2fa/totp/activate/", {"code": code_of(secret)})
    codes = re.findall(
        r"^\d{8}$", client.get("/account/2fa/recovery-codes/").content.decode().replace(">", ">\n"), re.MULTILINE
    )
    assert len(codes) == 10
    return secret, codes


def sign_in(*code):
    client = Client()
    client.post("/account/login/", {"login": "dora", "password": PASSWORD})
    for one in code:
        client.post("/account/2fa/authenticate/", {"code": one})
    return client.get("/teams").status_code == 200


def test_a_password_alone_is_not_enough(protected):
    assert not sign_in()
    assert not sign_in("000000")


def test_a_recovery_code_signs_in_once(protected):
    _, codes = protected

    assert sign_in(codes[0])
    assert not sign_in(codes[0])
    assert sign_in(codes[1])


def test_the_secret_lies_encrypted_in_the_database(protected):
    secret, _ = protected

    assert secret not in repr(list(Authenticator.objects.values_list("data", flat=True)))
