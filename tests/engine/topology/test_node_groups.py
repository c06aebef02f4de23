"""What makes nodes one group, and how groups are numbered."""

import pytest

from tests.engine.analyzing import NEW, OLD, behaviours
from topoviz.engine.logical.nodes import Store
from topoviz.engine.topology.draft import TopologyDraft
from topoviz.engine.topology.node_groups import NodeGroup, find_node_groups
from topoviz.engine.topology.nodes import Union


def groups_of(draft: TopologyDraft) -> tuple[NodeGroup, ...]:
    return find_node_groups(draft.freeze({}), draft.behaviours)


@pytest.fixture
def draft() -> TopologyDraft:
    """Two sources with a processor below each."""
    draft = TopologyDraft(behaviours())
    for side in ("left", "right"):
        draft.add_source(f"{side}-in", (side,))
        draft.add_processor(side, (f"{side}-in",))
    return draft


def test_an_edge_makes_one_group(draft: TopologyDraft):
    first, second = groups_of(draft)

    assert (first.id, first.nodes) == (0, ("left-in", "left"))
    assert (second.id, second.nodes) == (1, ("right-in", "right"))
    assert first.unions == (Union("left", "left-in"),)


def test_a_store_that_two_processors_use_makes_one_group_and_says_so(draft: TopologyDraft):
    draft.add_store(Store("shared"), ("left", "right"))

    (group,) = groups_of(draft)

    assert group.nodes == ("left-in", "left", "right-in", "right")
    assert Union("left", "right", "shared") in group.unions


def test_a_topic_written_here_and_read_there_makes_no_group(draft: TopologyDraft):
    draft.add_sink("out", "between", ("left",))
    draft.add_source("back", ("between",))

    assert [group.nodes for group in groups_of(draft)] == [("left-in", "left", "out"), ("right-in", "right"), ("back",)]


def test_a_store_that_nobody_uses_makes_no_group(draft: TopologyDraft):
    draft.add_store(Store("lonely"))

    assert len(groups_of(draft)) == 2


def test_a_processor_below_both_makes_one_group(draft: TopologyDraft):
    draft.add_processor("both", ("left", "right"))

    assert len(groups_of(draft)) == 1


def test_a_global_store_takes_a_number_of_its_own(draft: TopologyDraft):
    draft.add_global_store(Store("g", is_logged=False), "g-in", "g-topic", "g-store")
    draft.add_source("later", ("t",))

    assert [(group.id, group.is_global) for group in groups_of(draft)] == [
        (0, False),
        (1, False),
        (2, True),
        (3, False),
    ]


@pytest.mark.parametrize(
    ("version", "order"), [(NEW, ["z", "a", "m"]), ("2.4.0", ["z", "a", "m"]), (OLD, ["a", "m", "z"])]
)
def test_groups_are_numbered_as_written_and_before_2_4_by_the_names_of_their_sources(version: str, order: list[str]):
    draft = TopologyDraft(behaviours(version))
    for name in ("z", "a", "m"):
        draft.add_source(name, (name,))

    assert [group.nodes[0] for group in groups_of(draft)] == order
