"""`POST /api/v1/lag-reports` and what can be asked about a report."""

import os
import time
import uuid
from datetime import UTC, datetime

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from tests.web.conftest import analyzed, submit, work
from tests.web.lag_reports.conftest import HISTORY, upload
from topoviz.web.analyses.janitor import clean_up
from topoviz.web.analyses.limits import Limits
from topoviz.web.analyses.models import Job, Kind, Queue, State
from topoviz.web.api.v1 import uploads
from topoviz.web.lag_reports.models import LagReport
from topoviz.web.lag_reports.storage import file_of, folder_of
from topoviz.web.lag_reports.tasks import get_spark_ready
from topoviz.web.lag_reports.warm import session_settings

pytestmark = pytest.mark.django_db


@pytest.fixture
def small(monkeypatch):
    """A server that takes little."""
    little = Limits(lag_bytes=2000, lag_files=2, lag_team_bytes=3000)
    monkeypatch.setattr(uploads, "limits", lambda: little)
    monkeypatch.setattr("topoviz.web.api.v1.lag_reports.limits", lambda: little)
    monkeypatch.setattr("topoviz.web.lag_reports.services.limits", lambda: little)
    monkeypatch.setattr(uploads, "AROUND", 500)


def test_an_upload_is_on_disk_with_a_job_when_it_is_answered(world, analysis):
    answer = upload(world.alice, analysis)

    document = answer.json()
    assert answer.status_code == 202
    report = LagReport.objects.get()
    assert document["page"] == f"/r/{report.id}"
    assert file_of(report.id, 0).read_bytes() == HISTORY
    job = Job.objects.get(lag_report=report)
    assert (job.kind, job.queue, job.state) == (Kind.LAG, Queue.SPARK, State.QUEUED)


@pytest.mark.parametrize("name", ["_x.csv", "*.csv", "a{b}.csv", "../x", "c:d", ".x", "=1+1.csv", "<b>.csv", "x" * 300])
def test_a_name_is_for_showing_only(world, analysis, name):
    answer = upload(world.alice, analysis, name=name)

    assert answer.status_code == 202
    report = LagReport.objects.get()
    assert [place.name for place in folder_of(report.id).iterdir()] == ["0.upload"]
    assert len(report.files.get().name) <= 200


def test_several_files_are_one_history(world, analysis):
    upload(world.alice, analysis, HISTORY, b"more")

    report = LagReport.objects.get()
    assert [file_of(report.id, number).read_bytes() for number in (0, 1)] == [HISTORY, b"more"]


def test_what_files_do_not_say_may_be_said_beside_them(world, analysis):
    said = {"analysis": analysis["id"], "application_id": "shop"}
    assert world.alice.post("/api/v1/lag-reports", {**said, "taken_at": "soon"}).status_code == 422
    file = SimpleUploadedFile("look.txt", HISTORY)
    world.alice.post("/api/v1/lag-reports", {**said, "taken_at": "2026-03-02T11:00:00+01:00", "file": file})

    report = LagReport.objects.get()
    assert (report.application_id, report.taken_at) == ("shop", datetime(2026, 3, 2, 10, tzinfo=UTC))


def test_a_form_without_a_file_is_told(world, analysis):
    answer = world.alice.post("/api/v1/lag-reports", {"analysis": analysis["id"]})

    assert answer.status_code == 422
    assert "file" in answer.json()["detail"]


def test_what_is_too_large_is_told_and_leaves_nothing(world, analysis, small, settings):
    answer = upload(world.alice, analysis, b"x" * 2200)

    assert answer.status_code == 413
    assert answer.json()["code"] == "too-large"
    assert answer.json()["next_step"]
    assert LagReport.objects.count() == 0
    assert list(settings.FILE_UPLOAD_TEMP_DIR.iterdir()) == []


def test_what_does_not_say_how_large_it_is_is_told_so(world):
    answer = world.alice.post("/api/v1/lag-reports", CONTENT_LENGTH="", HTTP_TRANSFER_ENCODING="chunked")

    assert answer.status_code == 411
    assert "Content-Length" in answer.json()["next_step"]


def test_what_says_itself_that_it_is_too_large_is_not_read(world, analysis, small):
    assert upload(world.alice, analysis, b"x" * 100_000).status_code == 413


def test_too_many_files_are_told(world, analysis, small):
    assert upload(world.alice, analysis, b"a", b"b", b"c").json()["code"] == "too-many-files"


def test_a_team_has_room_for_so_much(world, analysis, small):
    assert upload(world.alice, analysis, b"x" * 1600).status_code == 202
    answer = upload(world.alice, analysis, b"x" * 1600)

    assert answer.status_code == 413
    assert answer.json()["code"] == "no-room"


