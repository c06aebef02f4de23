"""What an explanation is made from: one analyzed topology, with the plans, and how its names and lines are put."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from topoviz.engine.diagnostics import Severity
from topoviz.engine.explanations.explanation import Line, Place
from topoviz.engine.explanations.wording import code, listed
from topoviz.engine.logical.nodes import (
    GraphNode,
    GroupedTableRepartition,
    NodeId,
    Processor,
    Repartition,
    StreamSink,
)
from topoviz.engine.logical.plan import LogicalPlan
from topoviz.engine.results import Analysis, AnalyzedTopology
from topoviz.engine.source import Origin, Span
from topoviz.engine.syntax.describe_text import SAY_THAT_PARTS_ARE_MISSING
from topoviz.engine.topology.copartition_groups import CopartitionGroup, copartition_groups
from topoviz.engine.topology.describe import SHAPE
from topoviz.engine.topology.node_groups import NodeGroup
from topoviz.engine.topology.nodes import SinkNode, SourceNode, Topology, TopologyNode
from topoviz.engine.versions import Behaviours


@dataclass(frozen=True)
class Facts:
    """An analysis and the one of its topologies that is explained."""

    analysis: Analysis
    analyzed: AnalyzedTopology

    @property
    def behaviours(self) -> Behaviours:
        """How the chosen version behaves."""
        return self.analysis.behaviours

    @property
    def topology(self) -> Topology | None:
        """What Kafka Streams would run, unless it refuses."""
        return self.analyzed.topology

    @property
    def before(self) -> LogicalPlan | None:
        """The plan as the calls made it."""
        return self.analyzed.optimized.before if self.analyzed.optimized is not None else None

    @property
    def after(self) -> LogicalPlan | None:
        """The plan that the topology was built from."""
        return self.analyzed.optimized.plan if self.analyzed.optimized is not None else None

    @property
    def is_dump(self) -> bool:
        """Tell whether the topology was read from a dump, so that no program is known."""
        return self.analyzed.is_dump

    @property
    def is_cut(self) -> bool:
        """Tell whether parts of a dump are missing, or may be."""
        return self.is_dump and any(
            one.severity is Severity.UNSURE and one.code in SAY_THAT_PARTS_ARE_MISSING
            for one in self.analysis.diagnostics
        )

    def missing_beside(self, group: NodeGroup) -> tuple[str, ...]:
        """Name what the arrows of a group lead to or come from, and no part of the dump describes."""
        description = self.analyzed.description
        if not self.is_dump or description is None:
            return ()
        members = set(group.nodes)
        return tuple(
            dict.fromkeys(
                name
                for described in description.groups
                for node in described.nodes
                if node.name in members
                for name in (*node.successors, *node.predecessors)
                if name not in self.runtime_nodes
            )
        )

    @cached_property
    def group_of(self) -> dict[str, int]:
        """The number of the node group that each node belongs to."""
        return {name: group.id for group in self.analyzed.groups for name in group.nodes}

    @cached_property
    def runtime_nodes(self) -> dict[str, TopologyNode]:
        """The nodes of the topology by name."""
        return {} if self.topology is None else {node.name: node for node in self.topology.nodes}

    @cached_property
    def writers_of(self) -> dict[str, set[int]]:
        """The numbers of the node groups that write to each topic."""
        writers: dict[str, set[int]] = {}
        for node in self.runtime_nodes.values():
            if isinstance(node, SinkNode) and node.topic is not None:
                writers.setdefault(node.topic, set()).add(self.group_of[node.name])
        return writers

    @cached_property
    def readers_of(self) -> dict[str, set[int]]:
        """The numbers of the node groups that read each topic."""
        readers: dict[str, set[int]] = {}
        for node in self.runtime_nodes.values():
            for topic in node.topics if isinstance(node, SourceNode) else ():
                readers.setdefault(topic, set()).add(self.group_of[node.name])
        return readers

    @cached_property
    def repartitions(self) -> dict[str, Repartition]:
        """The repartition of each topic; those that were merged away hang nowhere any more."""
        nodes = self.after.in_order() if self.after is not None else ()
        return {node.topic: node for node in nodes if isinstance(node, Repartition)}

    @cached_property
    def table_topics(self) -> dict[str, GroupedTableRepartition | StreamSink]:
        """What writes each internal topic of grouped tables and foreign-key joins."""
        nodes = tuple(self.after.in_order()) if self.after is not None else ()
        grouped = {node.topic: node for node in nodes if isinstance(node, GroupedTableRepartition)}
        sinks = [node for node in nodes if isinstance(node, StreamSink) and node.part is not None]
        return {**grouped, **{sink.topic: sink for sink in sinks if sink.topic is not None}}

    @cached_property
    def copartition_groups(self) -> tuple[CopartitionGroup, ...]:
        """The topics that must have equal partition counts; a topic alone makes no group here."""
        if self.topology is None:
            return ()
        groups = copartition_groups(self.topology, self.analyzed.application_id)
        return tuple(group for group in groups if len(group.topics) > 1)

    # --- names --------------------------------------------------------------------------------------------------------

    def name(self, text: str) -> str:
        """Set a name in backticks, with a question mark if the text does not determine it."""
        return code(f"{text}?" if text in self.analyzed.unsure else text)

    def names(self, texts: Iterable[str]) -> str:
        """List names, each once."""
        return listed(self.name(text) for text in texts)

    @property
    def is_shape_unsure(self) -> bool:
        """Tell whether the text does not determine which operators there are."""
        return SHAPE in self.analyzed.unsure

    def number(self, group: int) -> str:
        """Give a sub-topology's number, with a question mark if the shape is not certain."""
        return f"{group}?" if self.is_shape_unsure else str(group)

    # --- operators and lines ------------------------------------------------------------------------------------------

    def operator(self, node: GraphNode) -> str:
        """Say which call made a plan node: the method and its line."""
        return f"{self._method(node)}{self.on_line(node.origin)}"

    def operators(self, nodes: Iterable[GraphNode]) -> str:
        """List calls, each once, in the order of the nodes."""
        return listed(self.operator(node) for node in nodes)

    def _method(self, node: GraphNode) -> str:
        if self.is_mapper_of_to_stream(node):
            return f"{code('toStream')} with a mapper"
        return code(node.operator)

    def is_mapper_of_to_stream(self, node: GraphNode) -> bool:
        """Tell whether a selectKey comes from toStream(mapper), which makes two nodes by one call."""
        plan = self.before
        if plan is None or node.operator != "selectKey" or node.origin is None:
            return False
        above = [plan.nodes[parent] for parent in plan.parents.get(node.id, ())]
        return any(
            isinstance(one, Processor) and one.operator == "toStream" and one.origin == node.origin for one in above
        )

    def on_line(self, origin: Origin | None) -> str:
        """Give ` on line 12`, with the callers if a helper method leads there, or nothing without an origin."""
        if origin is None:
            return ""
        place = self.place(origin)
        text = f" on {self._line_text(place.line)}"
        if place.callers:
            text += f" (called from {listed(self._line_text(caller) for caller in place.callers)})"
        return text

    def _line_text(self, line: Line) -> str:
        if len(self.analysis.submission.bundle.files) == 1:
            return f"line {line.line}"
        return f"line {line.line} of {code(line.file)}"

    def place(self, origin: Origin) -> Place:
        """Turn an origin into lines."""
        return Place(self._line(origin.span), tuple(self._line(caller) for caller in origin.callers))

    def places(self, origins: Iterable[Origin | None]) -> tuple[Place, ...]:
        """Turn origins into lines, each once, in the order of the text."""
        found = sorted({origin for origin in origins if origin is not None}, key=lambda one: (one.span, one.callers))
        return tuple(dict.fromkeys(self.place(origin) for origin in found))

    def _line(self, span: Span) -> Line:
        file, position = self.analysis.submission.bundle.position_of(span)
        return Line(file, position.line)

    # --- plan nodes ---------------------------------------------------------------------------------------------------

    def plan_node(self, node: NodeId) -> GraphNode | None:
        """Find a plan node by its id, in the plan after or before optimization."""
        for plan in (self.after, self.before):
            if plan is not None and node in plan.nodes:
                return plan.nodes[node]
        return None
