"""Pieces of programs as people paste them: without a class, without signs, with parts left out."""

import pytest

from tests.engine.analyzing import analysis_of, codes, described, topics_read

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
    assert described(analysis_of(text)) == described(analysis_of(WHOLE))


@pytest.mark.parametrize("dots", ["...", "…", "...;"])
def test_code_that_the_text_leaves_out_makes_later_numbers_unsure(dots: str):
    analysis = analysis_of(f'StreamsBuilder builder = new StreamsBuilder();\n{dots}\nbuilder.stream("a").to("b");')

    assert "left-out" in codes(analysis)
    assert "KSTREAM-SOURCE-0000000000? " in described(analysis)


def test_arguments_that_the_text_leaves_out_are_said():
    analysis = analysis_of('builder.stream("a", ...).mapValues(...).to("b");')

    assert topics_read(analysis) == ["a"]
    assert "unknown-options" in codes(analysis)


def test_a_chain_without_its_beginning_is_drawn_and_its_numbers_are_unsure():
    analysis = analysis_of('.stream("a")\n.filter((k, v) -> true)\n.to("b");')

    assert topics_read(analysis) == ["a"]
    assert codes(analysis) == {"starts-in-chain"}
    assert "KSTREAM-FILTER-0000000001? " in described(analysis)
