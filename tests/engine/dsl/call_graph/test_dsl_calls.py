"""What belongs to the DSL by the text alone, and what needs no reading to be told that it has nothing of it."""

import pytest

from tests.engine.analyzing import analysis_of, codes
from tests.oracle.programs import find_programs
from topoviz.engine.analysis import MUCH_TEXT
from topoviz.engine.dsl.call_graph.dsl_calls import mentions_dsl

OTHERS = {
    "Flink": "env.fromElements(1, 2).filter(x -> x > 1).keyBy(x -> x).print();",
    "Spring Integration": 'IntegrationFlow.from("in").filter(p -> true).transform(p -> p).get();',
    "java.util.stream": "names.stream().filter(name -> name.isEmpty()).map(name -> name).count();",
}


def test_no_program_is_taken_for_something_else():
    java = [program for program in find_programs() if program.language == "java"]

    assert len(java) > 800
    assert [program.key for program in java if not mentions_dsl(program.text)] == []


@pytest.mark.parametrize("text", OTHERS.values(), ids=OTHERS)
def test_other_libraries_are_told_apart_at_any_length(text):
    assert not mentions_dsl(text)
    assert codes(analysis_of(text)) == {"no-kafka-streams"}
    assert codes(analysis_of(text * (MUCH_TEXT // len(text) + 1))) == {"no-kafka-streams"}


def test_a_word_of_kafka_streams_in_one_file_makes_all_of_them_be_read():
    constants = 'class Topics { static final String IN = "in"; }\n' + "// nothing here\n" * (MUCH_TEXT // 10)
    (topology,) = analysis_of("builder.stream(Topics.IN);", constants).topologies

    assert topology.description.groups[0].nodes[0].topics == ("in",)


def test_a_builder_of_another_class_is_no_streams_builder():
    lambdas = "in.groupByKey().aggregate(() -> Sums.builder().count(0).build(), (k, v, sums) -> sums);"
    text = f'StreamsBuilder builder = new StreamsBuilder();\nvar in = builder.stream("in");\n{lambdas}'

    assert not analysis_of(text).is_unsure
