"""Captures of the tool become rows; each case of the fixture says which, and what is kept aside."""

import csv
import re
from datetime import UTC, datetime
from pathlib import Path

import pytest

from topoviz.lag.bad_history import BadHistory
from topoviz.lag.forms.capture import write_rows
from topoviz.lag.forms.model import Kind
from topoviz.lag.limits import Cancelled, Limits
from topoviz.lag.upload import check

FIXTURE = Path(__file__).parent.parent / "fixtures" / "lag" / "captures.txt"


def cases():
    for block in re.split(r"^# title: ", FIXTURE.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        title, rest = block.split("\n", 1)
        capture, expected = rest.split("\n----\n")
        yield pytest.param(capture + "\n", expected.strip(), id=title)


def read(text, tmp_path, group=None, taken_at=None):
    path = tmp_path / "capture"
    path.write_bytes(text.encode())
    written = write_rows(check(path), tmp_path / "rows", group, taken_at=taken_at)
    with written.rows.path.open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file)), written.told


@pytest.mark.parametrize("end", ["\n", "\r\n"], ids=["unix", "windows"])
@pytest.mark.parametrize(("capture", "expected"), list(cases()))
def test_a_capture_becomes_rows(capture, expected, end, tmp_path):
    rows, told = read(capture.replace("\n", end), tmp_path)
    lines = []
    for _, _, time, group, topic, partition, log_end, committed, client, host in rows:
        cells = (time[11:19], group, topic, partition, log_end, committed or "-", client, host)
        lines.append(" ".join(cell for cell in cells if cell))
    kept = [f"line {number}: {reason}" for reason, all_of in told.kept.examples.items() for number, _ in all_of]
    assert "\n".join((*lines, *kept, *(f"note: {note}" for note in told.notes()))) == expected


def test_a_group_given_by_the_reader_serves_tables_without_one(tmp_path):
    text = "1772445600\nTOPIC PARTITION CURRENT-OFFSET LOG-END-OFFSET LAG\norders 0 1 2 1\n"
    rows, _ = read(text, tmp_path, group="shop")
    assert rows[0][3] == "shop"


def test_without_any_name_of_a_group_it_asks_for_the_application_id(tmp_path):
    with pytest.raises(BadHistory, match="application id") as caught:
        read("1772445600\nTOPIC PARTITION CURRENT-OFFSET LOG-END-OFFSET LAG\norders 0 1 2 1\n", tmp_path)
    assert caught.value.code == "no-group"


def test_a_single_look_without_a_time_asks_for_it_and_takes_it(tmp_path):
    text = "GROUP TOPIC PARTITION CURRENT-OFFSET LOG-END-OFFSET LAG\nshop orders 0 1 2 1\n"
    with pytest.raises(BadHistory, match="when it was taken") as caught:
        read(text, tmp_path)
    assert caught.value.code == "no-time"
    rows, told = read(text * 2, tmp_path, taken_at=datetime(2026, 3, 2, 10, tzinfo=UTC))
    assert [row[2] for row in rows] == ["2026-03-02T10:00:00.000000Z"]
    assert told.kept.counts == {"the partition comes again without a time stamp before the table": 1}


def test_a_streams_group_without_offsets_says_what_prints_them(tmp_path):
    text = "GROUP TOPIC PARTITION OFFSET-LAG\nshop orders 0 10\n"
    with pytest.raises(BadHistory, match=r"kafka-streams-groups, which prints the lag alone.*--verbose") as caught:
        read(text, tmp_path)
    assert caught.value.code == "lag-alone"


def test_a_capture_with_other_tables_alone_says_so(tmp_path):
    with pytest.raises(BadHistory, match="tables of another kind: members") as caught:
        read("GROUP CONSUMER-ID HOST CLIENT-ID #PARTITIONS\nshop c /10.0.0.1 c 1\n", tmp_path)
    assert caught.value.code == "no-table"


def test_examples_are_few_and_short_however_many_lines_are_bad(tmp_path):
    head = "GROUP TOPIC PARTITION CURRENT-OFFSET LOG-END-OFFSET LAG\n"
    _, told = read(head + ("x" * 500 + "\n") * 1000, tmp_path)
    ((reason, examples),) = told.kept.examples.items()
    assert told.kept.counts[reason] == 1000
    assert len(examples) == 20
    assert {len(text) for _, text in examples} == {200}


def test_reading_stops_when_nobody_wants_it(tmp_path):
    path = tmp_path / "capture"
    path.write_text("TOPIC PARTITION CURRENT-OFFSET LOG-END-OFFSET LAG\n" * 60_000, encoding="utf-8")
    upload = check(path, Limits())
    assert upload.kind is Kind.CAPTURE
    with pytest.raises(Cancelled):
        write_rows(upload, tmp_path / "rows", None, lambda: False)
