"""Pieces of programs as people paste them: without a class, without signs, with parts left out."""

import re

import pytest

from tests.engine.analyzing import analysis_of, application_of, codes, described, topics_read
from topoviz.engine.dsl.ledger import Fate

WHOLE = """
KStream<String, String> orders = builder.stream("orders");
orders.filter((k, v) -> v != null)
    .groupByKey()
    .count()
    .toStream()
    .to("counts");
"""


@pytest.mark.parametrize(
    "text",
    [
        WHOLE.replace(";", ""),
        WHOLE.replace(";\n", "\n;\n"),
        "import org.apache.kafka.streams.kstream.*;\n" + WHOLE,
        "// the orders\n" + WHOLE + "\n// done",
        f"public void wire(StreamsBuilder builder) {{\n{WHOLE}\n}}",
        f"@Bean\npublic KStream<String, String> wire(StreamsBuilder builder) {{\n{WHOLE}\nreturn orders;\n}}",
        f"class A {{ void wire(StreamsBuilder builder) {{\n{WHOLE}",
        WHOLE + "}\n}",
        WHOLE.replace("\n", "\r\n"),
        WHOLE.replace("builder", "streamsBuilder"),
    ],
    ids=["no semicolons", "semicolons alone", "imports", "comments", "method", "bean", "unclosed", "too many closed",
         "Windows", "another name"],
)  # fmt: skip
def test_a_fragment_is_what_the_whole_program_would_be(text: str):
    assert described(application_of(text)) == described(application_of(WHOLE))


@pytest.mark.parametrize("dots", ["...", "…", "...;"])
def test_code_that_the_text_leaves_out_makes_later_numbers_unsure(dots: str):
    analysis = analysis_of(f'StreamsBuilder builder = new StreamsBuilder();\n{dots}\nbuilder.stream("a").to("b");')

    assert "left-out" in codes(analysis)
    assert "KSTREAM-SOURCE-0000000000? " in described(analysis)


def test_code_left_out_before_there_is_a_builder_leaves_the_numbers_alone():
    analysis = analysis_of('...\nStreamsBuilder builder = new StreamsBuilder();\nbuilder.stream("a").to("b");')

    [told] = analysis.diagnostics
    assert told.effect.startswith("Settings written there are missing")
    assert "KSTREAM-SOURCE-0000000000 " in described(analysis)


def test_members_that_the_text_leaves_out_are_said():
    members = 'private String last; ... void wire(StreamsBuilder b) { b.stream("x").to("y"); }'
    analysis = analysis_of(f"class Flow {{ {members} }} StreamsBuilder b = new StreamsBuilder(); new Flow().wire(b);")

    assert codes(analysis) == {"left-out"}
    assert analysis.is_unsure


@pytest.mark.parametrize("constants", ["...", "A, ...", "A, B, ...;"])
def test_an_enum_whose_constants_the_text_leaves_out_is_not_known_as_a_whole(constants: str):
    text = 'for (Kind kind : Kind.values()) builder.stream(kind.name()).to("y");'
    analysis = analysis_of(f"enum Kind {{ {constants} }} StreamsBuilder builder = new StreamsBuilder(); {text}")

    assert "left-out" in codes(analysis)
    assert "KSTREAM-SOURCE-0000000000? " in described(analysis)


def test_arguments_that_the_text_leaves_out_are_said():
    analysis = analysis_of('builder.stream("a", ...).mapValues(...).to("b");')

    assert topics_read(analysis) == ["a"]
    assert "unknown-options" in codes(analysis)


def test_two_texts_that_are_left_out_are_not_the_same_text():
    analysis = analysis_of("builder.stream(...).to(...); builder.stream(...).to(...);")

    (first, second), shown = topics_read(analysis), described(analysis)
    assert first != second
    assert shown.count("(topic: ") == len(set(re.findall(r"\(topic: .*\)", shown))) == 2
    assert "...#2 is not known: The text says … here." in {one.reason for one in analysis.diagnostics}


def test_what_documentation_imports_statically_is_known_without_the_imports():
    suppressed = 'builder.stream("a").groupByKey().windowedBy(w).count().suppress(untilWindowCloses(unbounded()));'
    stored = 'builder.addStateStore(keyValueStoreBuilder(persistentKeyValueStore("seen"), keys, values));'

    analysis = analysis_of(stored + suppressed)

    assert not [one for one in analysis.diagnostics if "unbounded" in one.reason or "Store" in one.reason]


def test_a_class_may_inherit_what_is_called_like_something_in_documentation():
    text = 'class A extends Base { void f(StreamsBuilder b) { b.<String, String>table("a").suppress(unbounded()); } }'

    assert "unknown-options" in codes(analysis_of(text))


