"""Signing up, in and out, passwords and e-mail addresses, through the pages."""

import re

import pytest
from django.core import mail
from django.test import Client

from topoviz.web.accounts.models import Membership, Role, Team, User

pytestmark = pytest.mark.django_db

PASSWORD = "a-long-enough-word"


def sign_up(client, email="dora@example.com", path="/account/signup/", **more):
    return client.post(path, {"email": email, "password1": PASSWORD, **more})


def sign_in(client, login, password=PASSWORD, path="/account/login/"):
    return client.post(path, {"login": login, "password": password})


def link_in(message):
    return re.search(r"http://testserver(/\S+)", message.body)[1]


def test_who_signs_up_gets_a_team_of_their_own(client):
    answer = sign_up(client)

    user = User.objects.get(email="dora@example.com")
    membership = Membership.objects.get(user=user)
    assert (membership.role, membership.team.name) == (Role.OWNER, "dora's team")
    assert answer.headers["Location"] == f"/t/{membership.team.id}"
    assert client.get(answer.headers["Location"]).status_code == 200


def test_one_signs_in_by_address_or_by_name_and_out_again(client):
    sign_up(client)
    client.post("/account/logout/")
    assert client.get("/teams").status_code == 302

    for login in ("dora@example.com", "dora"):
        assert sign_in(client, login).status_code == 302
        assert client.get("/teams").status_code == 200
        client.post("/account/logout/")


def test_signing_in_again_makes_no_other_team(client):
    sign_up(client)
    client.post("/account/logout/")
    sign_in(client, "dora")

    assert Team.objects.count() == 1


def test_a_wrong_password_says_nothing_about_the_account(client):
    sign_up(client)
    client.post("/account/logout/")

    known, unknown = sign_in(client, "dora", "wrong"), sign_in(Client(), "nobody@example.com", "wrong")

    assert known.status_code == unknown.status_code == 200
    assert "not correct" in known.content.decode()
    assert "not correct" in unknown.content.decode()


def test_too_many_wrong_passwords_are_refused_also_with_the_right_one(client):
    sign_up(client)
    client.post("/account/logout/")
    for _ in range(5):
        sign_in(client, "dora", "wrong")

    assert "Too many" in sign_in(client, "dora").content.decode()
    assert client.get("/teams").status_code == 302


def test_a_password_that_is_easy_to_guess_is_refused(client):
    answer = client.post("/account/signup/", {"email": "dora@example.com", "password1": "password"})

    assert "too common" in answer.content.decode()
    assert not User.objects.exists()


def test_a_password_is_reset_by_a_link_in_a_mail(client):
    sign_up(client)
    client.post("/account/logout/")
    mail.outbox.clear()
    client.post("/account/password/reset/", {"email": "dora@example.com"})
    page = client.get(link_in(mail.outbox[0]), follow=True)

    client.post(page.request["PATH_INFO"], {"password1": "another-long-word", "password2": "another-long-word"})

    assert sign_in(client, "dora", "another-long-word").status_code == 302
    assert client.get("/teams").status_code == 200


def test_asking_for_a_reset_looks_the_same_where_there_is_no_account(client):
    answers = []
    for email in ("dora@example.com", "nobody@example.com"):
        if not answers:
            sign_up(client)
            client.post("/account/logout/")
        answers.append(client.post("/account/password/reset/", {"email": email}))

    assert {answer.headers["Location"] for answer in answers} == {"/account/password/reset/done/"}


def test_another_address_holds_when_the_link_there_is_opened(client):
    sign_up(client)
    client.post(link_in(mail.outbox[0]))
    answer = client.post("/account/email/", {"email": "new@example.com", "action_add": ""})
    assert answer.headers["Location"].startswith("/account/reauthenticate/")
    client.post("/account/reauthenticate/", {"password": PASSWORD})
    mail.outbox.clear()
    client.post("/account/email/", {"email": "new@example.com", "action_add": ""})
    assert User.objects.get().email == "dora@example.com"

    (message,) = [one for one in mail.outbox if one.to == ["new@example.com"]]
    client.post(link_in(message))

    assert User.objects.get().email == "new@example.com"


def test_the_name_that_others_see_can_be_another(client):
    sign_up(client)

    client.post("/account/", {"username": "Dora D."})
    assert User.objects.get().username == "dora"

    assert client.post("/account/", {"username": "Dora"}).status_code == 302
    assert User.objects.get().username == "Dora"


def test_where_mail_is_sent_one_confirms_the_address_first(client, settings):
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"

    assert sign_up(client).headers["Location"] == "/account/confirm-email/"
    assert client.get("/teams").status_code == 302
    client.post(link_in(mail.outbox[0]))
    assert sign_in(client, "dora@example.com").status_code == 302
    assert client.get("/teams").status_code == 200


def test_where_signing_up_is_closed_only_those_who_are_invited_make_accounts(client, settings):
    settings.TOPOVIZ_SIGN_UP = False

    assert "invited" in sign_up(client).content.decode()
    assert not User.objects.exists()


@pytest.mark.parametrize(
    "path", ["login/", "signup/", "password/reset/", "password/reset/done/", "inactive/", "3rdparty/login/cancelled/"]
)
def test_every_page_before_signing_in_is_ours(client, path):
    answer = client.get(f"/account/{path}")

    assert answer.status_code == 200
    assert 'class="brand"' in answer.content.decode()


@pytest.mark.parametrize(
    "path",
    [
        *(
            "",
            "claim",
            "delete",
            "email/",
            "password/change/",
            "2fa/",
            "2fa/totp/activate/",
            "2fa/recovery-codes/generate/",
        ),
        *("3rdparty/", "logout/", "reauthenticate/"),
    ],
)
def test_every_page_of_an_account_is_ours(client, path):
    sign_up(client)
    client.post("/account/reauthenticate/", {"password": PASSWORD})

    answer = client.get(f"/account/{path}")

    assert answer.status_code == 200, answer.headers
    assert 'class="brand"' in answer.content.decode()
    assert "style=" not in answer.content.decode()
