"""A topology rebuilt from a dump has the nodes, groups and topics of the library, and says what it cannot know."""

from itertools import chain
from pathlib import Path

import pytest

from tests.oracle.recording import read_recordings
from topoviz.engine.description import DescribedGroup, DescribedNode, Description
from topoviz.engine.logical.nodes import Store, StoreKind
from topoviz.engine.source import SourceFile
from topoviz.engine.syntax.describe_text import read_dumps
from topoviz.engine.topology.internal_topics import changelog_topics
from topoviz.engine.topology.node_groups import find_node_groups
from topoviz.engine.topology.nodes import ProcessorNode, SinkNode, SourceNode, Union
from topoviz.engine.topology.rebuild import dumped_groups, rebuild
from topoviz.engine.versions import Behaviours, parse_version

RECORDINGS = Path(__file__).resolve().parents[2] / "fixtures" / "recordings"
GROUPS = sorted(RECORDINGS.iterdir())


def described(path):
    """The different records of a program that have a describe() text, each with a version that gave it."""
    found = {}
    for recording in read_recordings(path.read_bytes().decode()).values():
        behaviours = Behaviours(parse_version(recording.kafka_version))
        numbers = behaviours.has("numbers_groups_in_write_order")
        for record in (record for records in recording.results.values() for record in records):
            if record.describe is not None:
                # Plans and refusals are not read here.
                alike = (record.describe, record.node_groups, record.topics, numbers)
                found.setdefault(alike, (behaviours, record))
    return list(found.values())


def read(text):
    return read_dumps(SourceFile("dump.txt", text), 0)[0][0].description


def members(groups):
    return sorted((group.id, group.is_global, tuple(sorted(group.nodes))) for group in groups)


# --- against the library ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("group", GROUPS, ids=lambda group: group.name)
def test_groups_and_repartition_topics_are_those_of_the_library(group):
    for behaviours, record in chain.from_iterable(map(described, sorted(group.rglob("*.txt")))):
        description = read(record.describe)
        groups, rebuilt = dumped_groups(description), rebuild(description)

        assert members(find_node_groups(rebuilt, behaviours)) == members(groups)
        if record.node_groups is not None:
            assert sorted((group.id, tuple(sorted(group.nodes))) for group in groups) == sorted(
                (number, tuple(sorted(names))) for number, names in record.node_groups
            )
        if record.topics is not None:
            assert set(rebuilt.repartition_topics) == {
                line.removeprefix("repartition source: ").removeprefix("app-")
                for _, lines in record.topics
                for line in lines
                if line.startswith("repartition source: ")
            }


def test_the_recordings_have_what_these_tests_look_for():
    texts = [record.describe for path in sorted(RECORDINGS.rglob("*.txt"))[::10] for _, record in described(path)]

    assert any("-repartition)" in text for text in texts)
    assert any("for global store" in text for text in texts)


# --- one dump ---------------------------------------------------------------------------------------------------------

DUMP = r"""Topologies:
   Sub-topology: 3
    Source: a (topics: [t, u])
      --> c
    Source: b (topics: v-\d+)
      --> d
    Processor: c (stores: [s])
      --> e
      <-- a
    Processor: d (stores: [s])
      --> none
      <-- b
    Sink: e (topic: out)
      <-- c

  Sub-topology: 4 for global store (will not generate tasks)
    Source: g (topics: [rates])
      --> h
    Processor: h (stores: [rates-store])
      --> none
      <-- g
"""


def test_nodes_come_in_the_order_of_the_dump():
    assert rebuild(read(DUMP)).nodes == (
        SourceNode("a", topics=("t", "u")),
        SourceNode("b", pattern=r"v-\d+"),
        ProcessorNode("c", ("a",), stores=("s",)),
        ProcessorNode("d", ("b",), stores=("s",)),
        SinkNode("e", ("c",), topic="out"),
        SourceNode("g", topics=("rates",)),
        ProcessorNode("h", ("g",), stores=("rates-store",)),
    )


def test_edges_and_shared_stores_hold_groups_together():
    assert rebuild(read(DUMP)).unions == (
        Union("c", "a"),
        Union("d", "b"),
        Union("e", "c"),
        Union("c", "d", "s"),
        Union("h", "g"),
    )


