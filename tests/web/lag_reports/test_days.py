"""A day that is handed in to a project makes a report, and is one of the days that the project's page is about."""

import pytest

from tests.lag.conftest import java, spark  # noqa: F401 - the same Spark that the tests of lag reports have
from tests.lag.histories import history
from tests.web.api.test_schema import hold
from tests.web.conftest import work
from tests.web.lag_reports.conftest import HISTORY, upload
from tests.web.projects.conftest import hand_in
from topoviz.web.lag_reports.storage import days_folder
from topoviz.web.projects.models import Project

pytestmark = [pytest.mark.django_db, pytest.mark.xdist_group("spark")]

HEADER = "timestamp,group,topic,partition,log_end_offset,committed_offset\n"


def two_days(minutes=30):
    """Half an hour of two days, a look a minute; on the second, one partition of two stands still most of the time."""
    lines = [HEADER]
    for day, cause in (("02", None), ("03", "stall")):
        for row in history(5, partitions=2, minutes=minutes, interval_seconds=60, cause=cause, group="shop").rows:
            lines.append(",".join(map(str, (f"2026-03-{day}{row[0][10:]}", *row[1:6]))) + "\n")
    return "".join(lines).encode()


def send(client, project, content=HISTORY, **fields):
    return upload(client, {"id": ""}, content, project=project["id"], **fields)


@pytest.fixture
def shop(world):
    """A project with a revision, and how it runs."""
    hand_in(world.alice)
    project = {"id": str(Project.objects.get().id)}
    answer = world.alice.patch(
        f"/api/v1/projects/{project['id']}/deployment", {"application_id": "shop"}, content_type="application/json"
    )
    assert answer.status_code == 200
    return project


@pytest.fixture
def warm(spark, monkeypatch):  # noqa: F811
    """A Spark that runs already."""
    monkeypatch.setattr("topoviz.lag.session.spark_session", lambda settings: spark)
    monkeypatch.setattr("topoviz.lag.session.stop_session", lambda: None)


def days_of(client, project):
    return client.get(f"/api/v1/projects/{project['id']}/lag-days").json()


def test_days_are_handed_in_to_a_project_seen_by_its_team_and_gone_with_it(
    world, shop, warm, django_capture_on_commit_callbacks
):
    assert days_of(world.bob, shop) == {"changed": None, "problem": None, "result": None}
    page = f"/p/{shop['id']}/lag"
    assert "There are no days so far" in world.bob.get(page).content.decode()

    report = send(world.alice, shop, two_days()).json()
    work()
    assert world.alice.get(report["url"]).json()["status"] == "done"
    document = days_of(world.bob, shop)
    hold(document, "LagDaysDocument")
    assert [one["day"] for one in document["result"]["days"]] == ["2026-03-02", "2026-03-03"]
    assert document["result"]["group"] == "shop"
    assert document["result"]["compared"] == {"day": "2026-03-03", "before": "2026-03-02", "hours": 1}
    (worse,) = [one for one in document["result"]["findings"] if one["about"] == "worse"]
    shown = world.bob.get(page).content.decode()
    assert worse["sentence"] in shown
    assert "<title>2026-03-03: " in shown

    part = HEADER.encode() + b"".join(two_days().splitlines(keepends=True)[-6:])
    report = send(world.alice, shop, part).json()
    work()
    assert world.alice.get(report["url"]).json()["status"] == "done"
    again = days_of(world.bob, shop)
    assert "2026-03-03 is kept with 60 samples, and what comes now has 6 of it" in again["problem"]
    assert again["result"] == document["result"]
    assert "is not among the days. 2026-03-03 is kept" in world.bob.get(page).content.decode()

    assert (days_folder() / shop["id"]).is_dir()
    with django_capture_on_commit_callbacks(execute=True):
        assert world.alice.delete(f"/api/v1/projects/{shop['id']}").status_code == 204
    assert not (days_folder() / shop["id"]).exists()


def test_a_history_is_of_an_analysis_or_of_a_project_that_has_a_revision(world):
    made = world.alice.post("/api/v1/projects", {"name": "Empty"}, content_type="application/json").json()
    answer = send(world.alice, made)
    assert (answer.status_code, answer.json()["code"]) == (409, "no-result")
    assert answer.json()["next_step"] == "Hand in a revision first."
    assert send(world.charlie, made).status_code == 404
    both = upload(world.alice, {"id": made["id"]}, project=made["id"])
    assert both.status_code == 422
    assert both.json()["errors"][0]["detail"] == "Give an analysis or a project."
