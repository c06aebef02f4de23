"""Topology#describe(): what it says and, to the byte, how it prints it.

Kafka: InternalTopologyBuilder#describe and its TopologyDescription. The order of nodes and arrows follows from sizes
(how many paths start at a node) that Kafka Streams counts while it connects the nodes in hash order; it sorts nodes
into trees while those counts still grow. `_Sizes` gives the counts of each moment without walking the paths.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from topoviz.engine.description import DescribedGroup, DescribedNode, Description
from topoviz.engine.java_order.hash_sets import copied_order, filled_order
from topoviz.engine.java_order.strings import compare_strings, utf16_key, wrap_int
from topoviz.engine.java_order.tree_set import TreeSet
from topoviz.engine.refusal import Refusal, Refused, Why
from topoviz.engine.topology.node_groups import NodeGroup, find_node_groups
from topoviz.engine.topology.nodes import ProcessorNode, SinkNode, SourceNode, Topology, TopologyNode
from topoviz.engine.versions import Behaviours


def describe(topology: Topology, behaviours: Behaviours) -> Description:
    """Describe a topology as Kafka Streams of this version does."""
    nodes = {node.name: node for node in topology.nodes}
    groups = find_node_groups(topology, behaviours)
    local = [_describe_group(group, nodes, behaviours) for group in groups if not group.is_global]
    global_ = [_describe_global_store(group, nodes) for group in groups if group.is_global]
    return Description(tuple(_interleave(local, global_)))


@dataclass(frozen=True, slots=True)
class TextLine:
    """A piece of the printed text, line end included, and the node or sub-topology that it speaks of."""

    text: str
    group_id: int | None = None
    node: str | None = None


def to_text(description: Description, unsure: Mapping[str, str] | None = None) -> str:
    """Print a description exactly as TopologyDescription#toString does.

    Names in `unsure` get a question mark behind them, which no name in Kafka can contain.
    """
    return "".join(line.text for line in text_lines(description, unsure))


def text_lines(description: Description, unsure: Mapping[str, str] | None = None) -> tuple[TextLine, ...]:
    """Print a description line by line; the text ends with a space after `Topologies:` when there is nothing else."""
    marks = unsure or {}

    def name(text: str) -> str:
        return f"{text}?" if text in marks else text

    def names(texts: Sequence[str]) -> str:
        return ", ".join(map(name, texts)) if texts else "none"

    lines = [TextLine("Topologies:\n")]
    indent = "   "  # the heading ends in a line break and a space, which the first group's two follow
    for group in description.groups:
        number = f"{group.id}?" if SHAPE in marks else str(group.id)
        what = " for global store (will not generate tasks)" if group.is_global else ""
        lines.append(TextLine(f"{indent}Sub-topology: {number}{what}\n", group.id))
        indent = "  "
        for node in group.nodes:
            texts = [f"    {node.kind}: {name(node.name)} ({_inside(node, name)})\n"]
            if node.kind != "Sink":
                texts.append(f"      --> {names(node.successors)}\n")
            if node.kind != "Source":
                texts.append(f"      <-- {names(node.predecessors)}\n")
            lines.extend(TextLine(text, group.id, node.name) for text in texts)
        if not group.is_global:
            lines.append(TextLine("\n", group.id))
    return tuple(lines) if description.groups else (*lines, TextLine(" "))


SHAPE: Final = ""
"""The key of `unsure` that stands for the shape itself: which groups there are and how they are numbered."""


def _inside(node: DescribedNode, name: Callable[[str], str]) -> str:
    match node.kind:
        case "Source" if node.pattern is not None:
            return f"topics: {name(node.pattern)}"
        case "Source":
            return f"topics: [{', '.join(map(name, node.topics))}]"
        case "Processor":
            return f"stores: [{', '.join(map(name, node.stores))}]"
        case _ if node.topic is not None:
            return f"topic: {name(node.topic)}"
        case _:
            return f"extractor class: {node.extractor}"


def _describe_group(group: NodeGroup, nodes: Mapping[str, TopologyNode], behaviours: Behaviours) -> DescribedGroup:
    arrows = _connect(group, nodes)
    described = [_describe_node(nodes[name], arrows, behaviours) for name in arrows.sorted_names()]
    return DescribedGroup(group.id, is_global=False, nodes=tuple(described))


def _describe_node(node: TopologyNode, arrows: _Arrows, behaviours: Behaviours) -> DescribedNode:
    successors, predecessors = arrows.below(node.name), arrows.above(node.name)
    match node:
        case SourceNode():
            topics = tuple(copied_order(node.topics, behaviours.jdk))
            return DescribedNode("Source", node.name, topics, node.pattern, successors=successors)
        case SinkNode():
            return DescribedNode(
                "Sink", node.name, topic=node.topic, extractor=node.extractor, predecessors=predecessors
            )
        case ProcessorNode():
            stores = tuple(copied_order(filled_order(node.stores), behaviours.jdk))
            return DescribedNode(
                "Processor", node.name, stores=stores, successors=successors, predecessors=predecessors
            )
        case _:
            raise TypeError(f"no runtime node: {type(node).__name__}")


def _describe_global_store(group: NodeGroup, nodes: Mapping[str, TopologyNode]) -> DescribedGroup:
    source = next(nodes[name] for name in group.nodes if isinstance(nodes[name], SourceNode))
    processor = next(nodes[name] for name in group.nodes if isinstance(nodes[name], ProcessorNode))
    assert isinstance(source, SourceNode)
    assert isinstance(processor, ProcessorNode)
    return DescribedGroup(
        group.id,
        is_global=True,
        nodes=(
            DescribedNode("Source", source.name, source.topics, successors=(processor.name,)),
            DescribedNode("Processor", processor.name, stores=processor.stores, predecessors=(source.name,)),
        ),
    )


def _interleave(local: list[DescribedGroup], global_: list[DescribedGroup]) -> list[DescribedGroup]:
    """Put global stores between sub-topologies as Kafka Streams does: by number, as long as both kinds are left."""
    printed: list[DescribedGroup] = []
    expected = 0
    while local and global_:
        printed.append(local.pop(0) if local[0].id == expected else global_.pop(0))
        expected += 1
    return [*printed, *local, *global_]


# --- the order of nodes and arrows ------------------------------------------------------------------------------------


@dataclass
class _Arrows:
    """The nodes of a group while they are being connected."""

    sizes: _Sizes | _WalkedSizes
    successors: dict[str, TreeSet[str]] = field(default_factory=dict)
    predecessors: dict[str, TreeSet[str]] = field(default_factory=dict)

    def compare(self, left: str, right: str) -> int:
        """Larger size first, then by name; sizes are those of this moment."""
        if left == right:
            return 0
        difference = self.sizes.compare(right, left)
        return difference or compare_strings(left, right)

    def connect(self, above: str, below: str) -> None:
        """Draw one arrow, in the steps and with the sizes of Kafka Streams."""
        self.predecessors.setdefault(below, TreeSet(self.compare)).add(above)
        self.successors.setdefault(above, TreeSet(self.compare)).add(below)
        self.sizes.connect(above, below)

    def below(self, name: str) -> tuple[str, ...]:
        return tuple(self.successors[name].items()) if name in self.successors else ()

    def above(self, name: str) -> tuple[str, ...]:
        return tuple(self.predecessors[name].items()) if name in self.predecessors else ()

    def sorted_names(self) -> list[str]:
        """All nodes of the group: by final size, then by name."""
        final = self.sizes.final
        names = sorted(final, key=utf16_key)
        return sorted(names, key=lambda name: -wrap_int(final[name]))


def _connect(group: NodeGroup, nodes: Mapping[str, TopologyNode]) -> _Arrows:
    names = filled_order(group.nodes)
    _refuse_sinks_above(group, nodes)
    edges = [(above, name) for name in names for above in nodes[name].predecessors]
    has_doubles = any(len(set(nodes[name].predecessors)) < len(nodes[name].predecessors) for name in names)
    arrows = _Arrows(_WalkedSizes.of(names) if has_doubles else _Sizes.of(names, edges))
    for above, below in edges:
        arrows.connect(above, below)
    return arrows


def _refuse_sinks_above(group: NodeGroup, nodes: Mapping[str, TopologyNode]) -> None:
    """Raise Refused, as describing does, for a processor below a sink, which nothing has refused until then."""
    for name in group.nodes:
        if any(isinstance(nodes[above], SinkNode) for above in nodes[name].predecessors):
            words = "Sinks don't have successors."
            refusal = Refusal(Why.PROCESSOR_BELOW_SINK, "UnsupportedOperationException", words, name)
            raise Refused(refusal, nodes[name].origin)


@dataclass
class _Sizes:
    """How many paths start at each node, now and in the end.

    Kafka Streams keeps every count up to date by walking up all paths at every arrow. Since a count is 1 plus the
    counts below, the count of a moment can be reckoned when a comparison asks for it: by opening both sides level by
    level until the smaller is exhausted, which costs what the smaller side costs; or, for sides that are both large,
    by adding up each node once.
    """

    final: dict[str, int]
    overflows: bool
    now: dict[str, list[str]] = field(default_factory=dict)

    @classmethod
    def of(cls, names: Sequence[str], edges: Sequence[tuple[str, str]]) -> _Sizes:
        """Reckon the final sizes; `now` starts without arrows."""
        below: dict[str, list[str]] = {name: [] for name in names}
        for above, name in edges:
            below[above].append(name)
        final = _count_paths(names, below)
        return cls(final, any(size > 0x7FFFFFFF for size in final.values()), {name: [] for name in names})

    def connect(self, above: str, below: str) -> None:
        """Take note of an arrow."""
        self.now[above].append(below)

    def compare(self, left: str, right: str) -> int:
        """Compare two sizes of this moment: negative, zero or positive, as Java's `left - right` is."""
        if not self.overflows:
            bounded = self._compare_by_opening(left, right)
            if bounded is not None:
                return bounded
        counts = self._count_now((left, right))
        return wrap_int(wrap_int(counts[left]) - wrap_int(counts[right]))

    def _compare_by_opening(self, left: str, right: str, limit: int = 200) -> int | None:
        left_open, right_open = [left], [right]
        for _ in range(limit):
            if not left_open or not right_open:
                return len(left_open) - len(right_open)
            left_open.extend(self.now[left_open.pop()])
            right_open.extend(self.now[right_open.pop()])
        return None

    def _count_now(self, starts: tuple[str, ...]) -> dict[str, int]:
        return _count_paths(starts, self.now)