def test_a_chain_without_its_beginning_is_drawn_and_its_numbers_are_unsure():
    analysis = analysis_of('.stream("a")\n.filter((k, v) -> true)\n.to("b");')

    assert topics_read(analysis) == ["a"]
    assert codes(analysis) == {"starts-in-chain"}
    assert "KSTREAM-FILTER-0000000001? " in described(analysis)


@pytest.mark.parametrize(
    ("text", "node"),
    [
        ("source.flatMapValues(v -> split(v)).groupBy((k, v) -> v).count();", "KSTREAM-AGGREGATE-"),
        ('stream.filter((k, v) -> v != null).mapValues(v -> 1).to("b");', "KSTREAM-FILTER-"),
        ('counts.toStream().to("b");', "KTABLE-TOSTREAM-"),
        ("inputTable.transformValues(() -> new T());", "KTABLE-TRANSFORMVALUES-"),
        ("grouped.windowedBy(TimeWindows.ofSizeWithNoGrace(Duration.ofMinutes(5))).count();", "KSTREAM-AGGREGATE-"),
        ("KGroupedStream<String, String> grouped = ...; grouped.count();", "KSTREAM-AGGREGATE-"),
        ("KGroupedTable<String, String> grouped = ...; grouped.count();", "KTABLE-AGGREGATE-"),
    ],
)
def test_a_stream_that_a_piece_begins_with_is_stood_in_for(text: str, node: str):
    analysis = analysis_of(text)

    assert codes(analysis) == {"unknown-stream"}
    assert node in described(analysis)
    assert all(entry.fate is Fate.MODELLED for entry in analysis.ledger.entries)


def test_streams_and_tables_whose_making_is_left_out_are_told_apart_by_their_names():
    analysis = analysis_of("""
        KStream<String, Long> left = ...;
        KTable<String, Double> right = ...;
        left.join(right, (a, b) -> a + b, Joined.with(null, null, null, "named", Duration.ofSeconds(1)));
        left.leftJoin(right, (a, b) -> a).to("joined");
    """)

    assert topics_read(analysis) == ["${left}", "${right}"]
    assert codes(analysis) == {"unknown-stream"}


def test_arguments_of_a_processor_that_are_left_out_may_be_its_parents():
    analysis = analysis_of('Topology topology = new Topology(); topology.addProcessor("work", ...);')

    assert "Processor: work (" in described(analysis)
    assert analysis.is_unsure


def test_the_stream_of_a_collection_is_not_a_function_of_that_name():
    analysis = application_of("""
        class A {
            static KStream<String, Order> stream(StreamsBuilder b) { return b.stream("orders"); }
            static void wire(StreamsBuilder b) { stream(b).mapValues(A::sum).to("sums"); }
            static int sum(Order order) { return order.lines().stream().map(Line::price).reduce(0, Integer::sum); }
        }
    """)

    assert not analysis.is_unsure
    assert len(analysis.ledger.entries) == 3


def test_a_bracket_lost_in_a_chain_is_not_read_as_another_program_without_a_word():
    lost = (
        'builder.table("a").suppress(Suppressed.untilTimeLimit(Duration.ofMinutes(1), unbounded()).toStream().to("b");'
    )
    analysis = analysis_of(f'StreamsBuilder builder = new StreamsBuilder();\n{lost}\nbuilder.stream("c").to("d");')

    assert "unclosed-bracket" in codes(analysis)
    assert analysis.is_unsure
    assert "KSTREAM-SOURCE-0000000005? (topics: [c])" in described(analysis)


def test_a_store_of_a_join_whose_supplier_is_not_in_the_text_has_no_known_name():
    joined = "StreamJoined.with(Outside.left(), Outside.right())"
    join = f'builder.stream("a").join(builder.stream("b"), joiner, JoinWindows.of(time), {joined});'
    analysis = analysis_of(f"StreamsBuilder builder = new StreamsBuilder();\n{join}")

    assert "(stores: [${Outside.left()}?])" in described(analysis)
    assert "(stores: [${Outside.right()}?])" in described(analysis)


def test_a_constant_that_the_text_may_have_left_out_is_not_refused():
    analysis = analysis_of('enum Kind { A, ... } builder.stream("a-" + Kind.valueOf("B")).to("b");')

    assert "(topics: [a-${Kind.valueOf(" in described(analysis)


def test_a_constant_asked_for_without_a_name_is_not_known():
    analysis = analysis_of('enum Kind { A } builder.stream("a-" + Kind.valueOf()).to("b");')

    assert "(topics: [a-${Kind.valueOf()}?])" in described(analysis)
