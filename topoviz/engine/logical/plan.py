"""The logical plan: what the DSL calls made, as one immutable value, and the draft that rules work on."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from topoviz.engine.logical.implicit_names import ImplicitNames
from topoviz.engine.logical.names import numbered, numbered_store
from topoviz.engine.logical.nodes import GraphNode, NodeId, Repartition, Root, TableProcessor, TableSource
from topoviz.engine.versions import Behaviours

ROOT: Final = NodeId(0)

Edges = Mapping[NodeId, tuple[NodeId, ...]]


@dataclass(frozen=True)
class LogicalPlan:
    """Nodes by id, their edges in order, and what Kafka Streams' DSL remembers beside them.

    `priorities` decide the order in which nodes are written; `key_changers` maps each operator that changes the key
    to the repartition nodes that were registered below it; `next_index` is the number the next name would take;
    `internal_topics` are those that an operator registers when it is called, before any node is written.
    `unsure` maps each name that the text does not determine to the reason; once `unsure_from_here` holds a reason,
    every number taken later is unsure too. `implicit_names` are what operators made without a name of the user's, which
    a TopologyConfig may refuse (KIP-1111). `behaviours` are asked how this version looks for a node above another.
    """

    nodes: Mapping[NodeId, GraphNode]
    children: Edges
    parents: Edges
    priorities: Mapping[NodeId, int]
    next_index: int
    key_changers: Edges
    merge_nodes: tuple[NodeId, ...]
    copartition_groups: tuple[tuple[str, ...], ...]
    unsure: Mapping[str, str]
    unsure_from_here: str | None = None
    behaviours: Behaviours | None = None
    internal_topics: tuple[str, ...] = ()
    implicit_names: tuple[ImplicitNames, ...] = ()
    refuses_implicit_names: bool = False

    def in_order(self) -> Iterator[GraphNode]:
        """Walk the nodes depth first from the root, children in order, each once."""
        seen = {ROOT}
        stack = [ROOT]
        while stack:
            current = stack.pop()
            yield self.nodes[current]
            for child in reversed(self.children[current]):
                if child not in seen:
                    stack.append(child)
            while stack and stack[-1] in seen:
                stack.pop()
            if stack:
                seen.add(stack[-1])


@dataclass
class PlanDraft:
    """A plan that is being made or rewritten: what InternalStreamsBuilder is while the DSL runs.

    Sets are dictionaries without values, because their order is insertion order, as in Java's LinkedHashSet.
    """

    nodes: dict[NodeId, GraphNode]
    children: dict[NodeId, dict[NodeId, None]]
    parents: dict[NodeId, dict[NodeId, None]]
    priorities: dict[NodeId, int]
    next_index: int
    next_priority: int
    key_changers: dict[NodeId, dict[NodeId, None]]
    merge_nodes: dict[NodeId, None]
    copartition_groups: list[dict[str, None]]
    unsure: dict[str, str]
    unsure_from_here: str | None = None
    behaviours: Behaviours | None = None
    internal_topics: dict[str, None] = field(default_factory=dict)
    implicit_names: list[ImplicitNames] = field(default_factory=list)
    refuses_implicit_names: bool = False

    @classmethod
    def empty(cls) -> PlanDraft:
        """Start a plan that holds its root alone."""
        root = Root(ROOT, "root", "")
        return cls({ROOT: root}, {ROOT: {}}, {ROOT: {}}, {ROOT: -1}, 0, 0, {}, {}, [], {})

    @classmethod
    def of(cls, plan: LogicalPlan) -> PlanDraft:
        """Copy a plan in order to rewrite it."""
        return cls(
            nodes=dict(plan.nodes),
            children={node: dict.fromkeys(below) for node, below in plan.children.items()},
            parents={node: dict.fromkeys(above) for node, above in plan.parents.items()},
            priorities=dict(plan.priorities),
            next_index=plan.next_index,
            next_priority=max(plan.priorities.values(), default=-1) + 1,
            key_changers={node: dict.fromkeys(below) for node, below in plan.key_changers.items()},
            merge_nodes=dict.fromkeys(plan.merge_nodes),
            copartition_groups=[dict.fromkeys(group) for group in plan.copartition_groups],
            unsure=dict(plan.unsure),
            unsure_from_here=plan.unsure_from_here,
            behaviours=plan.behaviours,
            internal_topics=dict.fromkeys(plan.internal_topics),
            implicit_names=list(plan.implicit_names),
            refuses_implicit_names=plan.refuses_implicit_names,
        )

    def freeze(self) -> LogicalPlan:
        """Give the plan as it now stands, as a value."""
        return LogicalPlan(
            nodes=dict(self.nodes),
            children={node: tuple(below) for node, below in self.children.items()},
            parents={node: tuple(above) for node, above in self.parents.items()},
            priorities=dict(self.priorities),
            next_index=self.next_index,
            key_changers={node: tuple(below) for node, below in self.key_changers.items()},
            merge_nodes=tuple(self.merge_nodes),
            copartition_groups=tuple(tuple(group) for group in self.copartition_groups),
            unsure=dict(self.unsure),
            unsure_from_here=self.unsure_from_here,
            behaviours=self.behaviours,
            internal_topics=tuple(self.internal_topics),
            implicit_names=tuple(self.implicit_names),
            refuses_implicit_names=self.refuses_implicit_names,
        )

    # --- names --------------------------------------------------------------------------------------------------------

    def new_processor_name(self, prefix: str) -> str:
        """Take the next number for a name (InternalStreamsBuilder#newProcessorName)."""
        return self._mark(numbered(prefix, self._take_index()))

    def new_store_name(self, prefix: str) -> str:
        """Take the next number for a store's name (InternalStreamsBuilder#newStoreName)."""
        return self._mark(numbered_store(prefix, self._take_index()))

    def _take_index(self) -> int:
        index = self.next_index
        self.next_index += 1
        return index

    def _mark(self, name: str) -> str:
        if self.unsure_from_here is not None:
            self.unsure[name] = self.unsure_from_here
        return name

    # --- nodes and edges ----------------------------------------------------------------------------------------------

    def new_id(self) -> NodeId:
        """Give an id that no node has yet."""
        return NodeId(len(self.nodes))

    def insert(self, node: GraphNode) -> None:
        """Make a node known, without edges."""
        self.nodes[node.id] = node
        self.children.setdefault(node.id, {})
        self.parents.setdefault(node.id, {})

    def add(self, node: GraphNode, *parents: NodeId) -> None:
        """Hang a node under its parents as InternalStreamsBuilder#addGraphNode does.

        Every parent takes one priority, and the node keeps the last; hanging a known node again makes it later.
        """
        if node.id not in self.nodes:
            self.insert(node)
        for parent in parents:
            self.link(parent, node.id)
            self.priorities[node.id] = self.next_priority
            self.next_priority += 1
            self._register(node)

    def link(self, parent: NodeId, child: NodeId) -> None:
        """Add an edge; an edge that exists keeps its place."""
        self.children[parent][child] = None
        self.parents[child][parent] = None

    def unlink(self, parent: NodeId, child: NodeId) -> None:
        """Remove an edge if it exists."""
        self.children[parent].pop(child, None)
        self.parents[child].pop(parent, None)

    def materialize(self, table: NodeId) -> None:
        """Give a table the store that waits to be needed, because somebody reads it."""
        node = self.nodes[table]
        if isinstance(node, TableSource):
            self.nodes[table] = replace(node, is_materialized=True)
        elif isinstance(node, TableProcessor) and node.waiting_store is not None:
            self.nodes[table] = replace(node, own_store=node.waiting_store)

    def is_materialized(self, table: NodeId) -> bool:
        """Tell whether a table has its store already."""
        node = self.nodes[table]
        if isinstance(node, TableProcessor):
            return node.own_store is not None
        return isinstance(node, TableSource) and node.is_materialized

    def _register(self, node: GraphNode) -> None:
        if node.changes_key:
            self.key_changers[node.id] = {}
        elif isinstance(node, Repartition) and node.is_optimizable:
            changer = self._key_changer_above(node.id)
            if changer is not None:
                self.key_changers[changer][node.id] = None
        elif node.merges:
            self.merge_nodes[node.id] = None

    def _key_changer_above(self, repartition: NodeId) -> NodeId | None:
        """Find the operator that made a repartition necessary, unless a value change stands between them."""
        changer = self.find_upwards(repartition, lambda node: self.nodes[node].changes_key)
        nearest = self.find_upwards(
            repartition, lambda node: self.nodes[node].changes_key or self.nodes[node].changes_value
        )
        return changer if changer is not None and changer == nearest else None

    def find_upwards(self, start: NodeId, matches: Callable[[NodeId], bool]) -> NodeId | None:
        """Search upwards exactly as InternalStreamsBuilder#findParentNodeMatching of this version does."""
        if matches(start):
            return start
        while len(self.parents[start]) == 1:
            (start,) = self.parents[start]
            if matches(start):
                return start
        if not self.parents[start]:
            return None
        searches_all = self.behaviours is not None and self.behaviours.has("searches_all_parents")
        return self._find_on_all_paths(start, matches) if searches_all else self._find_last(start, matches)

    def _find_last(self, start: NodeId, matches: Callable[[NodeId], bool]) -> NodeId | None:
        """Search as before 4.3: every parent is searched, but the result of the last one counts.

        Unless a direct parent matches; so the search follows the last parents, and costs one walk instead of one for
        each path.
        """
        current = start
        while True:
            above = self.parents[current]
            for parent in above:
                if matches(parent):
                    return parent
            if not above:
                return None
            current = next(reversed(above))

    def _find_on_all_paths(self, start: NodeId, matches: Callable[[NodeId], bool]) -> NodeId | None:
        """Search depth first, parents in order; where nothing was found once, nothing is found again."""
        seen = {start}
        stack = [iter(tuple(self.parents[start]))]
        while stack:
            parent = next(stack[-1], None)
            if parent is None:
                stack.pop()
            elif matches(parent):
                return parent
            elif parent not in seen:
                seen.add(parent)
                stack.append(iter(tuple(self.parents[parent])))
        return None
