"""What stands in the boxes of tables: which side of a join looks up which, and the parts of a foreign-key join."""

from __future__ import annotations

from typing import Final

from topoviz.engine.logical.nodes import (
    ForeignKeyPart,
    GraphNode,
    StatefulProcessor,
    StreamSink,
    TableProcessor,
    TableSuppress,
    TableTableJoin,
)
from topoviz.engine.topology.nodes import SinkNode, SourceNode, TopologyNode
from topoviz.rendering.lettering import visible

JOINS: Final = {"join": "join", "leftJoin": "left join", "outerJoin": "outer join"}

_PARTS: Final = {
    ForeignKeyPart.SUBSCRIBE: "subscribe",
    ForeignKeyPart.SUBSCRIPTION_STORE: "subscriptions",
    ForeignKeyPart.RECEIVE: "keep subscription",
    ForeignKeyPart.ANSWER_SUBSCRIBER: "answer subscriber",
    ForeignKeyPart.ANSWER_ALL: "answer all",
    ForeignKeyPart.RESOLVE: "resolve answer",
    ForeignKeyPart.RESULT: "result",
    ForeignKeyPart.SUBSCRIPTION_TOPIC: "subscriptions",
    ForeignKeyPart.RESPONSE_TOPIC: "answers",
}

NUMBERED: Final = {
    "SELECT": "groupBy",
    "TOTABLE": "toTable",
    "FK-JOIN-SUBSCRIPTION-REGISTRATION": "foreign key join: subscribe",
    "FK-JOIN-SUBSCRIPTION-PROCESSOR": "foreign key join: subscriptions",
    "FK-JOIN-SUBSCRIPTION-RESPONSE-RESOLVER-PROCESSOR": "foreign key join: resolve answer",
    "FK-JOIN-OUTPUT": "foreign key join: result",
}
"""What the numbered names of tables' operators stand for, for dumps."""


def foreign_key_words(node: GraphNode) -> str:
    """Say which part of a foreign-key join a node is."""
    assert node.part is not None
    return f"foreign key {JOINS.get(node.operator, visible(node.operator))}: {_PARTS[node.part]}"


def foreign_key_way(node: GraphNode) -> str:
    """Say what a source or sink of a foreign-key join reads or writes."""
    assert node.part is not None
    return f"{'to' if isinstance(node, StreamSink) else 'from'} {_PARTS[node.part]}"


def only_looks_up(node: GraphNode) -> bool:
    """Tell whether a node of a foreign-key join reads the stores of others and keeps nothing itself."""
    return node.part in (ForeignKeyPart.ANSWER_SUBSCRIBER, ForeignKeyPart.RESOLVE)


def table_join_words(join: TableTableJoin) -> str:
    """Say what a join of two tables is."""
    return f"{JOINS.get(join.operator, visible(join.operator))} of two tables"


def table_join_title(name: str, join: TableTableJoin) -> str:
    """Say which of a join's three processors a node is."""
    words = JOINS.get(join.operator, visible(join.operator))
    if name == join.this_name:
        return f"{words}, left side"
    return f"{words}, right side" if name == join.other_name else table_join_words(join)


def own_store_of(node: GraphNode) -> str | None:
    """Name the store that an operator keeps for itself."""
    owners = StatefulProcessor | TableProcessor | TableTableJoin
    own = node.own_store if isinstance(node, owners) else None
    return None if own is None else own.name


def suppresses(nodes: tuple[GraphNode, ...], stores: tuple[str, ...]) -> bool:
    """Tell whether one of the stores is a buffer of suppress()."""
    return any(isinstance(node, TableSuppress) and own_store_of(node) in stores for node in nodes)


def dumped_way(node: TopologyNode) -> str | None:
    """Say what a source or sink of a dump has to do with a foreign-key join, by the topic's name; None if nothing."""
    topics = node.topics if isinstance(node, SourceNode) else (node.topic,) if isinstance(node, SinkNode) else ()
    for topic in topics:
        for words, ending in (("subscriptions", "REGISTRATION"), ("answers", "RESPONSE")):
            if topic is not None and topic.startswith(f"KTABLE-FK-JOIN-SUBSCRIPTION-{ending}-"):
                return f"{'from' if isinstance(node, SourceNode) else 'to'} {words}"
    return None
