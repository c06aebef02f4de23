"""Everything that a team has can be deleted, with all that was made of it, also while it is worked on."""

import uuid

import pytest

from tests.web.api.test_problems import told
from tests.web.conftest import analyzed, share, submit, work
from tests.web.lag_reports.conftest import upload
from topoviz.web.analyses.jobs import LeaseLost, store_result
from topoviz.web.analyses.models import Analysis, Diagram, Job, Queue
from topoviz.web.analyses.turns import claim_next
from topoviz.web.audit.models import Event
from topoviz.web.calculations.models import Calculation
from topoviz.web.lag_reports.models import LagReport
from topoviz.web.lag_reports.storage import folder_of
from topoviz.web.projects.models import Project, Revision
from topoviz.web.sharing.models import ShareLink

pytestmark = pytest.mark.django_db


def test_an_analysis_goes_with_all_that_was_made_of_it(world, django_capture_on_commit_callbacks):
    document = analyzed(world.alice)
    world.alice.post(f"{document['url']}/assignments", {}, content_type="application/json")
    report = upload(world.alice, document).json()
    link = share(world.alice, document).json()
    folder = folder_of(uuid.UUID(report["id"]))
    assert folder.exists()

    with django_capture_on_commit_callbacks(execute=True):
        assert world.bob.delete(document["url"]).status_code == 204

    for model in (Analysis, Job, Diagram, Calculation, LagReport, ShareLink):
        assert not model.objects.exists(), model
    assert not folder.exists()
    for address in (document["url"], report["url"], f"{document['url']}/topology.svg"):
        assert told(world.alice.get(address))["code"] == "not-found"
    assert world.visitor.get(link["url"]).status_code == 404
    assert Event.objects.latest("id").action == "analysis-deleted"


def test_a_worker_keeps_nothing_of_what_was_deleted_meanwhile(world):
    document = submit(world.alice).json()
    job = claim_next(Queue.ANALYSES)

    assert world.alice.delete(document["url"]).status_code == 204

    with pytest.raises(LeaseLost):
        store_result(job, "{}")
    work()
    assert not Analysis.objects.exists()


def test_a_revision_of_a_project_stays(world):
    document = submit(world.alice).json()
    project = Project.objects.create(team=world.team, name="shop", last_number=1)
    Revision.objects.create(project=project, analysis_id=document["id"], number=1)

    assert told(world.alice.delete(document["url"]))["code"] == "in-a-project"
    project.delete()
    assert world.alice.delete(document["url"]).status_code == 204


def test_the_same_can_be_submitted_anew(world):
    document = analyzed(world.alice)
    world.alice.delete(document["url"])

    assert analyzed(world.alice)["status"] == "done"


def test_a_link_is_deleted_by_its_team_or_with_its_key(world):
    document = analyzed(world.alice)
    first, second = share(world.alice, document).json(), share(world.alice, document).json()
    by_key = {"url": second["url"], "delete_key": second["delete_key"]}

    assert told(world.charlie.delete(first["manage"]))["status"] == 404
    assert told(world.viewer.delete(first["manage"]))["status"] == 403
    assert world.bob.delete(first["manage"]).status_code == 204
    for wrong, status in (({"delete_key": "wrong"}, 403), ({"url": "/s/" + "x" * 32}, 404), ({"url": "x"}, 404)):
        answer = world.visitor.post("/api/v1/share-links/delete", by_key | wrong, content_type="application/json")
        assert told(answer)["status"] == status
    assert ShareLink.objects.count() == 1
    answer = world.visitor.post("/api/v1/share-links/delete", by_key, content_type="application/json")

    assert answer.status_code == 204
    assert not ShareLink.objects.exists()
    assert world.visitor.get(second["url"]).status_code == 404
    assert [event.action for event in Event.objects.order_by("-id")[:2]] == ["link-deleted"] * 2
