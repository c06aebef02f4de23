"""What `POST /api/v1/analyses` does not take: too much, settings that are none, and what is no JSON."""

import json

import pytest

from tests.web.conftest import body, signed_in, submit, work
from topoviz.web.analyses.limits import limits
from topoviz.web.analyses.models import Analysis, Job

pytestmark = pytest.mark.django_db


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
    assert submit(signed_in("dora")).status_code == 403