def test_the_changelog_of_a_store_is_unsure():
    topology = rebuild(read(DUMP))

    assert topology.stores == {"s": Store("s", StoreKind.OTHER)}
    assert topology.store_users == {"s": ("c", "d")}
    assert [changelog.name for changelog in changelog_topics(topology)] == ["s-changelog"]
    assert list(topology.unsure) == ["s-changelog"]


def test_a_topic_that_the_dump_names_is_certain():
    topology = rebuild(read(DUMP.replace("[t, u]", "[s-changelog]")))

    assert topology.unsure == {}


def test_a_global_store_restores_from_its_topic():
    topology = rebuild(read(DUMP))

    assert topology.global_stores == {"rates-store": Store("rates-store", StoreKind.OTHER, is_logged=False)}
    assert topology.global_topics == {"rates"}
    assert topology.reused_topics == {"rates-store": "rates"}


def test_groups_keep_the_numbers_of_the_dump():
    groups = dumped_groups(read(DUMP))

    assert [(group.id, group.is_global, group.nodes) for group in groups] == [
        (3, False, ("a", "b", "c", "d", "e")),
        (4, True, ("g", "h")),
    ]


# --- less than a dump -------------------------------------------------------------------------------------------------


def group(*nodes):
    return Description((DescribedGroup(0, False, nodes),))


def test_an_edge_may_stand_at_one_end_only():
    topology = rebuild(
        group(DescribedNode("Source", "a", ("t",), successors=("b",)), DescribedNode("Sink", "b", topic="x"))
    )

    assert topology.node("b").predecessors == ("a",)


def test_a_node_that_is_missing_is_not_made_up():
    topology = rebuild(group(DescribedNode("Sink", "b", topic="x", predecessors=("a",))))

    assert topology.nodes == (SinkNode("b", topic="x"),)
    assert topology.unions == ()
    assert list(topology.unsure) == ["a"]


def test_an_arrow_to_another_group_is_no_edge():
    first = DescribedNode("Source", "a", ("t",), successors=("b",))
    second = DescribedNode("Sink", "b", topic="x", predecessors=("a",))
    topology = rebuild(Description((DescribedGroup(0, False, (first,)), DescribedGroup(1, False, (second,)))))

    assert topology.unions == ()
    assert topology.unsure == {}


@pytest.mark.parametrize(
    ("topic", "is_internal"),
    [
        ("by-city-repartition", True),
        ("KSTREAM-AGGREGATE-STATE-STORE-0000000002-repartition", True),
        ("KTABLE-FK-JOIN-SUBSCRIPTION-REGISTRATION-0000000006-topic", True),
        ("KTABLE-FK-JOIN-SUBSCRIPTION-RESPONSE-0000000014-topic", True),
        ("prices-subscription-registration-topic", True),
        ("orders-topic", False),
        ("orders", False),
        ("repartition", False),
        ("-repartition", False),
        ("by-city-repartition-2", False),
    ],
)
def test_repartition_topics_are_told_by_their_names(topic, is_internal):
    source = DescribedNode("Source", "a", ("t",), successors=("b",))
    sink = DescribedNode("Sink", "b", topic=topic, predecessors=("a",))
    reader = DescribedNode("Source", "c", (topic,))
    both = Description((DescribedGroup(0, False, (source, sink)), DescribedGroup(1, False, (reader,))))

    assert (topic in rebuild(both).repartition_topics) is is_internal
    assert rebuild(group(source, sink)).repartition_topics == {}


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("Sink: counts-repartition-sink (topic: counts-repartition)", ["counts-repartition"]),
        ("Source: counts-repartition-source (topics: [counts-repartition])", ["counts-repartition"]),
        ("Sink: KSTREAM-SINK-0000000004 (topic: my-own-repartition)", []),
        ("Sink: counts-sink (topic: counts)", []),
    ],
)
def test_one_side_of_a_repartition_topic_is_enough_when_its_node_has_kafkas_name(line, found):
    dump = f"Topologies:\n   Sub-topology: 0\n    {line}\n"

    assert list(rebuild(read(dump)).repartition_topics) == found
