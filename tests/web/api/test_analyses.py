"""`POST /api/v1/analyses`."""

import json
import time
from types import SimpleNamespace

import pytest

from tests.web.conftest import PROGRAM, analyzed, submit, work
from topoviz.engine.submission import Submission
from topoviz.web.analyses.models import Analysis, Job, State
from topoviz.web.analyses.running import take_turn

pytestmark = pytest.mark.django_db


def test_it_answers_with_where_to_look(world):
    answer = submit(world.alice)

    document = answer.json()
    assert answer.status_code == 202
    assert set(document) == {"id", "status", "url"}
    assert document["status"] == "queued"
    assert answer.headers["Location"] == document["url"] == f"/api/v1/analyses/{document['id']}"


def test_it_stores_the_submission_and_a_job_before_it_answers(world):
    answer = submit(world.alice)

    analysis = Analysis.objects.get()
    assert json.loads(analysis.submission)["files"] == [{"name": "Orders.java", "text": PROGRAM}]
    assert analysis.created_by.username == "alice"
    assert str(analysis.id) == answer.json()["id"]
    assert Job.objects.get().state == State.QUEUED


def test_it_rings_when_all_is_written(world, bells, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        submit(world.alice)
        assert bells == []

    assert bells == ["analyses"]


def test_a_bell_that_is_not_heard_is_left_to_the_janitor(world, monkeypatch, django_capture_on_commit_callbacks):
    monkeypatch.setattr("topoviz.web.analyses.jobs.notify", lambda queue: False)

    with django_capture_on_commit_callbacks(execute=True):
        answer = submit(world.alice)

    assert answer.status_code == 202
    assert Job.objects.get().notified is None


def test_the_same_submission_of_a_team_is_analyzed_once(world):
    first = analyzed(world.alice)

    again = submit(world.bob)

    assert again.status_code == 200
    assert again.json()["id"] == first["id"]
    assert again.json()["result"] == first["result"]
    assert Job.objects.count() == 1


def test_two_teams_share_nothing(world):
    first, second = submit(world.alice).json(), submit(world.charlie).json()

    assert first["id"] != second["id"]


@pytest.mark.parametrize("settings", [{"optimize": "all"}, {"kafka_version": "2.3"}, {"set": {"a": "b"}}])
def test_other_settings_are_another_analysis(world, settings):
    assert submit(world.alice).json()["id"] != submit(world.alice, **settings).json()["id"]


def test_a_version_and_its_newest_patch_are_the_same(world):
    first = submit(world.alice, kafka_version="3.9").json()["id"]

    assert submit(world.alice, kafka_version="3.9.2").json()["id"] == first


def test_other_code_of_the_engine_is_another_analysis(world, monkeypatch):
    first = submit(world.alice).json()["id"]
    monkeypatch.setattr("topoviz.web.analyses.cache_key.engine_version", lambda: "another")

    assert submit(world.alice).json()["id"] != first


def test_a_crash_is_tried_again_when_it_is_submitted_again(world):
    first = submit(world.alice).json()
    Job.objects.update(state=State.FAILED, code="crashed", sentence="It crashed.", next_step="Try again.")

    again = submit(world.alice)

    assert (again.status_code, again.json()["id"]) == (202, first["id"])
    assert Job.objects.filter(state=State.QUEUED).count() == 1


def test_what_is_too_complex_is_not_tried_again(world):
    submit(world.alice)
    Job.objects.update(state=State.FAILED, code="too_complex", sentence="Too slow.", next_step="Leave out.")

    again = submit(world.alice)

    assert again.status_code == 200
    assert again.json()["reason"] == {"code": "too_complex", "sentence": "Too slow.", "next_step": "Leave out."}
    assert not Job.objects.filter(state=State.QUEUED).exists()


def test_waiting_gives_the_whole_document(world, monkeypatch):
    # Another time for this one module: other threads of the process sleep too.
    worked = SimpleNamespace(monotonic=time.monotonic, sleep=lambda seconds: work())
    monkeypatch.setattr("topoviz.web.documents.waiting.time", worked)

    answer = submit(world.alice, query="?wait=20")

    assert answer.status_code == 200
    assert answer.json()["status"] == "done"
    assert answer.json()["result"]["schema"] == "topoviz/analysis@1"


def test_waiting_ends_when_time_is_up(world):
    assert submit(world.alice, query="?wait=0.1").status_code == 202


@pytest.mark.parametrize("wait", ["-1", "nan", "soon", "1e9"])
def test_it_refuses_to_wait_strangely(world, wait):
    assert submit(world.alice, query=f"?wait={wait}").status_code == 422


def test_the_job_is_really_worked_on(world):
    document = analyzed(world.alice)

    assert document["status"] == "done"
    assert document["attempts"] == 1
    (topology,) = document["result"]["topologies"]
    assert len(topology["topology"]["sub_topologies"]) == 2
    assert "orders" in topology["describe"]["text"]
    assert set(document["diagrams"]) == {"topology", "plan-optimized"}


def test_a_finished_job_is_not_run_again(world):
    analyzed(world.alice)

    take_turn(Job.objects.get().queue)

    assert Job.objects.get().attempts == 1


def test_submissions_are_the_engines(world):
    submit(world.alice, application_id="shop", language="java", set={"a": "b"})

    from topoviz.rendering.submission_json import submission_from_json

    submission = submission_from_json(json.loads(Analysis.objects.get().submission))
    assert isinstance(submission, Submission)
    assert (submission.settings.application_id, submission.settings.set_values) == ("shop", {"a": "b"})
