"""Links with a password: nothing of them is seen without it, and whoever guesses is slowed down."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.web.conftest import analyzed, share
from topoviz.web.sharing.models import ShareLink

pytestmark = pytest.mark.django_db
PASSWORD = "open sesame"
HTML = {"Accept": "text/html"}


@pytest.fixture
def link(world):
    return share(world.alice, analyzed(world.alice), password=PASSWORD).json()


def say(client, link, password=PASSWORD, query=""):
    return client.post(f"{link['url']}/password{query}", {"password": password}, headers=HTML)


def test_the_page_asks_and_shows_nothing(link):
    page = Client().get(f"{link['url']}?view=plan", headers=HTML)

    assert page.status_code == 200
    assert "This link asks for a password" in page.content.decode()
    assert f'action="{link["url"]}/password?view=plan"' in page.content.decode()
    assert "orders" not in page.content.decode()
    assert page.headers["Cache-Control"] == "no-store"
    assert "noindex" in page.headers["X-Robots-Tag"]


@pytest.mark.parametrize("file", [".svg", ".png", ".txt", ".json", "/comparison.svg"])
def test_there_is_no_picture_and_no_file(link, file):
    assert link["svg"] is None
    assert Client().get(f"{link['url']}{file}").status_code == 404


def test_programs_learn_that_it_asks_for_a_password(world, link):
    answer = Client().get(f"{link['url']}/analysis.json")
    assert (answer.status_code, answer.json()["code"]) == (403, "asks-for-password")
    asked = {"old": {"link": link["url"]}, "new": {"submission": {"files": [{"name": "A.java", "text": "x"}]}}}
    answer = world.alice.post("/api/v1/comparisons", asked, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (403, "asks-for-password")


def test_who_says_it_sees_everything_and_nobody_else_does(link):
    reader = Client()
    answer = say(reader, link, query="?view=plan")

    assert (answer.status_code, answer.headers["Location"]) == (303, f"{link['url']}?view=plan")
    (cookie,) = answer.cookies.values()
    assert (cookie["path"], cookie["httponly"], cookie["samesite"]) == ("/s/", True, "Lax")
    assert 0 < cookie["max-age"] <= 24 * 3600
    assert link["url"].removeprefix("/s/") not in str(cookie)
    assert "order" in reader.get(link["url"]).content.decode()
    picture = reader.get(f"{link['url']}.svg")
    assert (picture.status_code, picture.headers["Cache-Control"]) == (200, "no-store")
    assert "Cookie" in picture.headers["Vary"]
    # The picture that was made for one is not sent to others.
    assert Client().get(f"{link['url']}.svg").status_code == 404


def test_the_cookie_of_one_link_opens_no_other_and_none_with_another_password(world, link):
    other = share(world.alice, analyzed(world.alice), password=PASSWORD).json()
    reader = Client()
    say(reader, link)

    assert reader.get(f"{other['url']}.svg").status_code == 404
    ShareLink.objects.filter(id=link["id"]).update(password="md5$salt$00")
    assert reader.get(f"{link['url']}.svg").status_code == 404


def test_a_wrong_one_opens_nothing(link):
    reader = Client()
    answer = say(reader, link, "open barley")

    assert answer.status_code == 403
    assert "This is not the password of the link." in answer.content.decode()
    assert not answer.cookies or "link-" not in str(answer.cookies)
    assert reader.get(f"{link['url']}.svg").status_code == 404


def test_attempts_are_counted_for_each_link(world, link, monkeypatch):
    monkeypatch.setattr("topoviz.web.documents.throttles.PasswordsThrottle.rate", "3/hour", raising=False)
    other = share(world.alice, analyzed(world.alice), password=PASSWORD).json()
    answers = [say(Client(), link, f"guess {number}").status_code for number in range(4)]

    assert answers == [403, 403, 403, 429]
    late = say(Client(), link)
    assert late.status_code == 429
    assert f"Wait {late.headers['Retry-After']} seconds" in late.content.decode()
    assert say(Client(), other).status_code == 303


def test_the_password_is_kept_as_a_slow_hash(link):
    kept = ShareLink.objects.get().password

    assert "sesame" not in kept
    assert kept.count("$") >= 2


def test_the_key_still_ends_it(link):
    assert Client().post(f"{link['url']}/delete", {"delete_key": link["delete_key"]}).status_code == 200
    assert not ShareLink.objects.exists()


@pytest.mark.parametrize("password", ["", "short", "x" * 129])
def test_passwords_that_are_none_are_refused(world, password):
    assert share(world.alice, analyzed(world.alice), password=password).status_code == 422


def test_a_foreign_page_cannot_say_it(link):
    assert say(Client(enforce_csrf_checks=True), link).status_code == 403


def test_an_end_can_be_a_moment(world):
    document, soon = analyzed(world.alice), timezone.now() + timedelta(hours=1)
    assert share(world.alice, document, expires=soon.isoformat()).json()["expires"] == soon.isoformat()
    over = (timezone.now() - timedelta(hours=1)).isoformat()
    assert share(world.alice, document, expires=over).status_code == 422
    assert share(world.alice, document, expires=soon.isoformat(), expires_in_days=1).status_code == 422
