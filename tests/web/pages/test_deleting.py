"""`/a/ID/delete` and `/r/ID/delete`: asked once more, and gone."""

import pytest

from tests.web.conftest import analyzed, submit
from tests.web.lag_reports.conftest import upload
from topoviz.web.analyses.models import Analysis
from topoviz.web.lag_reports.models import LagReport
from topoviz.web.projects.models import Project, Revision

pytestmark = pytest.mark.django_db


def test_a_program_is_deleted_after_it_was_asked(world):
    address = f"/a/{submit(world.alice).json()['id']}"

    assert "Delete this program?" in world.alice.get(f"{address}/delete").content.decode()
    assert Analysis.objects.exists()
    assert "is deleted" in world.bob.post(f"{address}/delete").content.decode()
    assert not Analysis.objects.exists()
    assert world.alice.get(f"{address}/delete").status_code == 404


def test_a_lag_report_is_deleted_from_its_page(world):
    page = upload(world.alice, analyzed(world.alice)).json()["page"]

    assert f'href="{page}/delete"' in world.alice.get(page).content.decode()
    world.alice.post(f"{page}/delete")
    assert not LagReport.objects.exists()


def test_a_revision_of_a_project_stays_and_the_page_says_why(world):
    document = submit(world.alice).json()
    project = Project.objects.create(team=world.team, name="shop", last_number=1)
    Revision.objects.create(project=project, analysis_id=document["id"], number=1)

    assert "revision of a project" in world.alice.get(f"/a/{document['id']}/delete").content.decode()
    answer = world.alice.post(f"/a/{document['id']}/delete")

    assert answer.status_code == 409
    assert "revision of a project" in answer.content.decode()
