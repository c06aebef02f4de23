"""Kafka Streams before 2.3: dumps are read, and programs are shown as at 2.3, which is told."""

import pytest

from topoviz.engine.analysis import analyze
from topoviz.engine.diagnostics import Severity
from topoviz.engine.results import Analysis
from topoviz.engine.source import Bundle, SourceFile
from topoviz.engine.submission import Settings, Submission
from topoviz.engine.topology.describe import to_text
from topoviz.engine.topology.nodes import SourceNode
from topoviz.engine.versions import parse_version

# As 2.0.1 prints it: only the topic of a global store is without brackets.
DUMP = """Topologies:
   Sub-topology: 0 for global store (will not generate tasks)
    Source: KSTREAM-SOURCE-0000000001 (topics: rates)
      --> KTABLE-SOURCE-0000000002
    Processor: KTABLE-SOURCE-0000000002 (stores: [rates-STATE-STORE-0000000000])
      --> none
      <-- KSTREAM-SOURCE-0000000001
  Sub-topology: 1
    Source: KSTREAM-SOURCE-0000000003 (topics: [orders, returns])
      --> KSTREAM-LEFTJOIN-0000000004
    Processor: KSTREAM-LEFTJOIN-0000000004 (stores: [])
      --> KSTREAM-SINK-0000000005
      <-- KSTREAM-SOURCE-0000000003
    Sink: KSTREAM-SINK-0000000005 (topic: out)
      <-- KSTREAM-LEFTJOIN-0000000004

"""
PROGRAM = """StreamsBuilder builder = new StreamsBuilder();
KStream<String, String> left = builder.<String, String>stream("l").selectKey((k, v) -> v);
KStream<String, String> right = builder.<String, String>stream("r").selectKey((k, v) -> v);
left.join(right, (l, r) -> l, JoinWindows.of(Duration.ofMinutes(1))).to("o");
"""
POM = """<project><dependencies><dependency>
<groupId>org.apache.kafka</groupId><artifactId>kafka-streams</artifactId><version>2.1.0</version>
</dependency></dependencies></project>"""


def analysis_of(text: str, version: str, optimize: str | None = None) -> Analysis:
    settings = Settings(kafka_version=parse_version(version), optimize=optimize)
    return analyze(Submission(Bundle((SourceFile("text", text),)), settings))


def test_a_dump_is_read_to_the_byte_and_a_global_store_reads_a_topic_and_no_pattern():
    analysis = analysis_of(DUMP, "2.0")
    [found] = analysis.topologies

    assert (str(analysis.behaviours.version), analysis.is_unsure) == ("2.0.1", False)
    assert to_text(found.description) == DUMP
    sources = [node for node in found.topology.nodes if isinstance(node, SourceNode)]
    assert [(node.topics, node.pattern) for node in sources] == [(("rates",), None), (("orders", "returns"), None)]
    assert found.topology.global_topics == {"rates"}


# 2.1 and 2.2.0 refuse this program when all optimizations are on, 2.0 does not: what is certain at 2.3 is not there.
@pytest.mark.parametrize("version", ["2.0", "2.1", "2.2.0", "2.2"])
def test_a_program_is_shown_as_at_the_first_release_that_is_followed_and_told_so_once(version: str):
    found, first = analysis_of(PROGRAM, version, "all"), analysis_of(PROGRAM, "2.3", "all")

    assert [to_text(one.description) for one in found.topologies] == [
        to_text(one.description) for one in first.topologies
    ]
    [told] = [one for one in found.diagnostics if one not in first.diagnostics]
    assert (told.code, told.severity) == ("version-for-dumps", Severity.UNSURE)
    assert f"Paste what describe() prints at {parse_version(version)}" in told.next_step
    assert not first.is_unsure


def test_what_is_refused_at_the_first_release_that_is_followed_is_not_said_to_be_refused_before():
    found = analysis_of('builder.stream("a"); builder.stream("a").to("b");', "2.1")

    assert [one.code for one in found.diagnostics] == ["version-for-dumps", "refused"]
    assert found.diagnostics[-1].effect == "So it would be at 2.3; there is no topology."


def test_a_build_file_may_bring_such_a_version():
    files = (SourceFile("A.java", PROGRAM), SourceFile("pom.xml", POM))
    analysis = analyze(Submission(Bundle(files)))

    assert analysis.choice.sentence == "Kafka Streams 2.1.0: pom.xml names it."
    assert [one.code for one in analysis.diagnostics if one.severity is Severity.UNSURE] == ["version-for-dumps"]
