"""Explain every repartition topic: who changes the key, who needs it, whence its name is, what would avoid it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from topoviz.engine.explanations.explanation import Part, PartKind
from topoviz.engine.explanations.facts import Facts
from topoviz.engine.explanations.numbered_names import is_numbered, is_numbered_store
from topoviz.engine.explanations.table_topics import explain_table_topic
from topoviz.engine.explanations.upstream import (
    filters_among,
    key_changers_above,
    moved_behind,
    users_of_repartition,
)
from topoviz.engine.explanations.wording import capital, code, listed
from topoviz.engine.logical.nodes import (
    GraphNode,
    NodeId,
    Repartition,
    StatefulProcessor,
    StreamTableJoin,
    StreamToTable,
)
from topoviz.engine.logical.plan import LogicalPlan
from topoviz.engine.logical.repartition_names import REPARTITION_SUFFIX
from topoviz.engine.topology.nodes import Topology

_KEEPS_KEY: Final = {
    "map": "mapValues", "flatMap": "flatMapValues", "transform": "transformValues",
    "flatTransform": "flatTransformValues", "groupBy": "groupByKey",
}  # fmt: skip


def explain_repartition_topics(facts: Facts) -> Iterator[Part]:
    """Give one part for each repartition topic, in the order in which they come about."""
    topology, before, after = facts.topology, facts.before, facts.after
    if topology is None:
        return
    for topic in topology.repartition_topics:
        node = facts.repartitions.get(topic)
        table_topic = facts.table_topics.get(topic)
        if table_topic is not None and after is not None:
            yield explain_table_topic(facts, after, table_topic, _ways(facts, topic))
        elif node is None or before is None or after is None:
            yield _from_names(facts, topology, topic)
        else:
            yield _explain(facts, before, after, node)


def _explain(facts: Facts, before: LogicalPlan, after: LogicalPlan, node: Repartition) -> Part:
    originals = [one for one in map(before.nodes.get, node.replaces or (node.id,)) if isinstance(one, Repartition)]
    users = _users(before, originals)
    changers = key_changers_above(after, node.id) or _changers_once(before, originals) if node.is_optimizable else []
    moved = moved_behind(before, after, node)
    return Part(
        f"repartition-topic:{node.topic}",
        PartKind.REPARTITION_TOPIC,
        f"Repartition topic {facts.name(node.topic)}",
        (*_why(facts, node, changers, users), _ways(facts, node.topic)),
        (*_carries(facts, node, originals, moved), _name_origin(facts, before, node, originals, users)),
        (*_advice(facts, changers), *_advice_on_filters(facts, moved, changers), *_advice_on_name(facts, node, users)),
        _reference(changers) if node.is_optimizable else "KStream#repartition, KIP-221",
        facts.places(one.origin for one in (*changers, *users, *(() if node.is_optimizable else (node,)))),
    )


def _users(before: LogicalPlan, originals: list[Repartition]) -> list[GraphNode]:
    users = [user for original in originals for user in users_of_repartition(before, original.id)]
    return sorted({user.id: user for user in users}.values(), key=lambda user: user.id)


def _changers_once(before: LogicalPlan, originals: list[Repartition]) -> list[GraphNode]:
    found: dict[NodeId, GraphNode] = {}
    for original in originals:
        found.update((node.id, node) for node in key_changers_above(before, original.id))
    return [found[node] for node in sorted(found)]


# --- what and why -----------------------------------------------------------------------------------------------------


def _why(facts: Facts, node: Repartition, changers: list[GraphNode], users: list[GraphNode]) -> tuple[str, ...]:
    need = f"{facts.operators(users)} {'need' if len(users) > 1 else 'needs'} all records of one key in one partition"
    if not node.is_optimizable:
        return (f"{capital(facts.operator(node))} asks for this topic{_with_count(node)}.",)
    if not changers:
        return (f"{capital(need)}.", "Which operator changes the key is not found in the plan.")
    return (
        f"{capital(_they_change(facts, changers))}, and {need}, so Kafka Streams writes the stream through this topic.",
    )


def _with_count(node: Repartition) -> str:
    if node.partitions is None:
        return ""
    return f" with {node.partitions} partition{'' if node.partitions == 1 else 's'}"


def _they_change(facts: Facts, changers: list[GraphNode]) -> str:
    """`process` only may change the key; Kafka Streams does not look."""
    certain = [node for node in changers if node.operator in ("map", "selectKey", "flatMap", "groupBy")]
    possible = [node for node in changers if node not in certain]
    parts = []
    if certain:
        parts.append(f"{facts.operators(certain)} {'set' if len(certain) > 1 else 'sets'} a new key")
    if possible:
        parts.append(f"{facts.operators(possible)} may change the key")
    return listed(parts)


def _ways(facts: Facts, topic: str) -> str:
    written = listed(f"sub-topology {facts.number(group)}" for group in sorted(facts.writers_of.get(topic, ())))
    read = listed(f"sub-topology {facts.number(group)}" for group in sorted(facts.readers_of.get(topic, ())))
    nobody = "nothing that is there of the dump" if facts.is_cut else "nobody"
    cost = ": each record goes to the brokers and back once more" if written and read else ""
    return f"{capital(written or nobody)} writes it, {read or nobody} reads it{cost}."


def _carries(facts: Facts, node: Repartition, originals: list[Repartition], moved: list[GraphNode]) -> tuple[str, ...]:
    sentences = []
    if len(originals) > 1:
        others = [original.topic for original in originals if original.topic != node.topic]
        instead = f"; {facts.names(others)} {'are' if len(others) > 1 else 'is'} gone" if others else ""
        sentences.append(f"The optimizer put it in the place of {len(originals)} repartition topics{instead}.")
    filters = filters_among(moved)
    if filters:
        runs = "run" if len(filters) > 1 else "runs"
        sentences.append(
            f"{capital(facts.operators(filters))} ran before the topic and now {runs} after it, so the topic also "
            f"carries the records that {'they drop' if len(filters) > 1 else 'it drops'}."
        )
    others_moved = [one for one in moved if one not in filters]
    if others_moved:
        sentences.append(f"{capital(facts.operators(others_moved))} now {_runs(others_moved)} after the topic as well.")
    if node.drops_null_keys:
        sentences.append("Records without a key are dropped before it.")
    else:
        sentences.append("Records without a key go through it, because a left or outer join below accepts them.")
    return tuple(sentences)


def _runs(nodes: list[GraphNode]) -> str:
    return "run" if len(nodes) > 1 else "runs"


# --- the name ---------------------------------------------------------------------------------------------------------


def _name_origin(
    facts: Facts, before: LogicalPlan, node: Repartition, originals: list[Repartition], users: list[GraphNode]
) -> str:
    prefix = node.topic.removesuffix(REPARTITION_SUFFIX)
    if not node.is_optimizable:
        return _own_name_origin(facts, node, prefix)
    first = originals[0] if originals else node
    first_users = users_of_repartition(before, first.id) or users
    stores = [store for one in first_users if isinstance(one, StatefulProcessor) for store in _stores(one)]
    of_first = "It keeps the name of the first of them, that of " if len(originals) > 1 else "Its name is that of "
    if prefix in stores:
        return f"{of_first}the state store {facts.name(prefix)}, with {code(REPARTITION_SUFFIX)} after it."
    # A Grouped names the operator of groupBy too, so only joins take the name of what stands above.
    above = [] if stores else [before.nodes[parent] for parent in before.parents.get(first.id, ())]
    itself = [user for user in first_users if isinstance(user, StreamToTable) and is_numbered(prefix)]
    namesake = next((one for one in (*above, *itself) if one.name == prefix), None)
    if namesake is not None:
        return (
            f"{of_first}the operator {facts.name(prefix)}{facts.on_line(namesake.origin)}, "
            f"with {code(REPARTITION_SUFFIX)} after it."
        )
    giver = listed(dict.fromkeys(code(_name_giver(facts, user)) for user in first_users), "or") or "the program"
    suffix = "" if node.topic == prefix else f", with {code(REPARTITION_SUFFIX)} after it"
    from_program = "It keeps the name of the first of them," if len(originals) > 1 else "Its name is"
    return f"{from_program} {facts.name(prefix)} from {giver}{suffix}."


def _stores(node: StatefulProcessor) -> tuple[str, ...]:
    """Name an aggregation's store; those of a cogroup behind the first are only connected to it."""
    if node.own_store is not None:
        return (node.own_store.name,)
    return node.store_names if node.operator == "aggregate" else ()


