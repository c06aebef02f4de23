"""The nodes and sub-topologies of a dump while they are being read, and what they are when all is read."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from topoviz.engine.description import DescribedGroup, DescribedNode
from topoviz.engine.source import Span


@dataclass(slots=True)
class Block:
    """A node in the making. Names come with the span of their line; None until a line with arrows was seen."""

    node: DescribedNode
    span: Span
    below: dict[str, Span] | None = None
    above: dict[str, Span] | None = None

    def add(self, names: Iterable[str], span: Span, *, is_down: bool) -> None:
        """Add the names behind an arrow; some texts give each name a line of its own."""
        known = (self.below if is_down else self.above) or {}
        for name in names:
            known.setdefault(name, span)
        if is_down:
            self.below = known
        else:
            self.above = known


@dataclass(slots=True)
class Group:
    """A sub-topology in the making; its number is None when no readable heading stood before its nodes."""

    id: int | None
    is_global: bool
    span: Span
    blocks: list[Block] = field(default_factory=list)


@dataclass(slots=True)
class Dump:
    """One dump in the making.

    `headers` are the places of its first lines, `name` is what ksqlDB calls a topology, and `lines` are those that are
    no literals of a program.
    """

    headers: list[Span] = field(default_factory=list)
    name: str = ""
    groups: list[Group] = field(default_factory=list)
    names: set[str] = field(default_factory=set)
    ids: set[int] = field(default_factory=set)
    has_other_globals: bool = False
    lines: list[Span] = field(default_factory=list)

    @property
    def span(self) -> Span:
        """Where it begins."""
        return self.headers[0] if self.headers else self.groups[0].span


def describe(group: Group) -> DescribedGroup:
    assert group.id is not None
    return DescribedGroup(group.id, group.is_global, tuple(_described(block) for block in group.blocks))


def _described(block: Block) -> DescribedNode:
    node = block.node
    return DescribedNode(
        node.kind,
        node.name,
        node.topics,
        node.pattern,
        node.stores,
        node.topic,
        node.extractor,
        successors=tuple(block.below or ()),
        predecessors=tuple(block.above or ()),
    )
