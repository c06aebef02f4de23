"""Which events of a simulation a pasted line belongs to."""

from topoviz.engine.log_lines.explaining import explain_log
from topoviz.engine.log_lines.onto_events import events_of
from topoviz.engine.log_lines.told.telling import TOLD, Teller
from topoviz.engine.versions import parse_version

PROCESSED = [
    {"at_ms": at, "event": "processed", "thread": thread, "task": task, "partition": f"orders-{task[-1]}",
     "offset": offset, "timestamp": at, "stream_time": at, "turn": 1}
    for at, thread, task, offset in ((1, "a-1", "0_0", 0), (2, "a-1", "0_0", 1), (3, "a-2", "0_1", 0))
]  # fmt: skip
WAITS = {"at_ms": 4, "event": "waits", "thread": "a-2", "task": "0_1", "why": "x", "partition": "orders-1"}


def of(text):
    return events_of(explain_log(text).known, [*PROCESSED, WAITS])


def test_a_line_is_laid_onto_the_events_of_its_task_partition_and_offset():
    line = (
        "stream-thread [app-a-StreamThread-1] task [0_0] Start processing one record [ConsumerRecord(topic = orders, \
partition = 0, leaderEpoch = 0, offset = 1, CreateTime = 2), timestamp = 2]"
    )
    assert of(line) == {0: ([PROCESSED[1]], 1)}
    lag = "task [0_1] Lag for orders-1 is currently 3, but no data is buffered locally. Waiting to buffer some records."
    assert of(lag) == {0: ([WAITS], 1)}
    assert of(lag.replace("0_1", "0_7")) == {0: ([], 0)}


def test_the_lines_of_an_event_belong_to_it_again():
    teller = Teller(parse_version("3.9.2"), "app", {"orders": 0})
    for event in PROCESSED:
        lines = [line for line in teller.lines(event) if line.text]
        for one in lines:
            assert of(one.text)[0] == ([event], 1), one
    assert len(TOLD["processed"]) == 2
