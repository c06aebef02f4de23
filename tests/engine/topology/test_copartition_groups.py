"""Which topics must have equal partition counts."""

from tests.engine.analyzing import analysis_of, topology_of
from topoviz.engine.topology.copartition_groups import copartition_groups, hangs_on_application_id

JOIN = "join({}, (a, b) -> a, JoinWindows.of(Duration.ofMinutes(1)))"


def groups(program: str) -> list[tuple[str, ...]]:
    return [group.topics for group in copartition_groups(topology_of(program).topology)]


def test_without_a_join_there_is_none():
    assert groups('builder.stream("a").to("b");\nbuilder.stream("c").to("d");') == []


def test_a_join_with_a_table_binds_their_topics():
    assert groups('builder.<String, String>stream("s").join(builder.<String, String>table("t"), (a, b) -> a);') == [
        ("s", "t")
    ]


def test_joins_that_share_a_topic_bind_all_of_them():
    program = """
        KTable<String, String> t = builder.table("t");
        builder.<String, String>stream("x").join(t, (a, b) -> a);
        builder.<String, String>stream("y").join(t, (a, b) -> a);
    """

    assert groups(program) == [("t", "x", "y")]


def test_joins_that_share_nothing_stay_apart():
    program = """
        builder.<String, String>stream("x").join(builder.<String, String>table("a"), (a, b) -> a);
        builder.<String, String>stream("y").join(builder.<String, String>table("b"), (a, b) -> a);
    """

    assert groups(program) == [("a", "x"), ("b", "y")]


def test_all_topics_of_a_source_are_bound():
    program = 'builder.<String, String>stream(List.of("x", "y")).join(builder.<String, String>table("t"), (a, b) -> a);'

    assert groups(program) == [("t", "x", "y")]


def test_behind_a_repartition_topic_that_topic_is_bound_instead():
    program = """
        builder.<String, String>stream("x").selectKey((k, v) -> v)
            .join(builder.<String, String>table("t"), (a, b) -> a);
    """

    assert groups(program) == [("KSTREAM-KEY-SELECT-0000000001-repartition", "t")]


def test_a_global_table_binds_nothing():
    program = (
        'builder.<String, String>stream("x").join(builder.<String, String>globalTable("g"), (k, v) -> k, (a, b) -> a);'
    )

    assert groups(program) == []


def test_a_stream_joined_with_itself_is_a_group_of_one():
    assert groups(f'KStream<String, String> s = builder.stream("x");\ns.{JOIN.format("s")};') == [("x",)]


TWO_GROUPS = f"""
    KStream<String, Long> a = builder.<String, String>stream("a").groupBy((k, v) -> v).count().toStream();
    KStream<String, String> c = builder.stream("c");
    a.{JOIN.format('builder.<String, String>stream("b")')};
    c.{JOIN.format('builder.<String, String>stream("d")')};
"""


def test_a_join_of_two_groups_with_internal_topics_hangs_on_the_application_id():
    program = TWO_GROUPS + f"a.{JOIN.format('c')};"

    topology = topology_of(program).topology
    found = {copartition_groups(topology, f"app-{number}") for number in range(20)}

    assert hangs_on_application_id(topology)
    assert len(found) > 1


def test_groups_that_no_join_touches_twice_do_not_hang_on_the_application_id():
    assert not hangs_on_application_id(topology_of(TWO_GROUPS).topology)


def test_without_the_application_id_such_groups_are_unsure():
    analysis = analysis_of(TWO_GROUPS + f"a.{JOIN.format('c')};")

    assert analysis.is_unsure
    assert [one.code for one in analysis.diagnostics] == ["open-application-id"]
