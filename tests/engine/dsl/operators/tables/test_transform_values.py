"""The arguments of KTable#transformValues, which stand in no fixed places."""

import pytest

from tests.engine.analyzing import analysis_of, described

STORES = """
    builder.addStateStore(Stores.keyValueStoreBuilder(Stores.inMemoryKeyValueStore("s"), null, null));
    KTable<String, String> a = builder.table("a");
"""


@pytest.mark.parametrize(
    ("arguments", "node"),
    [
        ("", "KTABLE-TRANSFORMVALUES-0000000003 (stores: [])"),
        (', "s"', "KTABLE-TRANSFORMVALUES-0000000003 (stores: [s])"),
        (', new String[] {"s"}', "KTABLE-TRANSFORMVALUES-0000000003 (stores: [s])"),
        (', Named.as("n"), "s"', "n (stores: [s])"),
        (', Materialized.as("m"), "s"', "KTABLE-TRANSFORMVALUES-0000000003 (stores: [s, m])"),
        (', Materialized.as("m"), Named.as("n")', "n (stores: [m])"),
        (', Materialized.as("m"), Named.as("n"), "s"', "n (stores: [s, m])"),
        (", Materialized.with(null, null)", "KTABLE-TRANSFORMVALUES-0000000003 (stores: [])"),
    ],
)
def test_options_come_before_the_names_of_stores(arguments: str, node: str):
    analysis = analysis_of(f"{STORES}a.transformValues(() -> null{arguments});")

    lines = [line.partition(": ")[2] for line in described(analysis).splitlines() if "Processor" in line]
    assert lines[-1] in (node, node.replace("[s, m]", "[m, s]"))
    assert not analysis.is_unsure
