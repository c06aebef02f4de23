"""Send a re-keyed stream through one repartition topic instead of several.

Kafka: InternalStreamsBuilder#mergeRepartitionTopics (KAFKA-6761). For every operator that changes the key, all
repartitions registered below it become one, directly under that operator; what stood between moves behind it. Below
a merge() the merge node takes the place of the operators that changed the key.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice, permutations
from math import factorial
from typing import Final

from topoviz.engine.logical.names import numbered
from topoviz.engine.logical.nodes import GraphNode, NodeId, Processor, Repartition
from topoviz.engine.logical.plan import LogicalPlan, PlanDraft
from topoviz.engine.logical.repartition_names import RepartitionNames, name_repartition
from topoviz.engine.optimizer.config import MERGE
from topoviz.engine.optimizer.node_text import repartition_text
from topoviz.engine.optimizer.rule import Effect, Firing, Outcome, Rule
from topoviz.engine.refusal import Refusal, Refused, Why
from topoviz.engine.versions import Behaviours

_SUPPLIER: Final = "org.apache.kafka.streams.processor.api.ProcessorSupplier"
MOST_ORDERS: Final = 120
"""Orders of merge nodes that are tried: all of up to five, else those that change places of two."""

_UNORDERED: Final = (
    "Several merge() nodes take over repartitions; Kafka Streams goes through them in the order of an identity hash "
    "map, which differs from run to run"
)


def apply(plan: LogicalPlan, behaviours: Behaviours) -> Outcome:
    """Merge the repartitions below each operator that changes the key, in the order in which they were registered.

    Merge nodes that take repartitions over come in the order of an identity hash map; other orders are tried too, for
    Kafka Streams may refuse in another one what it takes in this one, or in other words.
    """
    outcome, taking_over = _apply(plan, behaviours, plan.merge_nodes)
    if len(taking_over) < 2:
        return outcome
    orders = islice(_orders(plan.merge_nodes, taking_over), MOST_ORDERS)
    if all(_apply(plan, behaviours, order)[0].refusal == outcome.refusal for order in orders):
        return outcome
    if outcome.refusal is not None:
        return replace(outcome, refusal=replace(outcome.refusal, is_one_of_several=True))
    unsure = {"": f"{_UNORDERED}; in another order it would refuse the program.", **outcome.plan.unsure}
    return replace(outcome, plan=replace(outcome.plan, unsure=unsure))


def _orders(nodes: tuple[NodeId, ...], taking_over: tuple[NodeId, ...]) -> Iterator[tuple[NodeId, ...]]:
    """Give other orders: all of a few nodes; of many the reverse, and each that takes over before and behind each."""
    if factorial(len(nodes)) <= MOST_ORDERS:
        yield from permutations(nodes)
        return
    yield nodes[::-1]
    for node in taking_over:
        others = tuple(one for one in nodes if one != node)
        yield from ((*others[:at], node, *others[at:]) for at in range(len(nodes)))


def _apply(
    plan: LogicalPlan, behaviours: Behaviours, merge_nodes: tuple[NodeId, ...]
) -> tuple[Outcome, tuple[NodeId, ...]]:
    """Go through the merge nodes in one order; also tell which of them take a repartition over."""
    draft = PlanDraft.of(plan)
    draft.merge_nodes = dict.fromkeys(merge_nodes)
    firings: list[Firing] = []
    taking_over: list[NodeId] = []
    try:
        _rekey_to_merge_nodes(draft, behaviours, taking_over)
        _refuse_changing_map(draft, behaviours)
        for changer, repartitions in list(draft.key_changers.items()):
            if repartitions:
                firings.append(_merge_below(draft, plan, changer, list(repartitions), behaviours))
                del draft.key_changers[changer]
    except Refused as refused:
        return Outcome(plan, (), refused.refusal, refused.origin), tuple(taking_over)
    return Outcome(draft.freeze(), tuple(firings)), tuple(taking_over)


# --- which operator the merged repartition will stand under -----------------------------------------------------------


def _rekey_to_merge_nodes(draft: PlanDraft, behaviours: Behaviours, taking_over: list[NodeId]) -> None:
    """Register repartitions at the merge node below which they stand, instead of at operators above it."""
    changers_above = {merge: _changers_above(draft, merge, behaviours) for merge in draft.merge_nodes}
    taking_over += [merge for merge, changers in changers_above.items() if any(map(draft.key_changers.get, changers))]
    if len(taking_over) > 1:
        _mark_unordered(draft, behaviours)
    used: dict[NodeId, None] = {}
    for merge, changers in changers_above.items():
        repartitions: dict[NodeId, None] = {}
        for changer in changers:
            if changer not in draft.key_changers:
                raise Refused(_missing_entry())
            repartitions.update(draft.key_changers[changer])
            if behaviours.has("survives_two_merges"):
                used[changer] = None
            else:
                del draft.key_changers[changer]
        draft.key_changers[merge] = repartitions
    for changer in used:
        draft.key_changers.pop(changer, None)


def _changers_above(draft: PlanDraft, merge: NodeId, behaviours: Behaviours) -> list[NodeId]:
    found: list[NodeId] = []
    for changer, repartitions in draft.key_changers.items():
        if behaviours.has("rekeys_only_above_merge") and not all(
            _child_towards(draft, merge, repartition) is not None for repartition in repartitions
        ):
            continue
        if _child_towards(draft, changer, merge) is not None:
            found.append(changer)
    return found


def _child_towards(draft: PlanDraft, above: NodeId, below: NodeId) -> NodeId | None:
    """Find the child of `above` on the way up from `below`, or None when Kafka's search does not find it."""
    return draft.find_upwards(below, lambda node: above in draft.parents[node])


