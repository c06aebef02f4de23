"""Plans as indented trees."""

from tests.engine.analyzing import NEW, OLD, analysis_of, plan_of


def test_a_node_that_is_met_again_is_named_and_not_opened():
    plan = plan_of(
        analysis_of("""
            KStream<String, String> orders = builder.stream("orders");
            orders.filter((k, v) -> true).merge(orders).to("out");
        """)
    )

    assert plan == (
        "root\n"
        "    KSTREAM-SOURCE-0000000000 (StreamSourceNode)\n"
        "        KSTREAM-FILTER-0000000001 (ProcessorGraphNode)\n"
        "            KSTREAM-MERGE-0000000002 (ProcessorGraphNode)\n"
        "                KSTREAM-SINK-0000000003 (StreamSinkNode)\n"
        "        KSTREAM-MERGE-0000000002 (ProcessorGraphNode) ^\n"
    )


def test_an_empty_plan_is_its_root():
    assert plan_of(analysis_of("StreamsBuilder builder = new StreamsBuilder(); builder.build();")) == "root\n"


def test_node_types_are_those_of_the_version():
    join = 'builder.<String, String>stream("a").join(builder.<String, String>stream("b"), (x, y) -> x, windows);'
    table = 'builder.table("t").filter((k, v) -> true);'
    windows = "JoinWindows windows = JoinWindows.of(Duration.ofMinutes(1));"

    new, old = (plan_of(analysis_of(f"{windows}\n{join}\n{table}", version=version)) for version in (NEW, OLD))

    assert "KSTREAM-WINDOWED-0000000002 (WindowedStreamProcessorNode)" in new
    assert "KSTREAM-WINDOWED-0000000002 (ProcessorGraphNode)" in old
    assert "KTABLE-FILTER-0000000010 (TableFilterNode)" in new
    assert "KTABLE-FILTER-0000000010 (TableProcessorNode)" in old


def test_what_is_unsure_has_a_question_mark():
    plan = plan_of(analysis_of('builder.stream("a");\nif (flag) { builder.stream("b"); }'))

    assert "    KSTREAM-SOURCE-0000000000 (StreamSourceNode)\n" in plan
    assert "    KSTREAM-SOURCE-0000000001? (StreamSourceNode)\n" in plan
