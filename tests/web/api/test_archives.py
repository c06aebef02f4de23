"""`POST /api/v1/archives`, and archives as submissions: anybody's, on disk, read by a process of their own."""

import io
import json

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.test.client import encode_multipart

from tests.intake.archives import FILES, PROGRAM, boasting, tarred, zipped
from tests.web.conftest import work
from topoviz.web.accounts.models import Scope, Team
from topoviz.web.analyses.limits import limits
from topoviz.web.analyses.models import Analysis, Job
from topoviz.web.api.v1 import archives, uploads

pytestmark = pytest.mark.django_db

MODULE = FILES | {f"repo-main/src/test/java/A{number}Test.java": b"class Test { }" for number in range(12)}
TAKEN = [{"name": "pom.xml", "text": "<project/>"}, {"name": "src/main/java/A.java", "text": PROGRAM.decode()}]


def send(client, packed, to="archives", **fields):
    data = packed.read() if isinstance(packed, io.BytesIO) else packed
    # What it is called says nothing: a tar from standard input has no name.
    return client.post(f"/api/v1/{to}", {"archive": SimpleUploadedFile("-", data), **fields})


def test_an_archive_gives_its_programs_and_what_is_left_out(world):
    for packed in (zipped(MODULE), tarred(MODULE), tarred(MODULE, "w")):
        answer = send(world.alice, packed)

        assert answer.status_code == 200
        assert answer.json() == {"files": TAKEN, "notes": ["Not read: 12 files of tests."]}


def test_looking_into_an_archive_keeps_nothing(world, settings):
    assert send(world.visitor, zipped(MODULE)).status_code == 200

    assert not Team.objects.filter(is_anonymous=True).exists()
    assert not Analysis.objects.exists()
    assert list(settings.FILE_UPLOAD_TEMP_DIR.iterdir()) == []


def test_an_archive_is_submitted_like_the_files_in_it(world):
    how = {"optimize": "all", "set": {"a": "b"}}
    first = send(world.alice, zipped(MODULE), "analyses", settings=json.dumps(how))

    document = first.json()
    assert first.status_code == 202
    assert document["notes"] == ["Not read: 12 files of tests."]
    assert json.loads(Analysis.objects.get().submission)["files"] == TAKEN
    work()
    done = send(world.bob, tarred(MODULE), "analyses", settings=json.dumps(how))
    assert (done.status_code, done.json()["id"], done.json()["notes"]) == (200, document["id"], document["notes"])
    (topology,) = done.json()["result"]["topologies"]
    assert "topics: [a]" in topology["describe"]["text"]
    as_json = world.alice.post("/api/v1/analyses", {"files": TAKEN, "settings": how}, content_type="application/json")
    assert as_json.json()["id"] == document["id"]
    assert Job.objects.count() == 1


def test_an_archive_may_be_a_preview(world):
    send(world.alice, zipped(MODULE), "analyses", preview="true", editor="left")

    assert Analysis.objects.get().is_preview


@pytest.mark.parametrize(
    ("packed", "status", "code", "words"),
    [
        (b"", 422, "no-archive", "damaged, locked or something else"),
        (b"plain text", 422, "no-archive", "damaged, locked or something else"),
        (zipped({"logo.png": b""}), 422, "no-program", "holds no program"),
        (zipped({"A.java": b"\xff"}), 422, "no-program", "A.java; no text in UTF-8"),
        (boasting(600), 413, "too-large", "more than 500 MB when it is unpacked"),
    ],
    ids=["empty", "text", "no program", "no text", "bomb"],
)
def test_what_cannot_be_taken_is_told(world, packed, status, code, words):
    packed = packed if isinstance(packed, bytes) else packed.getvalue()
    for to in ("archives", "analyses"):
        answer = send(world.alice, packed, to)

        problem = answer.json()
        assert (answer.status_code, problem["code"]) == (status, code), problem
        assert answer.headers["Content-Type"] == "application/problem+json"
        assert words in problem["detail"]
        assert problem["next_step"]
    assert not Analysis.objects.exists()


@pytest.mark.parametrize(("count", "size"), [(1001, 0), (17, 260_000)], ids=["many files", "much text"])
def test_of_more_than_is_read_the_files_of_kafka_streams_are(world, count, size):
    others = {f"{number}.java": b"x" * size for number in range(count)}

    answer = send(world.alice, zipped(others | {"Z.java": PROGRAM}), "archives").json()

    assert "Z.java" in [file["name"] for file in answer["files"]]
    assert answer["notes"][0].endswith(
        "At most 1,000 files or 4 MB are read: first those that name Kafka Streams, then what they import."
    )


