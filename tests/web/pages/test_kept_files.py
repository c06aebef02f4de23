"""Files behind share links are made once, and shown only as long as their link is valid."""

import pytest
from django.http import HttpResponse
from django.test import Client

from tests.web.conftest import analyzed, share
from topoviz.web.pages import kept_files, shared_files
from topoviz.web.pages.kept_files import KeptFiles
from topoviz.web.sharing.models import ShareLink


@pytest.fixture
def made(monkeypatch):
    """How often a view was given as a file."""
    times, before = [], shared_files.drawn_response

    def drawn_response(*arguments):
        times.append(arguments)
        return before(*arguments)

    monkeypatch.setattr(shared_files, "drawn_response", drawn_response)
    return times


def test_a_picture_that_was_sent_is_sent_again_as_it_was_and_not_made_again(world, made):
    url = share(world.alice, analyzed(world.alice)).json()["url"]
    first, again = (Client().get(f"{url}.svg?view=topology") for _ in range(2))
    known = Client().get(f"{url}.svg?view=topology", headers={"If-None-Match": first.headers["ETag"]})

    assert len(made) == 1
    assert again.content == first.content
    assert dict(again.headers) == dict(first.headers)
    assert known.status_code == 304
    assert known.headers["Content-Security-Policy"] == first.headers["Content-Security-Policy"]


def test_every_address_has_a_file_of_its_own(world, made):
    url = share(world.alice, analyzed(world.alice)).json()["url"]
    asked = ("svg", "svg?font=none", "svg?download=1", "txt", "json")
    answers = [Client().get(f"{url}.{rest}") for rest in asked]

    assert len({(one.content, one.headers["Content-Disposition"]) for one in answers}) == 5
    assert len(made) == 3


def test_a_link_that_is_deleted_shows_nothing_any_more(world):
    url = share(world.alice, analyzed(world.alice)).json()["url"]
    assert Client().get(f"{url}.svg").status_code == 200
    ShareLink.objects.all().delete()

    assert Client().get(f"{url}.svg").status_code == 404


def test_what_was_asked_for_last_is_kept(monkeypatch):
    monkeypatch.setattr(kept_files, "MOST_BYTES", 10)
    files = KeptFiles()
    for name in "abc":
        files.keep((name,), HttpResponse(name * 4))

    assert [files.find((name,)) is None for name in "abc"] == [True, False, False]


def test_problems_are_not_kept():
    files = KeptFiles()
    files.keep(("a",), HttpResponse("no", status=404))

    assert files.find(("a",)) is None
