"""Where a bracket or quote of a call is missing, nothing that follows is shown as certain and is wrong."""

import pytest

from tests.engine.analyzing import analysis_of_files
from topoviz.engine.topology.describe import to_text

JAVA = """
class Orders {
    static void add(StreamsBuilder builder) {
        builder.stream("x").repartition(Repartitioned.as("r")).to("y");
    }
    public static void main(String[] args) {
        StreamsBuilder builder = new StreamsBuilder();
        KStream<String, String> orders = builder.stream("orders");
        orders.filter((key, value) -> value != null).mapValues(v -> v).to("out");
        orders
            .selectKey((k, v) -> v)
            .groupByKey()
            .count(Materialized.as("counted"))
            .toStream()
            .to("counts");
        add(builder);
        builder.stream("b").peek((k, v) -> log(k)).to("c");
        builder.stream("d").mapValues(v -> v).to("e");
    }
}
"""
KOTLIN = """
fun add(builder: StreamsBuilder) {
    builder.stream<String, String>("x").repartition(Repartitioned.`as`("r")).to("y")
}
fun main() {
    val builder = StreamsBuilder()
    val orders = builder.stream<String, String>("orders")
    orders.filter { key, value -> value != null }.mapValues { v -> v }.to("out")
    orders
        .selectKey { k, v -> v }
        .groupByKey()
        .count(Materialized.`as`("counted"))
        .toStream()
        .to("counts")
    add(builder)
    builder.stream<String, String>("b").peek { k, v -> log(k) }.to("c")
    builder.stream<String, String>("d").mapValues { v -> v }.to("e")
}
"""
PROGRAMS = {"Orders.java": JAVA, "Orders.kt": KOTLIN}


def nodes(name: str, text: str) -> set[str]:
    """Give the lines of describe() that are nodes, with question marks where they are unsure."""
    analysis = analysis_of_files({name: text})
    found = [to_text(one.description, one.unsure) for one in analysis.topologies if one.description is not None]
    lines = (line.strip() for text in found for line in text.splitlines())
    return {line for line in lines if line.startswith(("Source:", "Processor:", "Sink:"))}


@pytest.mark.parametrize("name", PROGRAMS)
def test_what_comes_after_a_missing_bracket_or_quote_is_right_or_unsure(name: str):
    text = PROGRAMS[name]
    right = nodes(name, text)
    first = text.index("builder.stream", text.index("main("))
    places = [place for place in range(first, len(text)) if text[place] in '({"']
    assert len(right) == 22
    assert len(places) > 30

    wrong = {
        text[place - 12 : place + 12]: lines
        for place in places
        if (lines := {line for line in nodes(name, text[:place] + text[place + 1 :]) - right if "?" not in line})
    }
    assert wrong == {}
