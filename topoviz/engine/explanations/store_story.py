"""What is to be told of one state store, whoever brings it."""

from __future__ import annotations

from dataclasses import dataclass

from topoviz.engine.logical.nodes import GraphNode, Store


@dataclass(frozen=True, slots=True)
class Story:
    """What a store is for, and what belongs to it.

    `namer` and `unlogger` are what names it and what switches its changelog off, where the program has a say.
    """

    store: Store
    owner: GraphNode | None
    what: str
    name_origin: str
    namer: str
    unlogger: str
