"""`GET /` and `GET /a/{id}`: the workbench and what it begins with."""

import json
import re
import uuid

import pytest

from tests.web.conftest import PROGRAM, analyzed, submit

pytestmark = pytest.mark.django_db


def initial(answer):
    """What the page begins with."""
    found = re.search(
        r'<script id="initial" type="application/json">(.*?)</script>', answer.content.decode(), re.DOTALL
    )
    return json.loads(found[1])


def test_the_first_page_begins_with_nothing(client):
    answer = client.get("/")

    given = initial(answer)
    assert answer.status_code == 200
    assert (given["files"], given["settings"], given["analysis"]) == ([], None, None)
    assert given["versions"] == client.get("/api/v1/versions").json()
    assert given["examples"] == client.get("/api/v1/examples").json()


def test_it_sends_a_strict_content_security_policy(client):
    policy = client.get("/").headers["Content-Security-Policy"]

    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy


def test_it_is_kept_by_nobody_on_the_way(client):
    assert client.get("/").headers["Cache-Control"] == "no-store"


def test_an_analysis_is_shown_as_it_was_posted(world):
    document = analyzed(world.alice, optimize="all", application_id="shop")

    given = initial(world.alice.get(f"/a/{document['id']}"))

    assert given["files"] == [{"name": "Orders.java", "text": PROGRAM}]
    assert given["settings"] == {
        "kafka_version": None,
        "optimize": "all",
        "language": "auto",
        "set": {},
        "application_id": "shop",
    }
    assert given["analysis"] == document


def test_what_is_given_back_can_be_posted_again(world):
    document = analyzed(world.alice)
    given = initial(world.alice.get(f"/a/{document['id']}"))

    again = world.alice.post(
        "/api/v1/analyses",
        {"files": given["files"], "settings": given["settings"]},
        content_type="application/json",
    )

    assert again.json()["id"] == document["id"]


def test_pasted_markup_stays_text(world):
    document = submit(world.alice, "// </script><script>alert(1)</script>").json()

    page = world.alice.get(f"/a/{document['id']}").content.decode()

    assert "<script>alert" not in page


def test_visitors_see_their_own(world):
    document = analyzed(world.visitor)

    assert world.visitor.get(f"/a/{document['id']}").status_code == 200
    assert world.alice.get(f"/a/{document['id']}").status_code == 404


def test_one_that_is_not_there_says_so(world):
    answer = world.alice.get(f"/a/{uuid.uuid4()}")

    assert answer.status_code == 404
    assert "opens for its owners only" in answer.content.decode()