@pytest.mark.parametrize("partitions", ["orders", "orders=0", "=3"])
def test_partition_counts_that_cannot_be_read_are_told(world, analysis, partitions):
    answer = upload(world.alice, analysis, partitions=partitions)

    assert answer.status_code == 422
    assert "partition counts" in answer.json()["detail"]


def test_a_topology_that_is_not_there_is_told(world, analysis):
    assert upload(world.alice, analysis, topology="7").status_code == 404


def test_a_preview_keeps_no_reports(world):
    preview = analyzed(world.alice, preview=True)

    assert upload(world.alice, preview).json()["code"] == "not-kept"


def test_an_analysis_without_a_result_is_told(world):
    document = submit(world.alice).json()

    assert upload(world.alice, document).status_code == 409


def test_nobody_else_sees_or_ends_a_report(world, analysis):
    document = upload(world.alice, analysis).json()

    for client in (world.charlie, world.visitor, Client()):
        assert client.get(document["url"]).status_code in (403, 404)
        assert client.post(f"{document['url']}/cancel").status_code in (403, 404)
        assert client.delete(document["url"]).status_code in (403, 404)
        assert client.get(document["page"]).status_code == 404
        assert upload(client, analysis).status_code in (403, 404)
    assert world.bob.get(document["url"]).status_code == 200


def test_a_report_that_waits_can_be_cancelled(world, analysis):
    document = upload(world.alice, analysis).json()

    assert world.alice.post(f"{document['url']}/cancel").status_code == 202
    assert world.alice.get(document["url"]).json()["status"] == "cancelled"


def test_a_deleted_report_takes_its_files_with_it(world, analysis, django_capture_on_commit_callbacks):
    document = upload(world.alice, analysis).json()
    folder = folder_of(uuid.UUID(document["id"]))

    assert folder.exists()

    with django_capture_on_commit_callbacks(execute=True):
        assert world.alice.delete(document["url"]).status_code == 204

    assert not folder.exists()
    assert world.alice.get(document["url"]).status_code == 404


def test_the_janitor_leaves_files_alone_that_belong_to_a_report(world, analysis):
    document = upload(world.alice, analysis).json()
    folder = folder_of(uuid.UUID(document["id"]))
    _age(folder)

    clean_up()

    assert folder.exists()


def test_a_disk_that_is_full_is_told_and_leaves_nothing(world, analysis, monkeypatch):
    def full(*arguments):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("topoviz.web.lag_reports.storage.os.fsync", full)

    answer = upload(world.alice, analysis)

    assert answer.status_code == 507
    assert LagReport.objects.count() == 0
    assert Job.objects.filter(kind=Kind.LAG).count() == 0


def test_work_without_spark_ends_with_a_reason(world, analysis, monkeypatch):
    import builtins

    real = builtins.__import__

    def without_spark(name, *arguments, **options):
        if name.startswith(("topoviz.lag.session", "pyspark")):
            raise ImportError(name)
        return real(name, *arguments, **options)

    document = upload(world.alice, analysis).json()
    monkeypatch.setattr(builtins, "__import__", without_spark)
    work()

    answer = world.alice.get(document["url"]).json()
    assert answer["status"] == "failed"
    assert answer["reason"]["code"] == "no-spark"


def _age(folder):
    long_ago = time.time() - 7200
    os.utime(folder, (long_ago, long_ago))


def test_a_history_that_is_announced_finds_spark_ready(world, monkeypatch):
    told, started, warm, spark = [], [], [], object()
    monkeypatch.setattr("topoviz.web.lag_reports.announcing.send_task", lambda *message: told.append(message))
    monkeypatch.setattr("topoviz.lag.session.spark_session", lambda settings: started.append(settings) or spark)
    monkeypatch.setattr("topoviz.lag.session.stop_session", lambda: None)
    monkeypatch.setattr("topoviz.lag.jobs.warm_up.warm_up", lambda *given: warm.append(given))

    answer = world.alice.post("/api/v1/lag-reports/announcement", {"bytes": 600_000}, content_type="application/json")

    assert answer.status_code == 204
    ((name, (size,), queues, _),) = told
    assert (name, queues) == (get_spark_ready.name, (Queue.SPARK,))
    get_spark_ready(size)
    assert started == [session_settings().for_bytes(600_000)]
    assert started[0].is_small
    assert [one for one, *_ in warm] == [spark]


def test_many_who_open_the_page_send_one_message(world, monkeypatch):
    told = []
    monkeypatch.setattr("topoviz.web.lag_reports.announcing.send_task", lambda *message: told.append(message))

    for size in (0, 0, 600_000, 100_000_000, 100_000_000):
        for who in (world.alice, world.bob):
            answer = who.post("/api/v1/lag-reports/announcement", {"bytes": size}, content_type="application/json")
            assert answer.status_code == 204

    assert [size for _, (size,), *_ in told] == [0, 100_000_000]
