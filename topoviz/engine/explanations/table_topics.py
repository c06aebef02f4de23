"""Explain the internal topics of tables: those behind KTable#groupBy, and the two of each foreign-key join."""

from __future__ import annotations

from collections.abc import Iterable

from topoviz.engine.explanations.explanation import Part, PartKind
from topoviz.engine.explanations.facts import Facts
from topoviz.engine.explanations.numbered_names import is_numbered, is_numbered_store
from topoviz.engine.explanations.table_stores import foreign_key_namer
from topoviz.engine.explanations.upstream import users_of_repartition
from topoviz.engine.explanations.wording import capital, code
from topoviz.engine.logical.nodes import ForeignKeyPart, GraphNode, GroupedTableRepartition, StreamSink
from topoviz.engine.logical.plan import LogicalPlan
from topoviz.engine.logical.repartition_names import REPARTITION_SUFFIX


def explain_table_topic(facts: Facts, plan: LogicalPlan, node: GroupedTableRepartition | StreamSink, ways: str) -> Part:
    """Give the part for one such topic; `ways` says which sub-topologies it lies between."""
    if isinstance(node, StreamSink):
        return _foreign_key_topic(facts, node, ways)
    grouping = [plan.nodes[parent] for parent in plan.parents[node.id]]
    users = users_of_repartition(plan, node.id)
    return _part(
        facts,
        node.topic,
        (_why_grouped(facts, grouping, users), ways),
        (
            "It carries the old row, to be taken out, as well as the new one, for the two may have different keys.",
            _grouped_name(facts, node, users),
        ),
        "`Grouped`" if is_numbered_store(node.topic.removesuffix(REPARTITION_SUFFIX)) else "",
        "KGroupedTableImpl#doAggregate",
        (*grouping, *users),
    )


def _part(
    facts: Facts,
    topic: str,
    what: tuple[str, ...],
    why: tuple[str, ...],
    namer: str,
    reference: str,
    nodes: Iterable[GraphNode],
) -> Part:
    advice = (
        (
            f"Name it by {namer}: the number changes when operators are added or removed above, and then Kafka Streams "
            "makes a new topic and leaves what is in the old one."
        ),
    )
    return Part(
        f"repartition-topic:{topic}",
        PartKind.REPARTITION_TOPIC,
        f"Repartition topic {facts.name(topic)}",
        what,
        why,
        advice if namer else (),
        reference,
        facts.places(node.origin for node in nodes),
    )


def _why_grouped(facts: Facts, grouping: list[GraphNode], users: list[GraphNode]) -> str:
    needs = "need" if len(users) > 1 else "needs"
    return (
        f"{capital(facts.operators(grouping))} gives each row a new key, and {facts.operators(users)} {needs} all rows "
        "of one key in one partition, so Kafka Streams writes the table's changes through this topic."
    )


def _grouped_name(facts: Facts, node: GroupedTableRepartition, users: list[GraphNode]) -> str:
    base = node.topic.removesuffix(REPARTITION_SUFFIX)
    ending = f"with {code(REPARTITION_SUFFIX)} after it"
    stores = [getattr(user, "own_store", None) for user in users]
    if any(store is not None and store.name == base for store in stores):
        return f"Its name is that of the state store {facts.name(base)}, {ending}."
    return f"Its name is {facts.name(base)} from `Grouped`, {ending}."


def _foreign_key_topic(facts: Facts, node: StreamSink, ways: str) -> Part:
    topic = node.topic or ""
    join = facts.operator(node)
    if node.part is ForeignKeyPart.SUBSCRIPTION_TOPIC:
        what = (
            f"{capital(join)} finds a foreign key in each value of the left table and asks through this topic for the "
            "value that the right table has for it."
        )
        why = "The right side keeps the question and answers it at once, and again whenever its value changes."
    else:
        what = f"{capital(join)} sends the right table's values for a foreign key back to the rows that asked for them."
        why = "Each answer goes to the partition that its question came from."
    numbered = is_numbered(topic.removesuffix("-topic"))
    namer = foreign_key_namer(facts)
    name = f"a number, for no name is in {namer}" if numbered else f"that in {namer}, with its part of the join"
    return _part(
        facts,
        topic,
        (what, ways),
        (why, f"Its name: {name}."),
        namer if numbered else "",
        "KTableImpl#doJoinOnForeignKey, KIP-213",
        (node,),
    )
