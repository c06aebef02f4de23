"""`POST /api/v1/analyses`."""

import json
import time
from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.utils import timezone

from tests.web.conftest import PROGRAM, analyzed, body, submit, work
from topoviz.engine.submission import Submission
from topoviz.web.analyses.limits import limits
from topoviz.web.analyses.models import Analysis, Job, Kind, Revision, State
from topoviz.web.analyses.running import run_job

pytestmark = pytest.mark.django_db


def test_it_answers_with_where_to_look(world):
    answer = submit(world.alice)

    document = answer.json()
    assert answer.status_code == 202
    assert set(document) == {"id", "status", "url"}
    assert document["status"] == "queued"
    assert answer.headers["Location"] == document["url"] == f"/api/v1/analyses/{document['id']}"


def test_it_stores_a_revision_and_a_job_before_it_answers(world):
    answer = submit(world.alice)

    revision = Revision.objects.get()
    assert json.loads(revision.submission)["files"] == [{"name": "Orders.java", "text": PROGRAM}]
    assert revision.created_by.username == "alice"
    assert str(revision.analyses.get().id) == answer.json()["id"]
    assert Job.objects.get().state == State.QUEUED


def test_it_rings_when_all_is_written(world, bells, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        submit(world.alice)
        assert bells == []

    job = Job.objects.get()
    assert bells == [(job.id, "analyses")]


def test_a_bell_that_is_not_heard_is_left_to_the_janitor(world, monkeypatch, django_capture_on_commit_callbacks):
    monkeypatch.setattr("topoviz.web.analyses.jobs.notify", lambda job, queue: False)

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
    monkeypatch.setattr("topoviz.web.documents.analyses.time", worked)

    answer = submit(world.alice, query="?wait=20")

    assert answer.status_code == 200
    assert answer.json()["status"] == "done"
    assert answer.json()["result"]["schema"] == "topoviz/analysis@1"


def test_waiting_ends_when_time_is_up(world):
    assert submit(world.alice, query="?wait=0.1").status_code == 202


@pytest.mark.parametrize("wait", ["-1", "nan", "soon", "1e9"])
def test_it_refuses_to_wait_strangely(world, wait):
    assert submit(world.alice, query=f"?wait={wait}").status_code == 422


# --- previews ---------------------------------------------------------------------------------------------------------


def test_a_preview_has_no_revision_and_goes_to_its_own_queue(world, bells, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True):
        submit(world.alice, preview=True)

    assert not Revision.objects.exists()
    assert bells[0][1] == "interactive"


def test_the_latest_preview_of_a_session_wins(world):
    first = submit(world.alice, "one", preview=True).json()
    others = submit(world.bob, "two", preview=True).json()
    last = submit(world.alice, "three", preview=True).json()

    assert [world.alice.get(one["url"]).json()["status"] for one in (first, others, last)] == [
        "cancelled",
        "queued",
        "queued",
    ]


def test_two_editors_of_a_session_have_a_preview_each(world):
    first = submit(world.alice, "one", preview=True, editor="left").json()
    second = submit(world.alice, "two", preview=True, editor="right").json()
    third = submit(world.alice, "three", preview=True, editor="left").json()

    states = [Job.objects.get(analysis=one["id"]).state for one in (first, second, third)]
    assert states == [State.CANCELLED, State.QUEUED, State.QUEUED]


def test_a_preview_that_was_replaced_is_kept_for_less_time(world):
    first = submit(world.alice, "one", preview=True, editor="left").json()
    submit(world.alice, "two", preview=True, editor="right")
    submit(world.alice, "three", preview=True, editor="left")

    left = timezone.now() + timedelta(seconds=limits().replaced_life_seconds)
    assert [str(one.id) for one in Analysis.objects.filter(expires__lte=left)] == [first["id"]]
    submit(world.alice, "one", preview=True, editor="left")
    assert Analysis.objects.get(id=first["id"]).expires > left


def test_nobody_who_types_waits_for_pictures_of_the_text_before(world, monkeypatch):
    old, other = (analyzed(world.alice, preview=True, editor=editor, kafka_version=version)["url"]
                  for editor, version in (("left", "3.9"), ("right", "4.0")))  # fmt: skip
    kept = analyzed(world.alice)["url"]
    for url in (old, other, kept):
        world.alice.get(f"{url}/topology.svg?wait=0&view=plan")

    def states():
        drawings = Job.objects.filter(kind=Kind.DRAW).order_by("created")
        return [(str(one.analysis_id) in old, str(one.state)) for one in drawings]

    with monkeypatch.context() as patched:
        typed = SimpleNamespace(
            monotonic=time.monotonic,
            sleep=lambda _: submit(world.alice, "new", preview=True, editor="left"),
        )
        patched.setattr("topoviz.web.documents.pictures.time", typed)
        answer = world.alice.get(f"{old}/topology.svg?wait=20&view=plan")

    assert answer.status_code == 202
    assert states() == [(True, "cancelled"), (False, "queued"), (False, "queued")]
    world.alice.get(f"{old}/topology.svg?wait=0&view=plan")
    assert states()[3:] == [(True, "queued")]


@pytest.mark.parametrize("editor", ["a b", "x" * 13, 5.5, None])
def test_an_editor_has_a_short_plain_name(world, editor):
    assert submit(world.alice, preview=True, editor=editor).status_code == 422


def test_a_preview_ends_no_analysis(world):
    kept = submit(world.alice, "one").json()
    submit(world.alice, "two", preview=True)

    assert world.alice.get(kept["url"]).json()["status"] == "queued"


def test_a_cancelled_preview_that_is_typed_again_is_worked_on_again(world):
    first = submit(world.alice, "one", preview=True).json()
    submit(world.alice, "two", preview=True)

    again = submit(world.alice, "one", preview=True)

    assert again.json()["id"] == first["id"]
    assert world.alice.get(first["url"]).json()["status"] == "queued"


def test_submitting_a_preview_keeps_it(world):
    preview = analyzed(world.alice, preview=True)

    kept = submit(world.alice).json()

    assert kept["id"] == preview["id"]
    assert kept["is_preview"] is False
    assert Revision.objects.get().analyses.get().expires is None
    assert Job.objects.count() == 1


def test_keeping_a_preview_that_waits_gives_it_the_time_of_an_analysis(world):
    submit(world.alice, preview=True)

    assert submit(world.alice).status_code == 202
    assert list(Job.objects.order_by("created").values_list("queue", "state")) == [
        ("interactive", "cancelled"),
        ("analyses", "queued"),
    ]


def test_an_expired_preview_is_gone(world):
    preview = submit(world.alice, preview=True).json()
    Analysis.objects.update(expires="2020-01-01T00:00Z")

    assert world.alice.get(preview["url"]).status_code == 404


# --- what is refused --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "status"), [(256 * 1024, 202), (256 * 1024 + 1, 413)])
def test_a_file_may_have_256_kilobytes(world, size, status):
    answer = submit(world.alice, "x" * size)

    assert answer.status_code == status
    assert Job.objects.count() == (status == 202)


@pytest.mark.parametrize(("size", "status"), [(1024 * 1024, 202), (1024 * 1024 + 1, 413)])
def test_a_dump_may_have_a_megabyte(world, size, status):
    text = "Topologies:\n   Sub-topology: 0\n"

    assert submit(world.alice, text + "x" * (size - len(text)), "dump.txt").status_code == status


def test_bytes_are_counted_and_not_letters(world):
    assert submit(world.alice, "ä" * (128 * 1024 + 1)).status_code == 413


def test_all_files_together_may_have_four_megabytes(world):
    files = [{"name": f"{number}.java", "text": "x" * 256 * 1024} for number in range(17)]

    answer = world.alice.post("/api/v1/analyses", {"files": files}, content_type="application/json")

    assert answer.status_code == 413
    assert "together" in answer.json()["detail"]


def test_a_body_is_measured_before_it_is_read(world, settings):
    settings.TOPOVIZ_LIMITS = {"body_bytes": 1000}
    limits.cache_clear()

    answer = world.alice.post("/api/v1/analyses", "[" * 1001, content_type="application/json")

    assert answer.status_code == 413


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ({"kafka_version": "9.9"}, "known are 2.0 to 4.3"),
        ({"kafka_version": "new"}, "is not a Kafka version"),
        ({"optimize": "everything"}, "ConfigException"),
        ({"optimize": "merge.repartition.topics", "kafka_version": "2.3"}, "ConfigException"),
        ({"language": "cobol"}, "settings.language"),
        ({"kafkaversion": "3.9"}, "settings.kafkaversion: There is no such member."),
        ({"set": {str(number): "x" for number in range(501)}}, "At most 500"),
    ],
)
def test_bad_settings_are_told(world, given, named):
    answer = submit(world.alice, **given)

    problem = answer.json()
    assert answer.status_code == 422
    assert answer.headers["Content-Type"] == "application/problem+json"
    assert set(problem) == {"type", "title", "status", "detail", "code", "next_step", "errors"}
    assert named in problem["detail"]
    assert not Job.objects.exists()


