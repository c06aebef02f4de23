"""Partition counts of a dump are those of its code, or told to be doubtful; a refusal says where and why."""

import re
from dataclasses import replace

import pytest

from tests.engine.analyzing import NEW, analysis_of
from topoviz.engine.analysis import analyze
from topoviz.engine.diagnostics import Severity
from topoviz.engine.source import Bundle, SourceFile
from topoviz.engine.submission import Settings, Submission
from topoviz.engine.tasks.reading_counts import GivenCounts, read_partition_counts
from topoviz.engine.topology.describe import to_text
from topoviz.engine.topology_tasks import tasks_of
from topoviz.engine.versions import parse_version

JOIN = """
StreamsBuilder builder = new StreamsBuilder();
KTable<String, String> prices = builder.table("prices");
KStream<String, String> orders = builder.stream("orders");
orders.{rekeyed}join(prices, (order, price) -> order).to("out");
"""
REKEYED = JOIN.replace("{rekeyed}", "selectKey((key, order) -> order).")
PLAIN = JOIN.replace("{rekeyed}", "")
GIVEN = {"orders": 4, "prices": 6}


def of_code(text):
    analysis = analysis_of(text)
    return (*worked_out(analysis), analysis)


def of_dump(text, join=r"\g<0>"):
    """Analyze what describe() says of a program, its join under another name."""
    description = re.sub(r"KSTREAM-JOIN-\d+", join, to_text(analysis_of(text).topologies[0].description))
    files = Bundle((SourceFile("dump.txt", description),))
    return worked_out(analyze(Submission(files, Settings(parse_version(NEW)))))


def worked_out(analysis):
    """The counts, the tasks and what is said of them."""
    (analyzed,) = analysis.topologies
    found = tasks_of(analyzed, GivenCounts(GIVEN), analysis.behaviours)
    return found.counts, found.sub_topologies, found.diagnostics


def test_a_joined_repartition_topic_gets_the_count_that_kafka_gives_it_from_a_dump_too():
    counts, tasks, notes = of_dump(REKEYED)

    assert counts.counts == of_code(REKEYED)[0].counts
    assert [len(one.tasks) for one in tasks] == [6, 4]
    assert notes == ()


def test_where_names_do_not_tell_a_join_the_counts_are_doubtful():
    _, _, (note,) = of_dump(REKEYED, join="enrich")

    assert note.code == "may-be-joined"
    assert "-repartition has 4, prices has 6" in note.reason


def test_a_refusal_has_a_place_a_reason_and_a_way_out_and_leaves_no_tasks():
    counts, tasks, (refusal,), analysis = of_code(PLAIN)

    assert refusal.reason.startswith(str(counts.refusal))
    assert "joined by KSTREAM-JOIN-" in refusal.reason
    assert analysis.submission.bundle.position_of(refusal.span)[1].line == 5
    assert refusal.next_step
    assert [one.tasks for one in tasks] == [None]


@pytest.mark.parametrize("text", [PLAIN, REKEYED])
def test_a_dump_is_refused_as_its_code_is(text):
    assert of_dump(text)[0].refusal == of_code(text)[0].refusal


def test_a_dump_that_is_cut_may_have_more_tasks():
    text = "Topologies:\n   Sub-topology: 0\n    Source: s (topics: [orders, prices])\n      --> t\n    ...\n"
    whole = text.replace("    ...\n", "    Sink: t (topic: out)\n      <-- s\n")

    said = [
        [note.code for note in worked_out(analyze(Submission(Bundle((SourceFile("dump.txt", one),)))))[2]]
        for one in (text, whole)
    ]

    assert said == [["cut-dump"], []]


@pytest.mark.parametrize(("number", "sentences"), [(3, 3), (5, 1)])
def test_many_counts_that_are_open_for_one_reason_are_told_at_once(number, sentences):
    again = 'KStream<String, String> a = again.selectKey((k, v) -> v).repartition(Repartitioned.as("again"));'
    last = (
        '.merge(builder.stream("orders")).selectKey((k, v) -> v).repartition(Repartitioned.as("last-{0}")).to("out");'
    )
    first = 'StreamsBuilder builder = new StreamsBuilder(); KStream<String, String> again = builder.stream("prices");'

    notes = of_code(first + again + "\n".join(f"a{last.replace('{0}', str(each))}" for each in range(number)))[2]

    assert [note.code for note in notes] == ["undetermined-count"] * sentences
    assert {f"last-{each}-repartition" in notes[0].reason for each in range(number)} == {True, False}
    assert sentences == 3 or "and 2 other repartition topics depend" in notes[0].reason


def test_a_topic_that_the_program_does_not_have_is_named_with_its_line_and_what_may_be_meant():
    analysis = analysis_of(PLAIN)
    given = read_partition_counts("order=4\norders=4\nprices=4")

    (note,) = tasks_of(analysis.topologies[0], given, analysis.behaviours).diagnostics

    assert note.reason.startswith("Line 1 of the partition counts names order, a topic that the program does not have.")
    assert note.reason.endswith("It has orders.")
    assert note.severity is Severity.NOTE


def test_a_cluster_may_have_topics_of_others():
    analysis = analysis_of(PLAIN)
    given = replace(read_partition_counts("other=4\norders=4\nprices=4"), is_listing=True)

    assert tasks_of(analysis.topologies[0], given, analysis.behaviours).diagnostics == ()