def _own_name_origin(facts: Facts, node: Repartition, prefix: str) -> str:
    """The name of a topic that repartition() asks for."""
    suffix = "" if node.topic == prefix else f", with {code(REPARTITION_SUFFIX)} after it"
    if is_numbered(prefix):
        return f"Its name is the operator and a number, for no {code('Repartitioned')} names it{suffix}."
    return f"Its name is {facts.name(prefix)} from {code('Repartitioned')}{suffix}."


def _name_giver(facts: Facts, user: GraphNode) -> str:
    """Name the class by which the program names the repartition topic of an operator."""
    if isinstance(user, StreamToTable):
        return "Named"
    if isinstance(user, StreamTableJoin):
        return "Joined"
    if user.operator in ("join", "leftJoin", "outerJoin"):
        return "StreamJoined" if facts.behaviours.is_since("2.4.0") else "Joined"
    return "Grouped"


# --- what can be done -------------------------------------------------------------------------------------------------


def _advice(facts: Facts, changers: list[GraphNode]) -> tuple[str, ...]:
    hints = [hint for changer in changers for hint in _instead(facts, changer)]
    if not hints:
        return ()
    end = "the topic goes away" if len(changers) == 1 else "the topic goes away once none of them is left"
    return (f"If the key does not really change, {listed(hints)}, and {end}.",)