@pytest.mark.parametrize(
    "files", [[], None, "x", [{"name": "a"}], [{"name": "", "text": ""}], [{"name": "a", "text": ""}] * 2, [[]]]
)
def test_bad_files_are_told(world, files):
    assert world.alice.post("/api/v1/analyses", {"files": files}, content_type="application/json").status_code == 422


@pytest.mark.parametrize("sent", [b"{", b"\xff", b'{"files": NaN}', b"[" * 100_000])
def test_what_is_no_json_is_told(world, sent):
    answer = world.alice.post("/api/v1/analyses", sent, content_type="application/json")

    assert answer.status_code == 400
    assert answer.json()["code"] == "not-understood"


def test_other_forms_of_a_body_are_not_read(world):
    form = "application/x-www-form-urlencoded"

    assert world.alice.post("/api/v1/analyses", "files=x", content_type=form).status_code == 415


def test_characters_that_cannot_be_kept_are_replaced(world):
    sent = json.dumps(body("a\x00b")).replace("b", "\\ud800").encode()
    document = json.loads(world.alice.post("/api/v1/analyses", sent, content_type="application/json").content)

    work()

    kept = json.loads(Analysis.objects.get(id=document["id"]).submission)
    assert kept["files"][0]["text"] == "a\ufffd\ufffd"


