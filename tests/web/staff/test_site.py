"""The admin: for staff alone, without secrets, and what can be done there."""

import pytest
from django.test import Client

from tests.web.conftest import analyzed, share
from topoviz.web.accounts.models import ApiToken, Team, User
from topoviz.web.sharing.models import ShareLink
from topoviz.web.staff.site import SITE

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff(db):
    client = Client()
    client.force_login(User.objects.create_superuser("root", "root@example.com", "a-long-word-x"))
    return client


def test_others_find_nothing_and_visitors_are_asked_to_sign_in(world):
    for path in ("/admin/", "/admin/accounts/user/", "/admin/login/"):
        assert world.alice.get(path).status_code == 404
        assert Client().get(path).headers["Location"].startswith("/account/login/?next=")


def test_it_shows_no_secret_no_digest_and_no_program(world, staff, make_token):
    token = make_token(world.team)
    document = analyzed(world.alice)
    share(world.alice, document)
    Team.objects.create(name="Visitor", is_anonymous=True)
    secrets = [
        token.secret,
        token.token.digest,
        ShareLink.objects.get().digest,
        User.objects.get(username="root").password,
    ]

    for model in SITE._registry:
        path = f"/admin/{model._meta.app_label}/{model._meta.model_name}/"
        pages = [
            path,
            *(f"{path}{one.pk}/change/" for one in model.objects.exclude(pk=getattr(Team, "none", None))[:2]),
        ]
        for page in pages:
            answer = staff.get(page)
            assert answer.status_code in (200, 302), page
            text = answer.content.decode()
            assert not [secret for secret in secrets if secret in text], page
            assert "StreamsBuilder" not in text


def test_a_token_is_taken_back_there(world, staff, make_token):
    token = make_token(world.team)
    data = {"action": "take_back", "_selected_action": [str(token.token.id)]}

    staff.post("/admin/accounts/apitoken/", data)

    assert ApiToken.objects.get().revoked is not None
    assert token.get("/api/v1/versions").status_code == 401


def test_a_closed_account_opens_nothing_from_then_on(world, staff):
    assert world.alice.get("/teams").status_code == 200
    alice = User.objects.get(username="alice")

    staff.post(f"/admin/accounts/user/{alice.pk}/change/", {"username": "alice", "email": ""})

    assert not User.objects.get(username="alice").is_active
    assert world.alice.get("/teams").status_code == 302
