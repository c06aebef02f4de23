"""The plan and the draft it is made with."""

from dataclasses import FrozenInstanceError

import pytest

from topoviz.engine.logical.nodes import NodeId, Processor, Repartition, StreamSource, TableSource
from topoviz.engine.logical.plan import ROOT, PlanDraft


def hang(draft: PlanDraft, name: str, *parents: NodeId, **fields: bool) -> NodeId:
    node = Processor(draft.new_id(), name, "map", **fields)
    draft.add(node, *parents)
    return node.id


def hang_repartition(draft: PlanDraft, name: str, parent: NodeId) -> NodeId:
    node = Repartition(draft.new_id(), name, "repartition", topic=name)
    draft.add(node, parent)
    return node.id


def names(draft: PlanDraft) -> list[str]:
    return [node.name for node in draft.freeze().in_order()]


def test_numbers_are_taken_in_turn_by_processors_and_stores():
    draft = PlanDraft.empty()

    taken = [draft.new_processor_name("A-"), draft.new_store_name("B-"), draft.new_processor_name("A-")]

    assert taken == ["A-0000000000", "B-STATE-STORE-0000000001", "A-0000000002"]
    assert draft.next_index == 3
    assert draft.unsure == {}


def test_names_taken_in_doubt_are_marked():
    draft = PlanDraft.empty()
    sure = draft.new_processor_name("A-")
    draft.unsure_from_here = "Who knows."
    unsure = draft.new_processor_name("A-")

    assert sure not in draft.unsure
    assert draft.unsure[unsure] == "Who knows."


def test_every_parent_takes_a_priority_and_the_node_keeps_the_last():
    draft = PlanDraft.empty()
    left, right = hang(draft, "left", ROOT), hang(draft, "right", ROOT)
    merge = hang(draft, "merge", left, right)

    assert [draft.priorities[node] for node in (left, right, merge)] == [0, 1, 3]
    assert hang(draft, "next", merge) in draft.priorities
    assert draft.next_priority == 5


def test_hanging_a_node_again_makes_it_later_and_leaves_its_place():
    draft = PlanDraft.empty()
    first, second = hang(draft, "first", ROOT), hang(draft, "second", ROOT)
    draft.add(draft.nodes[first], ROOT)

    assert draft.priorities[first] > draft.priorities[second]
    assert names(draft) == ["root", "first", "second"]


def test_the_walk_goes_depth_first_and_meets_each_node_once():
    draft = PlanDraft.empty()
    left, right = hang(draft, "left", ROOT), hang(draft, "right", ROOT)
    merge = hang(draft, "merge", left, right)
    hang(draft, "below", merge)

    assert names(draft) == ["root", "left", "merge", "below", "right"]


def test_the_walk_passes_thirty_diamonds_without_walking_every_path():
    draft = PlanDraft.empty()
    top = hang(draft, "top", ROOT)
    for number in range(30):
        left, right = hang(draft, f"left{number}", top), hang(draft, f"right{number}", top)
        top = hang(draft, f"merge{number}", left, right)

    assert len(names(draft)) == 2 + 3 * 30


def test_a_repartition_is_registered_below_the_operator_that_changed_the_key():
    draft = PlanDraft.empty()
    changer = hang(draft, "map", ROOT, changes_key=True)
    between = hang(draft, "filter", changer)
    repartition = hang_repartition(draft, "r", between)

    assert {changer: {repartition: None}} == draft.key_changers


def test_the_nearest_operator_that_changed_the_key_counts():
    draft = PlanDraft.empty()
    far = hang(draft, "map", ROOT, changes_key=True)
    near = hang(draft, "selectKey", far, changes_key=True)
    repartition = hang_repartition(draft, "r", near)

    assert {far: {}, near: {repartition: None}} == draft.key_changers


def test_a_value_change_between_keeps_a_repartition_unregistered():
    draft = PlanDraft.empty()
    changer = hang(draft, "map", ROOT, changes_key=True)
    between = hang(draft, "mapValues", changer, changes_value=True)
    hang_repartition(draft, "r", between)

    assert {changer: {}} == draft.key_changers


def test_a_repartition_below_no_key_change_is_registered_nowhere():
    draft = PlanDraft.empty()
    hang_repartition(draft, "r", hang(draft, "filter", ROOT))

    assert draft.key_changers == {}


def test_merge_nodes_are_remembered_in_order():
    draft = PlanDraft.empty()
    merges = [hang(draft, f"merge{number}", ROOT, merges=True) for number in range(3)]

    assert list(draft.merge_nodes) == merges


def test_the_search_upwards_follows_last_parents_but_sees_every_direct_one():
    draft = PlanDraft.empty()
    wanted, other = hang(draft, "wanted", ROOT), hang(draft, "other", ROOT)
    direct = hang(draft, "direct", wanted, other)
    between = hang(draft, "between", wanted)
    hidden = hang(draft, "hidden", between, other)

    assert draft.find_upwards(direct, lambda node: node == wanted) == wanted
    assert draft.find_upwards(hidden, lambda node: node == wanted) is None
    assert draft.find_upwards(hidden, lambda node: node == hidden) == hidden


def test_a_table_is_materialized_and_nothing_else():
    draft = PlanDraft.empty()
    table, stream = TableSource(draft.new_id(), "table", "table"), StreamSource(NodeId(2), "stream", "stream")
    draft.add(table, ROOT)
    draft.add(stream, ROOT)

    for node in (table, stream):
        draft.materialize(node.id)

    assert draft.nodes[table.id].is_materialized
    assert draft.nodes[stream.id] == stream


def test_a_draft_of_a_plan_is_the_plan_again_and_changes_leave_it_alone():
    draft = PlanDraft.empty()
    source = hang(draft, "source", ROOT)
    sink = hang(draft, "sink", source)
    draft.copartition_groups.append({"source"})
    plan = draft.freeze()

    copy = PlanDraft.of(plan)
    assert copy.freeze() == plan
    assert copy.next_priority == draft.next_priority

    copy.unlink(source, sink)
    copy.copartition_groups[0]["other"] = None
    assert plan.children[source] == (sink,)
    assert plan.copartition_groups == (("source",),)


def test_a_plan_is_a_value():
    with pytest.raises(FrozenInstanceError):
        PlanDraft.empty().freeze().next_index = 7