def test_a_file_that_is_too_large_is_left_out_and_told(world):
    answer = send(world.alice, zipped({"A.java": PROGRAM, "B.java": b" " * 300_000}))

    assert [file["name"] for file in answer.json()["files"]] == ["A.java"]
    assert answer.json()["notes"] == ["Not read: B.java; more than 256 KB, as only generated files have."]


@pytest.mark.parametrize("size", [2200, 5000, 100_000])
def test_an_upload_has_a_size(world, settings, monkeypatch, size):
    """Whether it is noticed while it is written, by the length of the form, or by one that is not even read."""
    monkeypatch.setattr(uploads, "AROUND", 500)
    settings.TOPOVIZ_LIMITS = {"archive_bytes": 2000}
    limits.cache_clear()

    answer = send(world.alice, b"x" * size, "analyses")

    assert (answer.status_code, answer.json()["code"]) == (413, "too-large")
    assert "An archive may have" in answer.json()["detail"]
    assert list(settings.FILE_UPLOAD_TEMP_DIR.iterdir()) == []


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({}, "archive: There is no archive."),
        ({"archive": "x"}, "archive: Send it as a file"),
        ({"settings": "{"}, "settings: This is not JSON."),
        ({"settings": "[" * 100_000}, "settings: This is not JSON."),
        ({"settings": "[]"}, "Expected a dictionary"),
        ({"settings": '{"optimise": "all"}'}, "settings.optimise: There is no such member."),
        ({"preview": "perhaps"}, "preview"),
        ({"kafka_version": "3.9"}, "kafka_version: There is no such member."),
        ({"other": io.BytesIO(b"x")}, "other: There is no such member."),
    ],
)
def test_bad_forms_are_told(world, fields, words):
    packed = {} if not fields or "archive" in fields else {"archive": zipped(FILES)}

    answer = world.alice.post("/api/v1/analyses", packed | fields)

    assert answer.status_code == 422
    assert words in answer.json()["detail"]


@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        (b"garbage", "multipart/form-data"),
        (b"--x\r\n" + b"a" * 10_000, "multipart/form-data; boundary=x"),
        (encode_multipart("x", dict.fromkeys(map(str, range(1100)), "a")), "multipart/form-data; boundary=x"),
    ],
    ids=["no boundary", "no headers", "many fields"],
)
def test_a_form_that_is_none_is_told(world, make_token, body, content_type):
    """A browser's form is read to see where it comes from, and a program's only then."""
    browser = Client(enforce_csrf_checks=True)
    browser.get("/")
    for client in (browser, make_token(world.team)):
        answer = client.post("/api/v1/analyses", body, content_type=content_type)

        assert answer.status_code == 400
        assert answer.json()["code"] == "not-understood"


def test_two_archives_at_once_are_told(world):
    answer = world.alice.post("/api/v1/archives", {"archive": [zipped(FILES), tarred(FILES)]})

    assert "one archive at a time" in answer.json()["detail"]


def test_archives_are_read_two_at_a_time(world, settings):
    settings.TOPOVIZ_LIMITS = {"archive_turn_seconds": 0}
    limits.cache_clear()

    with archives._turns, archives._turns:
        answer = send(world.alice, zipped(FILES))

    assert (answer.status_code, answer.json()["code"]) == (503, "busy")
    assert send(world.alice, b"").status_code == 422
    assert send(world.alice, zipped(FILES)).status_code == 200


@pytest.mark.parametrize("to", ["archives", "analyses"])
def test_archives_are_counted(world, monkeypatch, to):
    monkeypatch.setattr("topoviz.web.documents.throttles.ArchivesThrottle.rate", "1/min", raising=False)

    assert [send(world.alice, zipped(FILES), to).status_code for _ in range(2)][1] == 429


def test_who_may_not_write_hands_no_archive_in(world, make_token):
    for client in (world.viewer, make_token(world.team, scope=Scope.READ), Client(enforce_csrf_checks=True)):
        for to in ("archives", "analyses"):
            assert send(client, zipped(FILES), to).status_code in (401, 403)
    assert send(make_token(world.team), zipped(FILES), "analyses").status_code == 202