@dataclass
class _WalkedSizes:
    """The same counts for a group in which a node names a predecessor twice: kept up to date at every arrow.

    Kafka Streams adds such a node's size twice when the arrows are drawn, but what it grows by later only once; so a
    size is no longer a number of paths.
    """

    final: dict[str, int]
    above: dict[str, dict[str, None]] = field(default_factory=dict)

    @classmethod
    def of(cls, names: Sequence[str]) -> _WalkedSizes:
        """Start with one for every node and no arrows."""
        return cls(dict.fromkeys(names, 1), {name: {} for name in names})

    def connect(self, above: str, below: str) -> None:
        """Add the size below to everything above, once for each way up."""
        self.above[below][above] = None
        size = self.final[below]
        for name, ways in _count_ways_up(above, self.above).items():
            self.final[name] += ways * size

    def compare(self, left: str, right: str) -> int:
        """Compare two sizes of this moment as Java's `left - right` does."""
        return wrap_int(wrap_int(self.final[left]) - wrap_int(self.final[right]))


def _count_ways_up(start: str, above: Mapping[str, Mapping[str, None]]) -> dict[str, int]:
    """Count the ways from a node to each node above it, itself included, each node handled once."""
    order = list(_count_paths((start,), {name: tuple(parents) for name, parents in above.items()}))
    ways = dict.fromkeys(order, 0)
    ways[start] = 1
    for name in reversed(order):  # the start first: every node comes after all that lead up to it
        for parent in above[name]:
            ways[parent] += ways[name]
    return ways


def _count_paths(starts: Sequence[str], below: Mapping[str, Sequence[str]]) -> dict[str, int]:
    """Count the paths that start at each node reachable from the starts, each node once."""
    counts: dict[str, int] = {}
    stack = [(name, False) for name in starts]
    while stack:
        name, opened = stack.pop()
        if name in counts:
            continue
        if opened:
            counts[name] = 1 + sum(counts[child] for child in below[name])
        else:
            stack.append((name, True))
            stack.extend((child, False) for child in below[name] if child not in counts)
    return counts
