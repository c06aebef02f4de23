"""What brokers' tools print becomes rows; each case of the fixture says which, and what is kept aside."""

import csv
import re
from datetime import UTC, datetime
from pathlib import Path

import pytest

from topoviz.lag.bad_history import BadHistory
from topoviz.lag.forms.capture import write_rows
from topoviz.lag.forms.columns import LAG, TOPICS
from topoviz.lag.forms.model import TOPIC_COLUMNS, Kind
from topoviz.lag.limits import Limits
from topoviz.lag.upload import check, keep

FIXTURE = Path(__file__).parent.parent.parent / "fixtures" / "lag" / "topic_captures.txt"
SHOWN = {
    "partition_count": "count", "topic_id": "id", "leader": "leader", "replicas": "replicas", "in_sync": "in_sync",
    "min_in_sync": "min", "broker": "broker", "size_bytes": "size", "is_future": "future",
}  # fmt: skip
LOOK = "\tTopic: orders\tPartition: 0\tLeader: 1\tReplicas: 1,2\tIsr: 1\n"


def cases():
    for block in re.split(r"^# title: ", FIXTURE.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        title, rest = block.split("\n", 1)
        capture, expected = rest.split("\n----\n")
        yield pytest.param(capture + "\n", expected.strip(), id=title)


def read(text, tmp_path, taken_at=None):
    path = tmp_path / "capture"
    path.write_text(text, encoding="utf-8")
    return write_rows(check(path), tmp_path / "rows", taken_at=taken_at)


def rows_of(upload, columns):
    with upload.path.open(encoding="utf-8", newline="") as file:
        return [dict(zip(columns, row, strict=True)) for row in csv.reader(file)]


@pytest.mark.parametrize(("capture", "expected"), list(cases()))
def test_a_capture_becomes_rows(capture, expected, tmp_path):
    written = read(capture, tmp_path)
    lines = [
        " ".join((row["timestamp"][11:19], row["topic"], row["partition"],
                  *(f"{shown}={row[name]}" for name, shown in SHOWN.items() if row[name])))
        for row in rows_of(written.topics, TOPIC_COLUMNS)
    ]  # fmt: skip
    lag = [] if written.rows is None else rows_of(written.rows, ("line", "text", *LAG.known))
    lines += [f"lag: {row['group']} {row['topic']} {row['partition']}" for row in lag]
    kept = [f"line {number}: {reason}" for reason, all_of in written.told.kept.examples.items() for number, _ in all_of]
    assert "\n".join((*lines, *kept, *(f"note: {note}" for note in written.told.notes()))) == expected


def test_a_single_look_asks_for_its_time_and_takes_it(tmp_path):
    with pytest.raises(BadHistory, match="when it was taken") as caught:
        read(LOOK, tmp_path)
    assert caught.value.code == "no-time"
    written = read(LOOK + LOOK, tmp_path, taken_at=datetime(2026, 3, 2, 10, tzinfo=UTC))
    (row,) = rows_of(written.topics, TOPIC_COLUMNS)
    assert row["timestamp"] == "2026-03-02T10:00:00.000000Z"
    assert [*written.told.kept.counts] == ["the partition comes again without a time stamp before it"]


def test_a_long_line_of_sizes_is_read_and_one_without_end_is_not(tmp_path):
    partitions = ",".join(f'{{"partition":"orders-{number}","size":{number}}}' for number in range(5000))
    path = tmp_path / "capture"
    path.write_text(
        f'1772445600\n{{"version":1,"brokers":[{{"broker":1,"logDirs":[{{"partitions":[{partitions}]}}]}}]}}\n'
    )
    kept = keep(check(path), tmp_path / "kept", Limits())
    assert len(rows_of(write_rows(kept, tmp_path / "rows").topics, TOPIC_COLUMNS)) == 5000
    with pytest.raises(BadHistory, match="line of more than"):
        keep(check(path), tmp_path / "kept", Limits(max_line_bytes=1000, max_look_bytes=100_000))


@pytest.mark.parametrize(
    ("header", "table"),
    [
        ("timestamp,topic,partition,leader,replicas,isr,size", TOPICS),
        ("Time;Topic;Partition;SizeBytes;Broker", TOPICS),
        ("timestamp,group,topic,partition,log_end_offset,committed_offset,leader", LAG),
    ],
)
def test_the_header_of_a_table_says_what_it_is_of(header, table, tmp_path):
    path = tmp_path / "table.csv"
    path.write_text(header + "\n")
    found = check(path)
    assert (found.kind, found.table) == (Kind.CSV, table)
    assert None not in found.columns or table is LAG


def test_a_table_without_times_says_what_it_lacks(tmp_path):
    path = tmp_path / "table.csv"
    path.write_text("topic,partition,leader,replicas\n")
    with pytest.raises(BadHistory, match="lacks timestamp; it has topic, partition, leader, replicas") as caught:
        check(path)
    assert "timestamp,topic,partition" in caught.value.next_step
