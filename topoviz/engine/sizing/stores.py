"""The stores of one task of each sub-topology, by what they are made of.

Kafka: RocksDBStore; AbstractSegments#cleanupExpiredSegments; Stores#persistentWindowStore; RocksDBVersionedStore.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from topoviz.engine.logical.nodes import Store, StoreKind
from topoviz.engine.sizing.configuration import Configuration
from topoviz.engine.topology.node_groups import NodeGroup
from topoviz.engine.topology.nodes import Topology

SEGMENTS: Final = 3
"""Databases of a windowed store at a time: a segment spans half the retention, so that two and the newest are live."""


@dataclass(frozen=True, slots=True)
class StoreCounts:
    """Stores with one database each, with one for each segment, in memory, and of which nobody knows."""

    single: int = 0
    segmented: int = 0
    in_memory: int = 0
    unknown: int = 0

    def __add__(self, other: StoreCounts) -> StoreCounts:
        """Put the stores of different tasks together."""
        return StoreCounts(
            self.single + other.single,
            self.segmented + other.segmented,
            self.in_memory + other.in_memory,
            self.unknown + other.unknown,
        )

    @property
    def all(self) -> int:
        """Count all stores."""
        return self.single + self.segmented + self.in_memory + self.unknown

    @property
    def databases(self) -> int:
        """Count the databases of RocksDB that are open at a time."""
        return self.single + SEGMENTS * self.segmented


def stores_of_tasks(
    topology: Topology, groups: Sequence[NodeGroup], configuration: Configuration
) -> dict[int, StoreCounts]:
    """Count the stores that one task of each sub-topology opens."""
    group_of = {name: group.id for group in groups for name in group.nodes}
    found: dict[int, StoreCounts] = {}
    for name, users in topology.store_users.items():
        for group in {group_of[user] for user in users if user in group_of}:
            if name in topology.stores:
                found[group] = found.get(group, StoreCounts()) + _count(topology.stores[name], configuration)
    return found


def global_stores(stores: Mapping[str, Store], configuration: Configuration) -> StoreCounts:
    """Count the stores that each instance has once."""
    return _total(_count(store, configuration) for store in stores.values())


def _total(counts: Iterable[StoreCounts]) -> StoreCounts:
    total = StoreCounts()
    for one in counts:
        total += one
    return total


def _count(store: Store, configuration: Configuration) -> StoreCounts:
    match store.kind, _is_in_memory(store, configuration):
        case _, True:
            return StoreCounts(in_memory=1)
        case StoreKind.VERSIONED, _:
            return StoreCounts(single=1)
        case StoreKind.WINDOW | StoreKind.SESSION, False:
            return StoreCounts(segmented=1)
        case StoreKind.KEY_VALUE, False:
            return StoreCounts(single=1)
        case _:
            return StoreCounts(unknown=1)


def _is_in_memory(store: Store, configuration: Configuration) -> bool | None:
    """Tell where a store lies; the DSL's default is for stores that come without a supplier, which a dump hides."""
    if store.is_in_memory is not None or store.kind in (StoreKind.VERSIONED, StoreKind.OTHER):
        return store.is_in_memory
    return _default(configuration)


def _default(configuration: Configuration) -> bool | None:
    """Tell whether the DSL keeps its stores in memory; None where a class of the user's own decides."""
    supplier = configuration.text("dsl.store.suppliers.class").lower()
    if supplier:
        return True if "inmemory" in supplier else False if "rocksdb" in supplier else None
    return configuration.text("default.dsl.store") == "in_memory"
