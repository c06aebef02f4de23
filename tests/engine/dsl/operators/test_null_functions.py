"""Functions that are null: what is certain is refused, and nothing else is."""

import pytest

from tests.engine.analyzing import analysis_of, topology_of

CLASS = """
public class Fraud {{
    {field}

    public void take(Predicate<String, String> given) {{
        isFraud = given;
    }}

    public Topology build() {{
        StreamsBuilder builder = new StreamsBuilder();
        builder.<String, String>stream("orders").filter(isFraud).to("frauds");
        return builder.build();
    }}
}}
"""


def test_a_null_that_stands_in_the_text_is_refused():
    refusal = topology_of('builder.stream("orders").filter(null).to("frauds");').refusal

    assert str(refusal) == "NullPointerException: predicate can't be null"


@pytest.mark.parametrize("field", ["Predicate<String, String> isFraud = null;", "Predicate<String, String> isFraud;"])
@pytest.mark.parametrize("modifiers", ["private ", "private static ", ""])
def test_a_field_that_somebody_may_set_is_not_refused(modifiers: str, field: str):
    assert topology_of(CLASS.format(field=modifiers + field)).refusal is None


def test_a_variable_that_may_be_set_on_one_of_two_ways_is_not_refused():
    program = """
    Predicate<String, String> isFraud = null;
    if (args.length > 0) { isFraud = (k, v) -> true; }
    builder.<String, String>stream("orders").filter(isFraud).to("frauds");
    """

    assert topology_of(program).refusal is None


@pytest.mark.parametrize(
    ("null", "call", "refused"),
    [
        ("ValueMapper<String, String> null_", "mapValues(null_)", "valueMapper can't be null"),
        ("ValueMapperWithKey<String, String, String> null_", "mapValues(null_)", "valueMapperWithKey can't be null"),
        ("ValueMapper<String, String> null_", "flatMapValues(null_)", "valueMapper can't be null"),
        ("KTable<String, String> null_", "join(null_, (v, w) -> v)", "table can't be null"),
        ("KStream<String, String> null_", "merge(null_)", "stream can't be null"),
        ("Named null_", "filter((k, v) -> true, null_)", "named can't be null"),
        ("Grouped<String, String> null_", "groupByKey(null_)", "grouped can't be null"),
    ],
)
def test_a_null_is_refused_in_the_words_of_the_overload_of_its_type(null: str, call: str, refused: str):
    program = f'{null} = null;\nbuilder.<String, String>stream("orders").{call};'

    assert str(topology_of(program).refusal) == f"NullPointerException: {refused}"


@pytest.mark.parametrize("type_name", ["KeyValueBytesStoreSupplier", "WindowBytesStoreSupplier"])
def test_materialized_refuses_a_null_supplier_in_other_words_than_a_null_name(type_name: str):
    program = f'builder.table("orders", Materialized.as(({type_name}) null));'
    without_type = 'String name = null;\nbuilder.table("orders", Materialized.as(name));'

    assert str(topology_of(program).refusal) == "NullPointerException: supplier can't be null"
    assert "isEmpty" in str(topology_of(without_type).refusal)


@pytest.mark.parametrize("call", ["mapValues(null)", "flatMapValues(null)", 'join(builder.table("t"), null)'])
def test_a_null_of_no_type_that_overloads_refuse_in_words_of_their_own_is_told(call: str):
    program = f'builder.<String, String>stream("orders").{call}.to("out");'

    assert "null-argument" in [diagnostic.code for diagnostic in analysis_of(program).diagnostics]
