"""Which line a pasted one is: in every layout, with what stands in it, and never after long thought."""

import json
import resource
from pathlib import Path

import pytest

from topoviz.engine.log_lines.explaining import explain_log
from topoviz.engine.log_lines.loggers import logger_of
from topoviz.engine.versions import parse_version

LOGS = Path(__file__).parents[2] / "fixtures" / "log_lines"
ADDED = "Added records into the buffered queue of partition orders-1, new queue size is 12"
PREFIX = "stream-thread [app-1-StreamThread-2] task [0_1] "
LOGGER = "org.apache.kafka.streams.processor.internals.StreamTask"


def places(text, version=None):
    explained = explain_log(text, None if version is None else parse_version(version))
    return [{(one.line.of.rpartition(".")[2], one.line.method) for one in line.found} for line in explained.known]


@pytest.mark.parametrize(
    "line",
    [
        PREFIX + ADDED,
        f"[2026-03-01 10:11:12,123] TRACE {PREFIX}{ADDED} ({LOGGER})",
        f"10:11:12.123 [app-1-StreamThread-2] TRACE {LOGGER} -- {PREFIX}{ADDED}",
        f"2026-03-01T10:11:12.123+01:00 TRACE 1 --- [StreamThread-2] o.a.k.s.p.internals.StreamTask : {PREFIX}{ADDED}",
        f"app-0 | TRACE StreamTask: {PREFIX}{ADDED}",
        json.dumps({"level": "TRACE", "logger_name": LOGGER, "message": PREFIX + ADDED}),
        f"\t {PREFIX}  {ADDED}  ",
    ],
)
def test_the_layout_around_a_line_does_not_matter(line):
    [explained] = explain_log(line).known
    [found] = explained.found
    assert (found.line.of, found.line.method) == (LOGGER, "addRecords")
    assert dict(found.said) == {"thread": "app-1-StreamThread-2", "task": "0_1"}
    assert dict(found.holes) == {"partition": "orders-1", "newQueueSize": "12"}
    assert "polled" in explained.meaning.events


def test_lines_together_say_which_versions_they_may_be_of():
    log = f"INFO {PREFIX}Restored and ready to run\nINFO {PREFIX}Suspended running\nINFO {PREFIX}Closed clean\n"
    assert str(explain_log(log).fits) == "2.6.0-3.3.2"
    assert explain_log(log, parse_version("3.0.2")).fits is None


def test_a_message_of_several_lines_is_one_line():
    log = (
        "INFO stream-thread [a-StreamThread-1] Handle new assignment with:\n\tNew active tasks: [0_0, 0_1]\n"
        "\tNew standby tasks: []\n\tExisting active tasks: []\n\tExisting standby tasks: []\n"
        "INFO stream-thread [a-StreamThread-1] State transition from RUNNING to PENDING_SHUTDOWN"
    )
    assert places(log) == [{("TaskManager", "handleAssignment")}, {("StreamThread", "setState")}]
    assert dict(explain_log(log).known[0].found[0].holes)["activeTasks.keySet"] == "[0_0, 0_1]"


def test_a_stack_trace_says_what_becomes_of_its_exceptions():
    trace = """
org.apache.kafka.streams.errors.TaskMigratedException: Producer got fenced trying to send a record [stream-thread \
[a-StreamThread-1] task [0_0] ]; it means all tasks belonging to this thread should be migrated.
\tat org.apache.kafka.streams.processor.internals.StreamsProducer.send(StreamsProducer.java:208)
\t... 7 more
Caused by: org.apache.kafka.common.errors.ProducerFencedException: There is a newer producer
"""
    thrown, cause = explain_log(trace, parse_version("2.8.2")).known
    assert [one.line.method for one in thrown.found] == ["send"]
    assert thrown.found[0].line.level == "TaskMigratedException"
    assert [one.becomes for one in cause.mapped] == ["TaskMigratedException"]
    early = explain_log("Caused by: org.apache.kafka.common.errors.TimeoutException: x", parse_version("2.5.1"))
    assert [one.becomes for one in early.known[0].mapped] == ["StreamsException"]


def test_what_is_not_known_is_said_so():
    explained = explain_log("INFO com.example.Orders - Closing order 7\nmy own Suspended running shoes\nClosing time\n")
    assert not explained.known
    assert [one.number for one in explained.unknown] == [1, 2, 3]


@pytest.mark.parametrize(
    "text",
    [
        "State transition from " * 2_000,
        "Added records into the buffered queue of partition , new queue size is " * 500,
        "{" * 20_000,
        '{"message":' * 2_000 + "1" + "}" * 2_000,
        "[" * 20_000,
        "a.b." * 5_000 + "Exception",
        "\n".join(["Lag for x is currently 0 and current time is y. Waiting for new data to be produced for"] * 200),
        "Exception " * 2_000,
    ],
)
def test_no_text_keeps_it_long(text):
    explain_log("Closing")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_utime
    explain_log(text)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_utime - before < 2


@pytest.mark.parametrize("file", sorted(LOGS.glob("*.log")), ids=lambda file: file.stem)
def test_what_a_real_application_logged_is_found_as_what_its_logger_prints(file):
    version = parse_version(file.stem)
    log = file.read_text(encoding="utf-8")
    explained = explain_log(log, version)
    assert not explained.unknown
    messages = [line for line in log.splitlines() if " - " in line and line.startswith("[")]
    assert len(explained.known) == len(messages)
    for one, message in zip(explained.known, messages, strict=True):
        level, logger = message.split("] ", 1)[1].split(" ", 2)[:2]
        assert (level, logger) in {(found.line.level, logger_of(found.line, version)) for found in one.found}, message
    assert version in explain_log(log).fits
