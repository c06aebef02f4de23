"""Calls on a Topology, as values: noted while a program is followed, made when its topology is put together.

Kafka: Topology, which forwards each of them to InternalTopologyBuilder at once.
"""

from __future__ import annotations

from dataclasses import dataclass

from topoviz.engine.logical.nodes import Store
from topoviz.engine.source import Origin


@dataclass(frozen=True, slots=True)
class AddSource:
    """addSource, for topics or for a pattern."""

    origin: Origin
    name: str
    topics: tuple[str, ...] = ()
    pattern: str | None = None
    reset: str | None = None


@dataclass(frozen=True, slots=True)
class AddProcessor:
    """addProcessor, below its parents, with the stores that its supplier brings."""

    origin: Origin
    name: str
    parents: tuple[str, ...] = ()
    stores: tuple[Store, ...] = ()


@dataclass(frozen=True, slots=True)
class AddSink:
    """addSink, with a topic or an extractor."""

    origin: Origin
    name: str
    topic: str | None = None
    extractor: str = ""
    parents: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AddStore:
    """addStateStore, connected to processors at once."""

    origin: Origin
    store: Store
    processors: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ConnectStores:
    """connectProcessorAndStateStores."""

    origin: Origin
    processor: str
    stores: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class AddGlobalStore:
    """addGlobalStore: a source, the processor that fills the store, and the store."""

    origin: Origin
    store: Store
    source: str
    topic: str
    processor: str


@dataclass(frozen=True, slots=True)
class AddReadOnlyStore:
    """addReadOnlyStateStore: a store that a processor fills from a topic, which serves as its changelog (KIP-813)."""

    origin: Origin
    store: Store
    source: str
    topic: str
    processor: str


TopologyCall = AddSource | AddProcessor | AddSink | AddStore | ConnectStores | AddGlobalStore | AddReadOnlyStore


def names_made(call: TopologyCall) -> tuple[str, ...]:
    """Name the nodes and stores that a call adds."""
    match call:
        case AddSource(name=name) | AddProcessor(name=name) | AddSink(name=name):
            return (name,)
        case AddStore(store=store):
            return (store.name,)
        case AddGlobalStore(store=store) | AddReadOnlyStore(store=store):
            return (call.source, call.processor, store.name)
        case ConnectStores():
            return ()
