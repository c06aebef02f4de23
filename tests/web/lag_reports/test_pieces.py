"""`/api/v1/uploads`: a file in pieces, cut off and gone on with, becomes a lag report."""

import uuid
from datetime import timedelta

import pytest
from django.http import UnreadablePostError
from django.utils import timezone

from tests.web.api.test_problems import told
from tests.web.api.test_schema import hold
from tests.web.lag_reports.conftest import HISTORY
from topoviz.web.analyses.limits import Limits
from topoviz.web.lag_reports.models import LagReport, Upload
from topoviz.web.lag_reports.storage import file_of, partial_of
from topoviz.web.lag_reports.uploads import _locked, append, throw_away_uploads

pytestmark = pytest.mark.django_db


LENGTH = len(HISTORY)


def begin(client, size=LENGTH, name="lag.csv"):
    answer = client.post("/api/v1/uploads", {"name": name, "size": size}, content_type="application/json")
    assert answer.status_code == 201, answer.content
    return answer.json()


def send(client, upload, data, offset):
    headers = {"Upload-Offset": str(offset)}
    return client.patch(upload["url"], data, content_type="application/octet-stream", headers=headers)


def test_a_file_in_pieces_becomes_a_report(world, analysis, django_capture_on_commit_callbacks):
    upload = begin(world.alice)
    hold(upload, "UploadDocument")
    assert send(world.alice, upload, HISTORY[:50], 0).json()["offset"] == 50
    assert world.alice.head(upload["url"]).headers["Upload-Offset"] == "50"
    assert send(world.alice, upload, HISTORY[50:], 50).json()["is_whole"] is True

    sent = {"analysis": analysis["id"], "upload": [upload["id"]]}
    with django_capture_on_commit_callbacks(execute=True):
        answer = world.alice.post("/api/v1/lag-reports", sent)

    assert answer.status_code == 202, answer.content
    report = LagReport.objects.get()
    assert file_of(report.id, 0).read_bytes() == HISTORY
    assert report.files.get().name == "lag.csv"
    assert world.alice.get(upload["url"]).status_code == 404
    assert not partial_of(uuid.UUID(upload["id"])).exists()


def test_a_piece_at_a_wrong_place_is_refused_with_the_right_one(world):
    upload = begin(world.alice)
    send(world.alice, upload, b"12345", 0)

    for offset in (0, 4, 6):
        problem = told(send(world.alice, upload, b"x", offset))
        assert (problem["code"], problem["offset"]) == ("wrong-offset", 5)
    assert (
        told(world.alice.patch(upload["url"], b"x", content_type="application/octet-stream"))["errors"][0]["field"]
        == "Upload-Offset"
    )
    csv = world.alice.patch(upload["url"], b"x", content_type="text/csv", headers={"Upload-Offset": "5"})
    assert told(csv)["status"] == 415


def test_what_arrived_before_a_piece_was_cut_off_stays(world):
    upload = Upload.objects.get(id=begin(world.alice)["id"])

    def cut_off():
        yield b"12345"
        raise UnreadablePostError("gone")

    with pytest.raises(UnreadablePostError):
        append(upload=upload, offset=0, pieces=cut_off())

    assert append(upload=upload, offset=5, pieces=[b"678"]) == 8
    assert partial_of(upload.id).read_bytes() == b"12345678"


def test_more_than_was_said_is_refused_and_leaves_what_was_there(world):
    upload = begin(world.alice, size=6)
    send(world.alice, upload, b"1234", 0)

    assert told(send(world.alice, upload, b"567", 4))["code"] == "too-large"
    assert send(world.alice, upload, b"56", 4).json()["is_whole"] is True


def test_two_pieces_do_not_arrive_at_once(world):
    upload = Upload.objects.get(id=begin(world.alice)["id"])

    with _locked(upload):
        answer = send(world.alice, {"url": f"/api/v1/uploads/{upload.id}"}, b"1", 0)

    assert (told(answer)["code"], answer.headers["Retry-After"]) == ("piece-arriving", "1")


def test_nobody_else_sees_an_upload_and_a_report_is_made_of_a_whole_one_only(world, analysis):
    upload = begin(world.alice)

    for client in (world.bob, world.charlie, world.visitor):
        assert told(client.get(upload["url"]))["status"] == 404
        assert (
            told(client.post("/api/v1/lag-reports", {"analysis": analysis["id"], "upload": upload["id"]}))["status"]
            == 404
        )
    answer = world.alice.post("/api/v1/lag-reports", {"analysis": analysis["id"], "upload": upload["id"]})
    assert told(answer)["code"] == "not-whole"


def test_there_is_room_for_so_much_and_a_piece_has_a_limit(world, monkeypatch):
    little = Limits(lag_bytes=2000, lag_team_bytes=3000, upload_piece_bytes=70_000)
    for where in ("lag_reports.uploads", "api.v1.pieces", "documents.lag_reports"):
        monkeypatch.setattr(f"topoviz.web.{where}.limits", lambda: little)

    answer = world.alice.post("/api/v1/uploads", {"name": "a", "size": 2001}, content_type="application/json")
    assert told(answer)["limit"]["name"] == "lag_bytes"
    upload = begin(world.alice, size=2000)
    answer = world.alice.post("/api/v1/uploads", {"name": "b", "size": 1001}, content_type="application/json")
    assert told(answer)["code"] == "no-room"
    assert told(send(world.alice, upload, b"x" * 70_001, 0))["limit"]["name"] == "upload_piece_bytes"


def test_what_nobody_goes_on_with_is_thrown_away(world):
    upload = begin(world.alice)
    send(world.alice, upload, b"12345", 0)
    place = partial_of(uuid.UUID(upload["id"]))
    assert throw_away_uploads() == 0
    assert place.exists()

    assert throw_away_uploads(timezone.now() + timedelta(days=2)) >= 1

    assert not place.exists()
    assert world.alice.get(upload["url"]).status_code == 404