def _mark_unordered(draft: PlanDraft, behaviours: Behaviours) -> None:
    """Mark the numbers that depend on the order of Kafka's identity hash map over merge nodes.

    They can be seen only while repartition nodes are named by number; later they are named after the topic.
    """
    if behaviours.has("names_repartition_nodes"):
        return
    reason = f"{_UNORDERED}, and numbers the new nodes in it."
    ahead = 3 * (len(draft.key_changers) + len(draft.merge_nodes))
    for index in range(draft.next_index, draft.next_index + ahead):
        for prefix in ("KSTREAM-SINK-", "KSTREAM-FILTER-", "KSTREAM-SOURCE-"):
            draft.unsure[numbered(prefix, index)] = reason


def _missing_entry() -> Refusal:
    words = 'Cannot invoke "java.util.Collection.iterator()" because "c" is null'
    return Refusal(Why.TWO_MERGES, "NullPointerException", words)


def _refuse_changing_map(draft: PlanDraft, behaviours: Behaviours) -> None:
    """Before KAFKA-8298 the map was changed while it was walked; only the last entry survived that."""
    if behaviours.has("removes_while_walking"):
        return
    entries = list(draft.key_changers.values())
    if any(entry for entry in entries[:-1]):
        raise Refused(Refusal(Why.OPTIMIZER_CHANGED_MAP, "ConcurrentModificationException", "null"))


# --- the rewrite ------------------------------------------------------------------------------------------------------


def _merge_below(
    draft: PlanDraft, before: LogicalPlan, changer: NodeId, repartitions: list[NodeId], behaviours: Behaviours
) -> Firing:
    """Put one repartition under the operator and take out those that it replaces."""
    replaced = [_as_repartition(draft, node) for node in repartitions]
    moved_filters = [name for node in replaced for name in _filters_between(before, changer, node.id)]
    merged = _new_repartition(draft, replaced, behaviours)
    draft.insert(merged)
    draft.priorities[merged.id] = draft.priorities[changer]
    for old in replaced:
        child = _child_towards(draft, changer, old.id)
        if child is None:
            raise Refused(_null_child(draft, old, behaviours), old.origin)
        draft.link(merged.id, child)
        draft.unlink(changer, child)
        _take_out(draft, old.id)
        if behaviours.has("renames_copartition_sources"):
            _rename_source(draft, old.name, merged.name)
    draft.link(changer, merged.id)
    return _tell(before.nodes[changer], replaced, merged, moved_filters)


