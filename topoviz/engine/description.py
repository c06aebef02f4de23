"""What Topology#describe() says, as values: made from a topology, or read from a dump."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DescribedNode:
    """One node as describe() prints it: its kind, name, what stands in parentheses, and its arrows in order."""

    kind: str
    name: str
    topics: tuple[str, ...] = ()
    pattern: str | None = None
    stores: tuple[str, ...] = ()
    topic: str | None = None
    extractor: str = ""
    successors: tuple[str, ...] = ()
    predecessors: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DescribedGroup:
    """A sub-topology, or a global store with its two nodes."""

    id: int
    is_global: bool
    nodes: tuple[DescribedNode, ...]


@dataclass(frozen=True, slots=True)
class Description:
    """All groups in the order in which they are printed."""

    groups: tuple[DescribedGroup, ...]
