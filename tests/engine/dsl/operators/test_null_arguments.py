"""What is given a null is told, whatever it is: Kafka Streams refuses it at many places, in words that nobody meets."""

import pytest

from tests.engine.analyzing import analysis_of, codes


@pytest.mark.parametrize(
    "call",
    [
        "filter(null)",
        "mapValues(null)",
        "flatMapValues(null)",
        'join(builder.table("t"), null)',
        "join((KTable<String, String>) null, (v, w) -> v)",
        "merge((KStream<String, String>) null)",
        "filter((k, v) -> true, (Named) null)",
        "groupByKey((Grouped<String, String>) null)",
        "to((TopicNameExtractor<String, String>) null)",
        "groupByKey().reduce(null)",
        'groupByKey().windowedBy(SessionWindows.with(Duration.ofMillis(1))).aggregate(() -> "", (k, v, a) -> a, null)',
    ],
)
def test_an_operator_that_is_given_null_is_told(call: str):
    told = codes(analysis_of(f'builder.<String, String>stream("orders").{call};'))

    assert told <= {"null", "unknown-stream", "unknown-options"}
    assert told


@pytest.mark.parametrize("call", ["stream((Collection<String>) null)", "table((String) null)", "globalTable(null)"])
def test_a_builder_that_is_given_null_is_told(call: str):
    assert codes(analysis_of(f"builder.{call};")) == {"null"}


@pytest.mark.parametrize("type_name", ["KeyValueBytesStoreSupplier", "WindowBytesStoreSupplier"])
def test_materialized_refuses_a_null_supplier_in_other_words_than_a_null_name(type_name: str):
    program = f'builder.table("orders", Materialized.as(({type_name}) null));'
    without_type = 'String name = null;\nbuilder.table("orders", Materialized.as(name));'

    assert [str(one.refusal) for one in analysis_of(program).topologies] == [
        "NullPointerException: supplier can't be null"
    ]
    assert "isEmpty" in str(analysis_of(without_type).topologies[0].refusal)
