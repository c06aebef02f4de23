"""The one part of the engine that changes in place: what a StreamsBuilder is while the program's calls run."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, fields, replace
from typing import Any, TypeVar

from topoviz.engine.logical.implicit_names import ImplicitNames
from topoviz.engine.logical.names import why_illegal
from topoviz.engine.logical.nodes import GraphNode, GroupedTableRepartition, NodeId, Repartition, Store
from topoviz.engine.logical.plan import LogicalPlan, PlanDraft
from topoviz.engine.logical.repartition_names import RepartitionNames, name_repartition
from topoviz.engine.refusal import Refused, Why, topology_exception
from topoviz.engine.source import Origin
from topoviz.engine.versions import Behaviours

NodeT = TypeVar("NodeT", bound=GraphNode)


@dataclass(frozen=True, slots=True)
class UserText:
    """A name or topic that the user gave: its text, and why it is unsure if it is."""

    text: str
    reason: str | None = None


@dataclass
class PlanBuilder:
    """Makes nodes with the names and numbers that Kafka Streams would give them.

    While `assumption` holds a reason, everything made rests on it and is marked unsure. One that follows processors
    takes a user's own processor for an operator that changes key and value, or value alone (KAFKA-19668).
    """

    behaviours: Behaviours
    draft: PlanDraft = field(default_factory=PlanDraft.empty)
    assumption: str | None = None
    follows_processors: bool = False

    def __post_init__(self) -> None:
        self.draft.behaviours = self.behaviours

    # --- names --------------------------------------------------------------------------------------------------------

    def new_name(self, prefix: str) -> str:
        """Take the next number for a processor."""
        return self.draft.new_processor_name(prefix)

    def new_store_name(self, prefix: str) -> str:
        """Take the next number for a store."""
        return self.draft.new_store_name(prefix)

    def use(self, user: UserText) -> str:
        """Take over a text that the user gave, with its mark."""
        if user.reason is not None:
            self.draft.unsure[user.text] = user.reason
        return user.text

    def use_name(self, user: UserText, origin: Origin | None) -> str:
        """Take over a user's name for a processor or store; raises Refused when Kafka does not allow it."""
        self.check(user, origin)
        return self.use(user)

    def check(self, user: UserText, origin: Origin | None) -> None:
        """Raise Refused, with Kafka's words, for a name that Kafka does not allow; an unknown name passes."""
        words = None if user.reason is not None else why_illegal(user.text)
        if words is not None:
            raise Refused(topology_exception(Why.ILLEGAL_NAME, words, user.text), origin)

    def name(self, user: UserText | None, prefix: str, origin: Origin | None) -> str:
        """Name an operator: a number is taken in any case (NamedInternal#orElseGenerateWithPrefix)."""
        if user is not None:
            self.check(user, origin)
        generated = self.new_name(prefix)
        return generated if user is None else self.use(user)

    def suffixed(self, user: UserText | None, suffix: str, prefix: str, origin: Origin | None) -> str:
        """Name a part of an operator: the user's name with a suffix, or a number, taken in any case.

        Kafka judges the name by itself before it judges the longer one (NamedInternal#suffixWithOrElseGet).
        """
        if user is not None:
            self.check(user, origin)
        return self.name(None if user is None else replace(user, text=user.text + suffix), prefix, origin)

    def repartition_names(self, prefix: str, *, is_named: bool) -> RepartitionNames:
        """Name a repartition topic and its nodes; an unsure prefix makes all of them unsure.

        The user has named it when the topic, or the store that it is named after, has a name of theirs.
        """
        names = name_repartition(self.draft, prefix, self.behaviours)
        if not is_named:
            self.draft.implicit_names.append(ImplicitNames(repartition=names.topic))
        reason = self.draft.unsure.get(prefix)
        if reason is not None:
            for name in (names.topic, names.sink, names.filter, names.source):
                self.draft.unsure[name] = reason
        return names

    # --- nodes --------------------------------------------------------------------------------------------------------

    def add(self, kind: type[NodeT], name: str, *parents: NodeId, operator: str, **fields: Any) -> NodeT:
        """Make a node and hang it under its parents."""
        node = self.make(kind, name, operator=operator, **fields)
        self.hang(node, *parents)
        return node

    def make(self, kind: type[NodeT], name: str, *, operator: str, **fields: Any) -> NodeT:
        """Make a node without hanging it anywhere yet."""
        node = kind(id=self.draft.new_id(), name=name, operator=operator, **fields)
        self.draft.insert(node)
        return node

    def hang(self, node: GraphNode, *parents: NodeId) -> None:
        """Hang a node under parents; doing so again makes it later in the order of writing."""
        if self.assumption is not None:
            for name in _names_made(node):
                self.draft.unsure.setdefault(name, self.assumption)
        self.draft.add(node, *parents)

    def copartition(self, sources: Iterable[str]) -> None:
        """Note that the topics of these source nodes must have equal partition counts."""
        self.draft.copartition_groups.append(dict.fromkeys(sources))

    # --- doubt --------------------------------------------------------------------------------------------------------

    def doubt(self, reason: str) -> None:
        """Mark every number taken from here on, and the shape, as unsure."""
        if self.draft.unsure_from_here is None:
            self.draft.unsure_from_here = reason
            self.draft.unsure.setdefault("", reason)

    def freeze(self) -> LogicalPlan:
        """Give the plan made so far."""
        return self.draft.freeze()


def _names_made(node: GraphNode) -> Iterator[str]:
    """Name what a node adds to the topology: itself and its parts, its stores, and the topics between its parts."""
    for one in fields(node):
        value = getattr(node, one.name)
        if isinstance(value, str) and value and (one.name == "name" or one.name.endswith("_name")):
            yield value
        elif isinstance(value, Store) and value.name:
            yield value.name
    if isinstance(node, Repartition | GroupedTableRepartition):
        yield node.topic
