"""queryableStoreName() gives a text that is as certain as the store's name."""

from tests.engine.analyzing import analysis_of, topics_read


def test_a_numbered_name_behind_something_unknown_stays_unsure():
    analysis = analysis_of("""
        KTable<String, String> a = builder.table("a", stored);
        KTable<String, String> b = a.join(a, (x, y) -> x, Materialized.with(Serdes.String(), Serdes.String()));
        builder.stream("x-" + b.queryableStoreName());
    """)

    (topic,) = [topic for topic in topics_read(analysis) if topic.startswith("x-")]
    assert topic == "x-${KTABLE-MERGE-STATE-STORE-0000000003}"
    assert topic in analysis.topologies[0].unsure


def test_a_global_table_gives_the_name_that_the_user_gave():
    analysis = analysis_of("""
        GlobalKTable<String, String> g = builder.globalTable("g", Materialized.as(name));
        builder.stream("x-" + g.queryableStoreName());
    """)

    assert "x-${name}" in topics_read(analysis)
