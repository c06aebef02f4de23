"""Deleting one revision: what goes with it, what stays, and what is said where it was."""

import pytest

from tests.web.projects.conftest import COUNT, FILTERED, NAMED, hand_in
from topoviz.web.analyses.models import Analysis
from topoviz.web.audit.models import Event
from topoviz.web.projects.models import Note, Project, Revision

pytestmark = pytest.mark.django_db


@pytest.fixture
def shop(world):
    hand_in(world.alice, COUNT)
    hand_in(world.alice, FILTERED)
    hand_in(world.alice, NAMED)
    return Project.objects.get()


def test_a_revision_goes_with_its_program_and_the_next_says_so(world, shop):
    url = f"/p/{shop.id}/revisions/2"
    asked = world.bob.get(f"{url}/delete").content.decode()
    assert "Revision 3 was compared with it: the verdict stays, and what was compared goes." in asked
    assert [one.post(f"{url}/delete").status_code for one in (world.charlie, world.viewer)] == [404, 403]
    assert "Revision 2 is deleted" in world.bob.post(f"{url}/delete", follow=True).content.decode()

    assert set(Revision.objects.values_list("number", flat=True)) == {1, 3}
    assert Analysis.objects.count() == 2
    third = world.alice.get(f"/api/v1/projects/{shop.id}/revisions/3").json()
    assert (third["compared_with"], third["compared_with_deleted"]) == (None, 2)
    assert (third["verdict"], third["comparisons"]) == ("state-loss", [])
    page = world.viewer.get(f"/p/{shop.id}/revisions/3").content.decode()
    assert "compared with revision 2, the one before, which was deleted since" in page
    assert "from 2, which was deleted" in world.viewer.get(f"/p/{shop.id}").content.decode()
    assert world.alice.get(f"/api/v1/projects/{shop.id}/stores").json()["not_compared"] == [3]
    assert Event.objects.get(action="revision-deleted").target == "2 of Shop"
    # Numbers do not come again, and the next one is compared with what is there.
    fourth = hand_in(world.alice, FILTERED)
    assert (fourth["number"], fourth["compared_with"]) == (4, 3)


def test_a_program_that_another_revision_has_stays(world, shop):
    hand_in(world.alice, COUNT, message="back")
    assert "Its\n    program stays" in world.bob.get(f"/p/{shop.id}/revisions/4/delete").content.decode()

    assert world.bob.delete(f"/api/v1/projects/{shop.id}/revisions/4").status_code == 204
    assert world.bob.delete(f"/api/v1/projects/{shop.id}/revisions/4").status_code == 404
    assert Analysis.objects.count() == 3


def test_notes_go_on_at_the_next_revision_that_has_their_thing(world, shop):
    sent = {"sort": "store", "name": "KSTREAM-AGGREGATE-STATE-STORE-0000000002", "text": "large", "revision": 2}
    world.bob.post(f"/api/v1/projects/{shop.id}/notes", sent, content_type="application/json")
    world.bob.delete(f"/api/v1/projects/{shop.id}/revisions/2")

    note = Note.objects.get()
    assert (note.revision.number, note.name) == (3, "totals")


def test_what_a_deleted_revision_renamed_is_not_guessed(world, shop):
    sent = {"sort": "store", "name": "KSTREAM-AGGREGATE-STATE-STORE-0000000001", "text": "large", "revision": 1}
    notes = f"/api/v1/projects/{shop.id}/notes"
    world.bob.post(notes, sent, content_type="application/json")
    assert world.bob.get(notes).json()["notes"][0]["name_there"] == "totals"
    world.bob.delete(f"/api/v1/projects/{shop.id}/revisions/2")

    (note,) = world.bob.get(notes).json()["notes"]
    assert (note["is_followed"], note["name_there"], note["gone_in"]) == (False, None, None)


def test_the_last_one_leaves_a_project_that_teaches_again(world, shop):
    for number in (1, 2, 3):
        world.bob.delete(f"/api/v1/projects/{shop.id}/revisions/{number}")

    page = world.viewer.get(f"/p/{shop.id}").content.decode()
    assert "Hand in the first revision" in page
    assert not Analysis.objects.exists()
