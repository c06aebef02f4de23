"""Histories that looks are appended to, and that are read as histories."""

import resource
import signal

import pytest

from topoviz.lag.capture.bad_capture import BadCapture
from topoviz.lag.capture.history_file import HistoryFile
from topoviz.lag.capture.look import Row
from topoviz.lag.forms.model import Kind
from topoviz.lag.upload import check

FIRST = [Row("2026-03-02T10:00:00.000Z", "shop", "orders", number, 10, None, "", "") for number in range(3)]
SECOND = [Row("2026-03-02T10:00:30.000Z", "shop", "orders", number, 20, 15, "a,1", "h") for number in range(3)]


def write(path, *looks):
    with HistoryFile(path) as file:
        for look in looks:
            file.append(look)
        return file.taken_away


@pytest.mark.parametrize(("name", "kind"), [("lag.csv", Kind.CSV), ("lag.jsonl", Kind.JSON_LINES)])
def test_looks_are_appended_to_what_is_there_and_it_is_a_history(tmp_path, name, kind):
    at_once, in_turn = tmp_path / name, tmp_path / f"2-{name}"
    write(at_once, FIRST, SECOND)
    write(in_turn, FIRST)
    write(in_turn, SECOND)
    assert in_turn.read_text() == at_once.read_text()
    assert check(at_once).kind is kind
    assert len(at_once.read_text().splitlines()) == (7 if kind is Kind.CSV else 6)


@pytest.mark.parametrize("name", ["lag.csv", "lag.jsonl"])
def test_a_look_that_was_cut_off_is_taken_away_and_the_one_before_stays(tmp_path, name):
    path = tmp_path / name
    write(path, FIRST)
    whole = path.stat().st_size
    write(path, SECOND)
    data = path.read_bytes()
    last = data.rindex(b"\n", 0, -1) + 1
    # Cut inside a time, the line may be the first of a look, and then the one before is whole; cut between lines, a
    # look lacks rows, and those that are there are right.
    for length, left in (
        (len(data) - 1, whole),
        (last + 41, whole),
        (last + 16, last),
        (last, last),
        (whole + 1, whole),
    ):
        path.write_bytes(data[:length])
        assert bool(write(path)) == (length != last)
        assert path.read_bytes() == data[:left]


def test_a_look_that_does_not_fit_on_the_disk_is_not_there_at_all(tmp_path):
    path = tmp_path / "lag.csv"
    write(path, FIRST)
    before = path.read_bytes()
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)
    old = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (len(before) + 70, limit[1]))
    try:
        with pytest.raises(BadCapture, match="cannot be written any more: File too large"):
            write(path, SECOND)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limit)
        signal.signal(signal.SIGXFSZ, old)
    assert path.read_bytes() == before


def test_what_is_no_history_of_ours_stays_as_it_is(tmp_path):
    path = tmp_path / "notes.csv"
    path.write_text("a,b\n1,2\n")
    with pytest.raises(BadCapture, match="no file of this command"):
        HistoryFile(path)
    assert path.read_text() == "a,b\n1,2\n"
    with pytest.raises(BadCapture, match="cannot be written"):
        HistoryFile(tmp_path / "nowhere" / "lag.csv")


def test_two_captures_do_not_write_to_one_file(tmp_path):
    path = tmp_path / "lag.csv"
    with HistoryFile(path), pytest.raises(BadCapture, match="Another capture"):
        HistoryFile(path)
    write(path, FIRST)
