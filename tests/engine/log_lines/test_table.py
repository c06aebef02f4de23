"""The table of what Kafka Streams logs and throws: read and written alike, and some of it as people have seen it."""

from topoviz.engine.log_lines.meanings.registry import MEANINGS, meaning_of
from topoviz.engine.log_lines.table import TABLE, Releases, all_lines, table_text
from topoviz.engine.log_lines.told.telling import TOLD, line_of
from topoviz.engine.versions import all_releases, parse_version


def at(version, of, begins):
    release = parse_version(version)
    return {
        (one.method, one.level)
        for one in all_lines()
        if one.of.endswith(f".{of}") and one.text.startswith(begins) and release in one.releases
    }


def test_the_table_is_read_as_it_was_written():
    assert table_text(all_lines()) == TABLE.read_text(encoding="utf-8")


def test_lines_are_those_of_their_versions():
    assert at("2.5.1", "StreamTask", "Committing") >= {("commit", "DEBUG")}
    assert at("2.6.0", "StreamTask", "Committing") == set()
    assert at("2.3.1", "StreamTask", "Suspending") == {("suspend", "DEBUG")}
    assert at("3.9.2", "StreamTask", "Suspended from {state}") == {("transitToSuspend", "INFO")}
    assert at("2.1.1", "StreamTask", "Start processing one record") == {("process", "TRACE")}
    assert at("3.9.2", "StreamTask", "Start processing one record") == {("doProcess", "TRACE")}
    assert at("2.1.1", "PartitionGroup", "Waiting to fetch data") == set()
    assert at("3.0.0", "PartitionGroup", "Waiting to fetch data") == {("readyToProcess", "TRACE")}
    assert at("3.9.2", "RecordCollectorImpl", "Error encountered sending record") >= {("recordSendError", "ERROR")}


def test_a_backport_does_not_make_a_span_of_what_lies_between():
    line = next(one for one in all_lines() if one.text.startswith("Restoration took") and "active" in one.text)
    assert parse_version("3.5.2") in line.releases
    assert parse_version("3.6.0") not in line.releases
    assert str(Releases.read(str(line.releases))) == str(line.releases)
    assert Releases.of(["2.5.0"], all_releases()) == Releases.read("2.5.0")


def test_each_meaning_is_of_lines_that_are_there():
    lines = {(one.of.rpartition(".")[2], one.text) for one in all_lines()}
    for meaning in MEANINGS:
        for of, begins in meaning.lines:
            assert any(name == of and text.startswith(begins) for name, text in lines), (of, begins)
    assert sum(meaning_of(one) is not None for one in all_lines()) > len(MEANINGS)


def test_each_line_that_an_event_prints_is_there_and_has_the_holes_that_are_filled():
    versions = [
        parse_version(one)
        for one in ("2.1.1", "2.4.1", "2.5.1", "2.7.2", "2.8.2", "3.0.2", "3.1.2", "3.2.3", "3.8.1", "4.0.2", "4.3.1")
    ]
    for kind, told in TOLD.items():
        for one in told:
            assert any(line_of(one, version) for version in versions), (kind, one.of, one.begins)