def _null_child(draft: PlanDraft, repartition: Repartition, behaviours: Behaviours) -> Refusal:
    if behaviours.has("cannot_show_filters"):
        words = f'Cannot invoke "{_SUPPLIER}.get()" because "this.processorSupplier" is null'
        return Refusal(Why.NULL_KEY_CHANGING_CHILD, "NullPointerException", words)
    words = f"Found a null keyChangingChild node for {repartition_text(draft, repartition.id, behaviours)}"
    return Refusal(Why.NULL_KEY_CHANGING_CHILD, "StreamsException", words)


def _as_repartition(draft: PlanDraft, node: NodeId) -> Repartition:
    repartition = draft.nodes[node]
    assert isinstance(repartition, Repartition)
    return repartition


def _new_repartition(draft: PlanDraft, replaced: list[Repartition], behaviours: Behaviours) -> Repartition:
    names: RepartitionNames = name_repartition(draft, replaced[0].topic, behaviours)
    return Repartition(
        id=draft.new_id(),
        name=names.source,
        operator="repartition",
        origin=replaced[0].origin,
        replaces=tuple(node.id for node in replaced),
        topic=replaced[0].topic,
        sink_name=names.sink,
        filter_name=names.filter,
        key_serde=next((node.key_serde for node in replaced if node.key_serde is not None), None),
        value_serde=next((node.value_serde for node in replaced if node.value_serde is not None), None),
    )


def _take_out(draft: PlanDraft, old: NodeId) -> None:
    """Give the children of a repartition to its parents, and cut it off."""
    parents = list(draft.parents[old])
    children = list(draft.children[old])
    for child in children:
        for parent in parents:
            draft.link(parent, child)
    for parent in parents:
        draft.unlink(parent, old)
    for child in children:
        draft.unlink(old, child)


def _rename_source(draft: PlanDraft, old: str, new: str) -> None:
    for group in draft.copartition_groups:
        if old in group:
            del group[old]
            group[new] = None


# --- what to tell the user --------------------------------------------------------------------------------------------


def _filters_between(plan: LogicalPlan, changer: NodeId, repartition: NodeId) -> list[str]:
    """Name the filters that dropped records before the repartition topic and now run behind it."""
    names: list[str] = []
    current = repartition
    while plan.parents[current]:
        current = plan.parents[current][-1]
        if current == changer:
            return names
        node = plan.nodes[current]
        if isinstance(node, Processor) and node.operator in ("filter", "filterNot", "branch"):
            names.append(node.name)
    return names


def _tell(changer: GraphNode, replaced: list[Repartition], merged: Repartition, moved_filters: list[str]) -> Firing:
    touched = (changer.id, *(node.id for node in replaced), merged.id)
    names = ", ".join(dict.fromkeys(moved_filters))
    run, drop = ("runs", "it drops") if len(set(moved_filters)) == 1 else ("run", "they drop")
    behind = f" {names} now {run} after the topic, which carries what {drop}." if moved_filters else ""
    if len(replaced) > 1:
        sentence = f"{len(replaced)} repartition topics below {changer.name} become one: {merged.topic}.{behind}"
        gone = tuple(node.topic for node in replaced[1:] if node.topic != merged.topic)
        return Firing(touched, sentence, Effect.GAIN, gone)
    if moved_filters:
        return Firing(touched, f"{merged.topic} moves directly under {changer.name}.{behind}", Effect.LOSS)
    sentence = f"{merged.topic} is made anew under {changer.name}; there was one topic and there is one topic."
    return Firing(touched, sentence, Effect.NOTHING)


rule = Rule(
    name="merge_repartition_topics",
    title="One repartition topic for several operators",
    explanation=(
        "Every aggregation or join below an operator that changes the key would send the stream through a repartition "
        "topic of its own. The records in those topics are the same, so one topic can serve all of them. Whatever "
        "stood between the operator and the repartition, a filter for example, then runs after the topic."
    ),
    apply=apply,
    config=MERGE,
)