def test_viewers_may_look_but_not_submit(world):
    answer = submit(world.viewer)

    assert answer.status_code == 403
    assert not Job.objects.exists()


def test_somebody_in_no_team_is_told(world):
    from tests.web.conftest import signed_in

    assert submit(signed_in("dora")).status_code == 403


# --- visitors and tokens ----------------------------------------------------------------------------------------------


def test_a_visitor_gets_a_team_with_the_first_submission(world):
    first = submit(world.visitor, "one").json()
    second = submit(world.visitor, "two").json()

    teams = set(Analysis.objects.filter(id__in=(first["id"], second["id"])).values_list("team__is_anonymous", "team"))
    assert len(teams) == 1
    assert next(iter(teams))[0] is True


def test_looking_makes_no_team(world):
    from topoviz.web.accounts.models import Team

    world.visitor.get("/api/v1/versions")
    world.visitor.get("/api/v1/analyses/00000000-0000-0000-0000-000000000000")

    assert not Team.objects.filter(is_anonymous=True).exists()


def test_a_browser_must_send_the_pages_own_secret(world):
    from django.test import Client

    strict = Client(enforce_csrf_checks=True)

    assert submit(strict).status_code == 401
    strict.get("/")
    assert submit(strict).status_code == 403
    secret = strict.cookies["csrftoken"].value
    answer = strict.post("/api/v1/analyses", body(), content_type="application/json", headers={"X-CSRFToken": secret})
    assert answer.status_code == 202


def test_a_token_needs_no_such_secret(world, make_token):
    client = make_token(world.team)
    client.handler.enforce_csrf_checks = True

    assert submit(client).status_code == 202


def test_too_many_submissions_are_told_when_to_come_again(world, monkeypatch):
    monkeypatch.setattr("topoviz.web.documents.throttles.AnalysesThrottle.rate", "2/min", raising=False)

    answers = [submit(world.alice, str(number)) for number in range(3)]

    assert [answer.status_code for answer in answers] == [202, 202, 429]
    assert 0 < int(answers[2].headers["Retry-After"]) <= 60
    assert answers[2].json()["code"] == "too-many"


def test_addresses_in_headers_are_not_believed(monkeypatch, client, db):
    monkeypatch.setattr("topoviz.web.documents.throttles.VisitorsThrottle.rate", "1/min", raising=False)

    from django.test import Client

    answers = [submit(Client(headers={"X-Forwarded-For": f"192.0.2.{number}"}), str(number)) for number in range(2)]

    assert [answer.status_code for answer in answers] == [202, 429]


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

    run_job(Job.objects.get().id)

    assert Job.objects.get().attempts == 1


def test_submissions_are_the_engines(world):
    submit(world.alice, application_id="shop", language="java", set={"a": "b"})

    from topoviz.rendering.submission_json import submission_from_json

    submission = submission_from_json(json.loads(Analysis.objects.get().submission))
    assert isinstance(submission, Submission)
    assert (submission.settings.application_id, submission.settings.set_values) == ("shop", {"a": "b"})
