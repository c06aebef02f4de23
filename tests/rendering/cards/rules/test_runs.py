"""Steps in a row that keep no state stand in one card."""

from tests.rendering.cards.lines import card_lines
from tests.rendering.drawing import picture
from topoviz.rendering.cards.fold import fold
from topoviz.rendering.picture import Box, Change, Kind, Picture, Tie


def test_a_source_may_begin_a_run_and_a_sink_may_end_it():
    java = 'builder.<String, String>stream("a").filter((k, v) -> true).selectKey((k, v) -> v).to("b");'

    assert card_lines(fold(picture(java, "topology"))) == [
        "r0: [a] | stream #0 | filter #1 | selectKey #2 | to b #3 | [b]"
    ]


def test_a_step_that_keeps_a_store_stays_alone():
    java = 'builder.stream("a").groupByKey().count().toStream().filter((k, v) -> true).foreach((k, v) -> {});'

    assert card_lines(fold(picture(java, "topology"))) == [
        "r0: [a] | stream #0",
        "r1: count #2 (store KSTREAM-AGGREGATE-STATE-STORE-0000000001)",
        "r2: toStream #3 | filter #4 | foreach #5",
    ]


def test_a_run_ends_where_the_flow_splits_and_begins_where_flows_merge():
    java = """
    KStream<String, String> s = builder.<String, String>stream("a").filter((k, v) -> true);
    s.mapValues(v -> v).merge(s.peek((k, v) -> {})).to("b");
    """

    assert card_lines(fold(picture(java, "topology"))) == [
        "r0: [a] | stream #0 | filter #1",
        "r2: mapValues #2",
        "r3: peek #3",
        "r4: merge #4 | to b #5 | [b]",
    ]


def test_a_plan_has_runs_between_its_repartition_topics():
    java = 'builder.<String, String>stream("a").map((k, v) -> null).repartition().mapValues(v -> v).to("b");'

    assert len(card_lines(fold(picture(java, "plan")))) == 3


def test_in_a_comparison_what_is_new_or_gone_stands_alone():
    changes = (Change.SAME, Change.SAME, Change.NEW, Change.SAME)
    boxes = [Box(f"p{index}", Kind.STATELESS, f"step {index}", change=change) for index, change in enumerate(changes)]
    ties = tuple(Tie(f"p{index}", f"p{index + 1}") for index in range(3))

    assert card_lines(fold(Picture("", "", tuple(boxes), ties))) == ["p0: step 0 | step 1", "p2: step 2", "p3: step 3"]
