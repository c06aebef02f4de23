"""Refusals carry Kafka's words."""

from tests.engine.analyzing import analysis_of
from topoviz.engine.diagnostics import Severity
from topoviz.engine.refusal import Refusal, RefusedBy, Why, topology_exception


def test_a_topology_exception_puts_two_words_first():
    assert topology_exception(Why.NO_TOPIC, "x.") == Refusal(Why.NO_TOPIC, "TopologyException", "Invalid topology: x.")


def test_a_refused_program_says_so_where_it_stands():
    analysis = analysis_of('builder.stream("a");\nbuilder.table("b", Consumed.as("not legal"));')
    (topology,) = analysis.topologies
    (diagnostic,) = analysis.diagnostics

    assert topology.description is None
    assert diagnostic.severity is Severity.REFUSED
    assert diagnostic.reason == f"{topology.refusal}."
    assert analysis.submission.bundle.position_of(diagnostic.span)[1].line == 2


def test_a_name_taken_twice_is_refused_at_the_second_call():
    analysis = analysis_of(
        'builder.<String, String>stream("a")\n'
        '    .filter((k, v) -> true, Named.as("same"))\n'
        '    .filter((k, v) -> true, Named.as("same"));'
    )
    (topology,) = analysis.topologies

    assert str(topology.refusal) == "TopologyException: Invalid topology: Processor same is already added."
    assert analysis.submission.bundle.position_of(topology.refused_at.span)[1].line == 3


def test_who_ends_a_program_is_told_apart():
    programs = {
        'builder.stream("a", Consumed.as("not legal"));': RefusedBy.KAFKA_STREAMS,
        'builder.stream("a").through("b");': RefusedBy.COMPILER,
        "builder.stream(Optional.<String>empty().orElseThrow());": RefusedBy.PROGRAM,
    }
    for text, by in programs.items():
        (topology,) = analysis_of(text, version="4.3").topologies
        assert topology.refusal.by is by, text
