"""What a team has, as lists: analyses, answers, lag reports, links. As many queries for many as for one."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.web.api.test_problems import told
from tests.web.api.test_schema import hold
from tests.web.conftest import analyzed, share, submit
from tests.web.lag_reports.conftest import upload
from topoviz.web.analyses.models import Analysis
from topoviz.web.projects.models import Project, Revision

pytestmark = pytest.mark.django_db

LISTS = {
    "analyses": "AnalysisPage",
    "assignments": "AssignmentPage",
    "scenarios": "ScenarioPage",
    "simulations": "SimulationPage",
    "comparisons": "ComparisonPage",
    "lag-reports": "LagReportPage",
    "share-links": "LinkPage",
    "tokens": "TokenPage",
}


def listed(client, what, query=""):
    answer = client.get(f"/api/v1/{what}?{query}")
    assert answer.status_code == 200, answer.content
    return answer.json()["items"]


def kept_assignment(client, document, name="three"):
    url = client.post(f"{document['url']}/assignments", {}, content_type="application/json").json()["url"]
    return client.patch(url, {"name": name}, content_type="application/json").json()


@pytest.fixture
def filled(world):
    """Alice has one of each."""
    document = analyzed(world.alice)
    kept_assignment(world.alice, document)
    upload(world.alice, document)
    share(world.alice, document)
    world.alice.post("/api/v1/tokens", {"name": "CI"}, content_type="application/json")
    return document


@pytest.mark.parametrize(("what", "shape"), LISTS.items())
def test_a_list_is_as_it_is_described_and_shows_nothing_to_others(world, filled, what, shape):
    hold(world.alice.get(f"/api/v1/{what}").json(), shape)
    assert listed(world.alice, what) or what in ("scenarios", "simulations", "comparisons")
    assert listed(world.charlie, what) == []


def test_the_newest_analysis_comes_first_and_previews_not_at_all(world):
    first, second = (submit(world.alice, f'builder.stream("{name}").to("b");').json() for name in "cd")
    submit(world.alice, preview=True)

    assert [one["id"] for one in listed(world.alice, "analyses")] == [second["id"], first["id"]]
    assert [one["id"] for one in listed(world.alice, "analyses", "sort=created")] == [first["id"], second["id"]]
    assert {one["status"] for one in listed(world.viewer, "analyses")} == {"queued"}


def test_a_list_can_be_of_one_project_or_team_alone(world):
    document, _ = submit(world.alice).json(), submit(world.alice, 'builder.stream("c").to("d");')
    project = Project.objects.create(team=world.team, name="shop", last_number=1)
    Revision.objects.create(project=project, analysis_id=document["id"], number=1)

    (one,) = listed(world.alice, "analyses", f"project={project.id}")
    assert one["revisions"] == [{"project": str(project.id), "name": "shop", "number": 1}]
    assert len(listed(world.alice, "analyses", f"team={world.team.id}")) == 2
    assert listed(world.alice, "analyses", f"team={world.other_team.id}") == []
    assert told(world.alice.get("/api/v1/analyses?project=shop"))["errors"][0]["field"] == "project"


@pytest.mark.parametrize("what", LISTS)
def test_a_long_list_takes_no_more_queries(world, filled, what):
    def queries():
        world.alice.get(f"/api/v1/{what}")
        with CaptureQueriesContext(
            connection,
        ) as seen:
            world.alice.get(f"/api/v1/{what}")
        return len(seen)

    before = queries()
    for number in range(3):
        document = submit(world.alice, f'builder.stream("t{number}").to("b");').json()
        Analysis.objects.filter(id=document["id"]).update(result=Analysis.objects.get(id=filled["id"]).result)
        project = Project.objects.create(team=world.team, name=f"p{number}", last_number=1)
        Revision.objects.create(project=project, analysis_id=document["id"], number=1)
        kept_assignment(world.alice, document, f"n{number}")
        upload(world.alice, document)
        share(world.alice, document)
        world.alice.post("/api/v1/tokens", {"name": "CI", "project": str(project.id)}, content_type="application/json")

    # The projects of analyses are one query more where there are some.
    assert queries() <= before + (what == "analyses")
    assert queries() < 12


def test_who_asks_again_is_sent_what_is_new_only(world, filled):
    for address in ("/api/v1/analyses", filled["url"], f"{filled['url']}/topology.json", "/api/v1/versions"):
        answer = world.alice.get(address)
        again = world.alice.get(address, headers={"If-None-Match": answer.headers["ETag"]})

        assert (again.status_code, again.content, again.headers["ETag"]) == (304, b"", answer.headers["ETag"])
    etag = world.alice.get("/api/v1/analyses").headers["ETag"]
    submit(world.alice, 'builder.stream("c").to("d");')
    assert world.alice.get("/api/v1/analyses", headers={"If-None-Match": etag}).status_code == 200
