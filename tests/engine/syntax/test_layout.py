"""A bracket that does not close costs its own statement its certainty, and the rest of the program nothing."""

import re

import pytest

from topoviz.engine.analysis import analyze
from topoviz.engine.source import Bundle, SourceFile
from topoviz.engine.submission import Settings, Submission
from topoviz.engine.syntax.layout import find_closings
from topoviz.engine.versions import parse_version

JAVA = """
class App {
    static Topology build(String[] args) {
        StreamsBuilder builder = new StreamsBuilder();
        KStream<String, String> orders = builder.stream("orders");
        KStream<String, String> paid = orders
            .filter((key, value) -> value.startsWith("paid ("))
            .mapValues(value -> {
                String trimmed = value.trim();
                return trimmed.substring(5);
            })
            .peek((key, value) -> log.info(value));
        paid.groupByKey()
            .count(Materialized.as("paid"));
        builder.stream("returns", Consumed.with(Serdes.String(), Serdes.String()))
            .foreach((key, value) -> log.info("{}", value));
        paid.to("out");
        return builder.build();
    }
}
"""
KOTLIN = """
fun build(): Topology {
    val builder = StreamsBuilder()
    val orders = builder.stream<String, String>("orders")
    val paid = orders
        .filter { key, value -> value.startsWith("paid (") }
        .mapValues { value ->
            val trimmed = value.trim()
            trimmed.substring(5)
        }
        .peek { key, value -> log.info("${value.trim()} {") }
    paid.groupByKey()
        .count(Materialized.`as`("paid"))
    builder.stream("returns", Consumed.with(Serdes.String(), Serdes.String()))
        .foreach { key, value -> log.info(value) }
    paid.to("out")
    return builder.build()
}
"""
PROGRAMS = {"App.java": JAVA, "App.kt": KOTLIN}


def read(name, text):
    analysis = analyze(Submission(Bundle((SourceFile(name, text),)), Settings(parse_version("3.9.2"))))
    topologies = [one for one in analysis.topologies if one.topology is not None]
    nodes = {node.name: node.name not in one.unsure for one in topologies for node in one.topology.nodes}
    return nodes, analysis.diagnostics


def faults(text):
    """Every text with one bracket less, or with one or two more that open in a lambda."""
    code = re.sub(r'"[^"]*"', lambda quoted: "x" * len(quoted[0]), text)
    for found in re.finditer(r"[)}\]]", code):
        yield text[: found.start()] + text[found.end() :]
    for found in re.finditer(r"-> ?", code):
        for added in ("(", "{", "{ (", "{ foo("):
            yield text[: found.end()] + added + text[found.end() :]


@pytest.mark.parametrize("name", PROGRAMS)
def test_one_bracket_that_does_not_close_loses_little_and_nothing_in_silence(name):
    whole, _ = read(name, PROGRAMS[name])
    kept = []
    for text in faults(PROGRAMS[name]):
        nodes, told = read(name, text)

        assert any(one.code in ("unclosed-bracket", "syntax") for one in told), text
        assert [node for node, is_sure in nodes.items() if is_sure and node not in whole] == [], text
        kept.append(len(nodes.keys() & whole.keys()) / len(whole))

    assert sum(kept) / len(kept) > 0.97
    assert min(kept) > 0.1


@pytest.mark.parametrize(
    ("name", "closed", "left_open"),
    [
        ("App.java", "mapValues(value -> {", "mapValues(value -> { foo(value"),
        ("App.kt", "mapValues { value ->", "mapValues { value -> foo(value"),
    ],
)
def test_while_one_types_a_lambda_the_other_statements_stay_sure(name, closed, left_open):
    whole, _ = read(name, PROGRAMS[name])
    start = PROGRAMS[name].index(closed)
    end = PROGRAMS[name].rindex("\n", 0, PROGRAMS[name].index(".peek"))
    text = PROGRAMS[name][:start] + left_open + PROGRAMS[name][end:]
    nodes, told = read(name, text)

    assert nodes.keys() == whole.keys()
    unsure = [node for node, is_sure in nodes.items() if not is_sure]
    assert unsure == ["KSTREAM-MAPVALUES-0000000002", "KSTREAM-PEEK-0000000003"]
    [one] = [one for one in told if one.code == "unclosed-bracket"]
    line = text[:start].count("\n") + 1
    assert f"(line {line}, column " in one.reason
    assert f"taken to close at the end of line {line}" in one.effect


def test_calls_that_may_be_inside_or_behind_the_bracket_make_later_numbers_unsure():
    text = 'b.stream("a").filter((k, v) -> v.f(k).to("b");\nb.stream("c").to("d");'
    nodes, _ = read("A.java", f"StreamsBuilder b = new StreamsBuilder();\n{text}")

    assert [node for node, is_sure in nodes.items() if is_sure] == ["KSTREAM-SOURCE-0000000000"]


@pytest.mark.parametrize(
    "text",
    [
        "f(a,\nb);\ng(c);",
        "switch (x) {\ncase A:\n  f();\nbreak;\n}\n",
        'f("(", \'{\'); // (\n/* { */ g("""\n({[\n""");',
    ],
)
def test_brackets_that_match_stay_as_they_are_however_the_lines_are_laid_out(text):
    assert find_closings(text.encode(), ends_statements=True) == ()


def test_a_bracket_that_closes_against_the_layout_is_not_closed_twice():
    text = "f(a,\nb,\nc);\n    g(x -> { h(x\n    i();\n"
    [closing] = find_closings(text.encode(), ends_statements=True)

    assert closing.place == text.index("\n    i();")
    assert closing.brackets == b");});"
    assert [text[place] for place in closing.opened] == ["(", "{", "("]


@pytest.mark.parametrize(("depth", "found"), [(200, 1), (201, 0)])
def test_a_text_with_more_open_brackets_than_anybody_types_is_left_as_it_is(depth, found):
    assert len(find_closings(b"for (" * depth + b";", ends_statements=True)) == found
