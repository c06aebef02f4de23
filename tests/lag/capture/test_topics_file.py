"""What brokers say of topics, kept beside a history and read with it."""

from datetime import UTC, datetime, timedelta

import pytest

from topoviz.lag.capture.bad_capture import BadCapture
from topoviz.lag.capture.topics_file import PartitionFacts, TopicFacts, TopicsFile, topics_text
from topoviz.lag.forms.take_in import Asked, take_in
from topoviz.lag.limits import Limits

NOW = datetime(2026, 3, 2, 10, tzinfo=UTC)
ORDERS = (PartitionFacts(0, 1, (1, 2), (1,)), PartitionFacts(1, None, (2, 1), ()))
FACTS = [
    TopicFacts("orders", "kq7Vw3Y_R9S2n0xGm1LhVQ", ORDERS),
    TopicFacts("shop-counts-changelog", "", (PartitionFacts(0, 2, (2,), (2,)),)),
]


def test_looks_are_read_as_what_kafka_topics_prints(tmp_path):
    path = tmp_path / "topics.txt"
    with TopicsFile(path) as file:
        for number in range(2):
            file.append_text(topics_text(NOW + timedelta(seconds=30 * number), FACTS))
    (tmp_path / "work").mkdir()
    taken = take_in([path], tmp_path / "work", Asked(), Limits())
    assert not any(told.kept.counts for told in taken.told)
    rows = taken.topics[0].path.read_text().splitlines()
    assert len(rows) == 6
    assert len([row for row in rows if "orders" in row and "10:00:30" in row]) == 2


def test_a_look_that_was_cut_off_is_taken_away(tmp_path):
    path = tmp_path / "topics.txt"
    with TopicsFile(path) as file:
        file.append_text(topics_text(NOW, FACTS))
        whole = path.stat().st_size
        file.append_text(topics_text(NOW + timedelta(seconds=30), FACTS))
    data = path.read_bytes()
    for cut in (len(data) - 3, whole + 40, whole + 5):
        path.write_bytes(data[:cut])
        with TopicsFile(path) as file:
            assert file.taken_away
        assert path.read_bytes() == data[:whole]
    path.write_text("something else\n")
    with pytest.raises(BadCapture, match="no file of this command"):
        TopicsFile(path)
