"""Notes on topics, stores and nodes, which stay with them from revision to revision."""

import json
import re

import pytest

from tests.web.conftest import analyzed
from tests.web.projects.conftest import BUILDER, COUNT, FILTERED, NAMED, hand_in
from topoviz.web.projects import notes
from topoviz.web.projects.models import Deployment, Note, Project, Revision

pytestmark = pytest.mark.django_db

STATELESS = BUILDER + 'builder.stream("orders").to("counts");'
FIRST, SECOND = "KSTREAM-AGGREGATE-STATE-STORE-0000000001", "KSTREAM-AGGREGATE-STATE-STORE-0000000002"


def address():
    return f"/api/v1/projects/{Project.objects.get().id}/notes"


def write(client, sort="store", name=FIRST, text="Ask Bob.", **more):
    sent = {"sort": sort, "name": name, "text": text, **more}
    return client.post(address(), sent, content_type="application/json")


def there(client, number):
    return [
        (one["name_there"], one["is_followed"], one["gone_in"])
        for one in client.get(f"{address()}?revision={number}").json()["notes"]
    ]


def test_a_note_stays_with_a_store_that_gets_other_names(world):
    hand_in(world.alice, COUNT)
    answer = write(world.bob)
    for text in (FILTERED, NAMED, STATELESS):
        hand_in(world.alice, text)

    assert (answer.status_code, answer.json()["author"], answer.json()["revision"]) == (201, "bob", 1)
    assert [there(world.viewer, number) for number in (1, 2, 3, 4)] == [
        [(FIRST, True, None)],
        [(SECOND, True, None)],
        [("totals", True, None)],
        [(None, True, 4)],
    ]


def test_a_note_is_followed_back_too(world):
    for text in (STATELESS, COUNT, FILTERED, NAMED):
        hand_in(world.alice, text)
    write(world.bob, name="totals")

    assert [there(world.viewer, number)[0][0] for number in (4, 3, 2, 1)] == ["totals", SECOND, FIRST, None]


def test_nodes_and_topics_have_notes_too(world):
    hand_in(world.alice, COUNT)
    write(world.bob, "topic", "orders")
    write(world.bob, "node", "KSTREAM-AGGREGATE-0000000002")
    hand_in(world.alice, FILTERED)

    assert [one[0] for one in there(world.viewer, 2)] == ["KSTREAM-AGGREGATE-0000000003", "orders"]


def test_from_another_branch_a_note_goes_by_its_name(world):
    hand_in(world.alice, COUNT)
    hand_in(world.alice, NAMED, branch="feature")
    write(world.bob, name="totals", revision=2)
    hand_in(world.alice, NAMED)

    assert there(world.viewer, 1) == [(None, False, None)]
    assert there(world.viewer, 3) == [("totals", False, None)]


def test_what_is_not_there_can_have_no_note(world):
    hand_in(world.alice, COUNT)
    answers = [write(world.bob, name="nothing"), write(world.bob, sort="topic", name=FIRST), write(world.bob, sort="x")]

    assert [answer.status_code for answer in answers] == [422, 422, 422]
    assert write(world.bob, revision=9).status_code == 404
    assert not Note.objects.exists()


def test_notes_are_written_by_those_who_may_and_changed_and_deleted(world, monkeypatch):
    hand_in(world.alice, COUNT)
    assert [write(client).status_code for client in (world.viewer, world.charlie)] == [403, 404]
    url = write(world.alice).json()["url"]

    changed = world.bob.patch(url, {"text": "Ask Alice."}, content_type="application/json")
    assert changed.json()["text"] == "Ask Alice."
    assert world.charlie.get(url).status_code == 404
    assert [client.delete(url).status_code for client in (world.charlie, world.viewer, world.bob)] == [404, 403, 204]
    monkeypatch.setattr(notes, "MOST_NOTES", 0)
    assert write(world.alice).json()["code"] == "too-many-notes"


def test_the_workbench_has_the_notes_of_its_revision_and_how_it_runs_where_that_is_asked_for(world):
    hand_in(world.alice, COUNT)
    project = Project.objects.get()
    sent = {"sort": "topic", "name": "orders", "text": "Ask <Bob>."}
    world.alice.post(f"/api/v1/projects/{project.id}/notes", sent, content_type="application/json")
    Deployment.objects.create(project=project, partitions="orders=6")
    page = f"/a/{Revision.objects.get().analysis_id}"

    def revision_in(address, client=world.bob):
        said = client.get(address).content.decode()
        found = re.search(r'id="initial" type="application/json">(.*?)</script>', said, re.DOTALL)
        return json.loads(found[1])["revision"]

    shown = revision_in(page, world.viewer)
    assert [(one["name_there"], one["text"]) for one in shown["notes"]] == [("orders", "Ask <Bob>.")]
    assert (shown["number"], shown["may_write"], shown["deployment"]) == (1, False, None)
    asked = revision_in(f"{page}?view=tasks&deployment=1")
    assert (asked["may_write"], asked["deployment"]) == (True, {"partitions": "orders=6", "cluster": ""})
    assert revision_in(f"/a/{analyzed(world.alice)['id']}") is None
