"""Topologies under other names: the same shape, and no name of the program."""

import re
from pathlib import Path

import pytest

from tests.engine.analyzing import analysis_of, analysis_of_files
from topoviz.rendering.analysis_json import analysis_to_json
from topoviz.rendering.renamed import renamed_texts

PROGRAMS = Path(__file__).parents[1] / "fixtures" / "programs" / "java"
OF_KAFKA = re.compile(r"K(STREAM|TABLE)-[A-Z-]+-[0-9]{10}(-[a-zA-Z-]+)?")

ACME = """
StreamsBuilder builder = new StreamsBuilder();
KTable customers = builder.table("acme-customers", Materialized.as("acme-customer-store"));
KStream byCustomer = builder.stream("acme-orders", Consumed.as("read-acme"))
    .selectKey((k, v) -> v.c(), Named.as("by-acme")).repartition(Repartitioned.as("acme-by-customer"));
byCustomer.join(customers, (a, b) -> a, Joined.as("enrich-acme"))
    .groupByKey().count(Named.as("count-acme"), Materialized.as("acme-totals")).toStream().to("acme-totals");
byCustomer.to((k, v, c) -> "acme-" + k);
builder.stream(Pattern.compile("acme-.*-log")).foreach((k, v) -> {});
builder.stream(System.getenv("ACME_TOPIC")).groupByKey().count().toStream().to("acme-counts");
"""


def result_of(*texts):
    return analysis_to_json(analysis_of(*texts))


def replaced(*texts):
    ((text,),) = renamed_texts([result_of(*texts)])
    return text


def shape(topology):
    runtime = topology["topology"]
    return [
        *[(len(one["nodes"]), one["is_global"]) for one in runtime["sub_topologies"]],
        sorted(one["kind"] for one in runtime["nodes"]),
        len(runtime["repartition_topics"]),
    ]


def names_in(topology):
    nodes = topology["topology"]["nodes"]
    found = {name for one in nodes for name in (one["name"], *one["topics"], *one["stores"])}
    found |= {one[part] for one in nodes for part in ("topic", "pattern", "extractor") if one[part]}
    return {name for name in found if not OF_KAFKA.fullmatch(name)}


def test_a_name_of_the_program_is_replaced_alike_wherever_it_stands():
    text = replaced(ACME)

    assert "acme" not in text.lower()
    # What Kafka Streams puts behind a name stays, and so do its own names with their numbers.
    for end in ("-filter", "-sink", "-source"):
        assert re.search(rf"topic-\d+-repartition{end} ", text)
    assert re.search(r"KSTREAM-AGGREGATE-\d{10}", text)
    # The store is called as the topic is.
    (store,) = re.findall(r"Processor: processor-\d+ \(stores: \[(topic-\d+)\]\)", text)
    assert f"(topic: {store})" in text
    # What is not certain stays so.
    assert re.search(r"topics: \[topic-\d+\?\]", text)


def test_what_kafka_streams_makes_for_a_store_goes_by_the_name_of_the_store():
    text = replaced(
        'StreamsBuilder b = new StreamsBuilder(); b.stream("orders").groupBy((k, v) -> v)'
        '.count(Materialized.as("by-kind")).toStream().to("counts");'
    )

    assert "(topic: store-1-repartition)" in text
    assert "(stores: [store-1])" in text
    assert re.findall(r"topic-\d+", text) == ["topic-1", "topic-2"]


def test_what_kafka_streams_did_not_name_itself_is_not_taken_for_its_own():
    text = replaced(
        'StreamsBuilder b = new StreamsBuilder(); b.stream("KSTREAM-SECRET-0000000001").to("x-KSTREAM-MAP-0000000002");'
    )

    assert "SECRET" not in text
    assert "MAP" not in text


def test_no_new_name_is_one_that_something_else_has():
    text = replaced('StreamsBuilder b = new StreamsBuilder(); b.stream("orders").to("topic-1");')

    assert re.findall(r"topic-\d+", text) == ["topic-2", "topic-3"]


def test_names_are_replaced_alike_in_both_versions():
    old = 'StreamsBuilder b = new StreamsBuilder(); b.stream("orders").to("counts");'
    new = 'StreamsBuilder b = new StreamsBuilder(); b.stream("payments").to("counts"); b.stream("orders").to("x");'

    (before,), (after,) = renamed_texts([result_of(old), result_of(new)])

    topics = [re.findall(r"topic-\d+", text) for text in (before, after)]
    assert topics == [["topic-1", "topic-2"], ["topic-3", "topic-2", "topic-1", "topic-4"]]


def test_a_program_that_is_refused_has_no_text():
    assert renamed_texts([result_of('Topology t = new Topology(); t.addSource("s"); t.addSource("s");')]) == [[]]


@pytest.mark.parametrize("group", sorted(path.name for path in PROGRAMS.iterdir()))
def test_recorded_programs_keep_their_shape_and_no_name(group):
    program = min((PROGRAMS / group).glob("*.java"))
    result = result_of(program.read_text(encoding="utf-8"))
    with_topology = [one for one in result["topologies"] if one["topology"] is not None]

    (texts,) = renamed_texts([result])

    for topology, text in zip(with_topology, texts, strict=True):
        again = analysis_to_json(analysis_of_files({"topology.txt": text}))
        (read,) = again["topologies"]
        assert shape(read) == shape(topology)
        assert not names_in(topology) & set(re.findall(r"[^\s,()\[\]]+", text))
        assert renamed_texts([again])[0][0].count("\n") == text.count("\n")
