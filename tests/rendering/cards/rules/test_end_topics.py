"""A topic at the end of a flow stands in its sources or sinks."""

from tests.rendering.cards.lines import lines_of
from tests.rendering.drawing import picture
from topoviz.rendering.cards.fold import fold


def test_a_topic_that_is_only_written_stands_in_each_of_its_sinks():
    java = 'builder.stream("a").to("out"); builder.stream("b").to("out");'

    assert lines_of(fold(picture(java, "topology"))) == [
        "r0: [a] | stream #0 | to out #1 | [out]",
        "r2: [b] | stream #2 | to out #3 | [out]",
    ]


def test_a_topic_that_is_written_and_read_links_sub_topologies():
    java = 'builder.stream("a").to("middle"); builder.stream("middle").to("out");'

    assert lines_of(fold(picture(java, "topology"))) == [
        "r0: [a] | stream #0 | to middle #1",
        "r2: stream #2 | to out #3 | [out]",
        "t1: [middle]",
        "r0 > t1",
        "t1 > r2",
    ]


def test_a_source_of_several_topics_has_them_all_before_its_step_and_a_pattern_too():
    java = """
    builder.stream(List.of("a", "b")).foreach((k, v) -> {});
    builder.stream(Pattern.compile("c.*")).foreach((k, v) -> {});
    """

    assert lines_of(fold(picture(java, "topology"))) == [
        "r0: [a] | [b] | stream #0 | foreach #1",
        "r2: [matching c.*] | stream #2 | foreach #3",
    ]


def test_topics_that_an_extractor_chooses_stand_in_the_sink():
    java = 'builder.stream("a").to((k, v, c) -> v.toString());'

    (line,) = lines_of(fold(picture(java, "topology")))

    assert line.endswith("| to a topic for each record #1 | [a topic for each record]")