def _instead(facts: Facts, changer: GraphNode) -> Iterator[str]:
    where = facts.operator(changer)
    other = _KEEPS_KEY.get(changer.operator)
    if facts.is_mapper_of_to_stream(changer):
        yield f"call `toStream` without a mapper{facts.on_line(changer.origin)}"
    elif changer.operator == "selectKey":
        yield f"remove {where}"
    elif changer.operator in ("transform", "flatTransform", "process") and facts.behaviours.is_since("3.3.0"):
        yield f"use `processValues` instead of {where}"
    elif changer.operator == "process":
        yield f"use an operator that keeps the key instead of {where}"
    elif changer.operator == "flatTransform" and not facts.behaviours.is_since("2.3.0"):
        yield f"use `transformValues` instead of {where}"
    elif other is not None:
        yield f"use {code(other)} instead of {where}"


def _advice_on_filters(facts: Facts, moved: list[GraphNode], changers: list[GraphNode]) -> tuple[str, ...]:
    filters = filters_among(moved)
    if not filters or not changers:
        return ()
    return (f"To keep the topic small, put {facts.operators(filters)} above {facts.operators(changers)}.",)


def _advice_on_name(facts: Facts, node: Repartition, users: list[GraphNode]) -> tuple[str, ...]:
    prefix = node.topic.removesuffix(REPARTITION_SUFFIX)
    if not (is_numbered(prefix) or is_numbered_store(prefix)):
        return ()
    giver = listed(dict.fromkeys(code(_name_giver(facts, user)) for user in users), "or")
    if not node.is_optimizable:
        giver = code("Repartitioned")
    if not giver:
        return ()
    return (
        (
            f"Name it by {giver}: the number changes when operators are added or removed above, and then Kafka Streams "
            "makes a new topic and leaves what is in the old one."
        ),
    )


def _reference(changers: list[GraphNode]) -> str:
    owners = listed(dict.fromkeys(f"KStream#{node.operator}" for node in changers if node.operator != "toStream"))
    return f"{owners}, KIP-221" if owners else "KIP-221"


# --- without a plan ---------------------------------------------------------------------------------------------------


def _from_names(facts: Facts, topology: Topology, topic: str) -> Part:
    """All that can be said of a topic in a dump."""
    prefix = topic.removesuffix(REPARTITION_SUFFIX)
    why = ["Which operator changes the key and which needs it cannot be known from a dump."]
    if prefix in topology.stores:
        why.append(f"Its name is that of the state store {facts.name(prefix)}, as with an aggregation.")
    elif prefix in facts.runtime_nodes:
        why.append(f"Its name is that of the node {facts.name(prefix)}.")
    return Part(
        f"repartition-topic:{topic}",
        PartKind.REPARTITION_TOPIC,
        f"Repartition topic {facts.name(topic)}",
        (_ways(facts, topic),),
        tuple(why),
        reference="KIP-221",
    )
