"""Two versions beside each other: what became of each node, store, topic and sub-topology."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from topoviz.engine.changes.deployment import Deployment
from topoviz.engine.changes.matching.match import Matched, Matching
from topoviz.engine.changes.matching.thing import Sort
from topoviz.engine.changes.side import Side, StoreFacts
from topoviz.engine.changes.sub_topologies import SubTopologyChange, sub_topology_changes
from topoviz.engine.changes.task_changes import TaskChanges, task_changes

_OF_USERS = (Sort.TOPIC, Sort.STORE, Sort.GLOBAL_STORE)


@dataclass(frozen=True, slots=True)
class StoreChange:
    """A store that is there in both versions, under whatever name."""

    old: StoreFacts
    new: StoreFacts
    match: Matched


@dataclass(frozen=True)
class Compared:
    """What the rules look at."""

    old: Side
    new: Side
    deployment: Deployment
    matching: Matching

    @cached_property
    def stores(self) -> tuple[StoreChange, ...]:
        """Give the stores of tasks that stay, in the order of the new version."""
        return tuple(
            StoreChange(self.old.stores[one.old.name], self.new.stores[one.new.name], one)
            for one in self.matching.matched
            if one.new.sort is Sort.STORE
        )

    @cached_property
    def removed_stores(self) -> tuple[StoreFacts, ...]:
        """Give the stores of tasks that the new version has under no name."""
        return tuple(self.old.stores[one.name] for one in self.matching.removed if one.sort is Sort.STORE)

    @cached_property
    def added_stores(self) -> tuple[StoreFacts, ...]:
        """Give the stores of tasks that the old version had under no name."""
        return tuple(self.new.stores[one.name] for one in self.matching.added if one.sort is Sort.STORE)

    @cached_property
    def sub_topologies(self) -> tuple[SubTopologyChange, ...]:
        """Give what became of each sub-topology."""
        return sub_topology_changes(self.old, self.new, self.matching)

    @cached_property
    def tasks(self) -> TaskChanges | None:
        """Give what becomes of tasks; None where partition counts are not known."""
        if self.deployment.counts is None:
            return None
        return task_changes(self.old, self.new, self.deployment.counts)

    @cached_property
    def kept_stores(self) -> tuple[StoreChange, ...]:
        """Give the stores that keep their name, and so their changelog and their directories."""
        return tuple(one for one in self.stores if one.old.name == one.new.name)

    @cached_property
    def moved_stores(self) -> tuple[StoreChange, ...]:
        """Give the stores that keep their name and belong to a sub-topology of another number now."""
        return tuple(one for one in self.kept_stores if one.old.sub_topologies != one.new.sub_topologies)

    @cached_property
    def repartition_topics(self) -> Mapping[str, Matched]:
        """Give the repartition topics that stay, by their old names."""
        return {one.old.name: one for one in self.matching.matched if one.old.sort is Sort.REPARTITION_TOPIC}

    @cached_property
    def is_same_text(self) -> bool:
        """Tell whether both were read from one text in one way: what it leaves open is the same on both sides."""
        old, new = self.old, self.new
        if old.bundle is None or new.bundle is None or old.behaviours.version != new.behaviours.version:
            return False
        if old.is_dump or new.is_dump or old.analyzed.optimization.rules != new.analyzed.optimization.rules:
            return False
        return [file.text for file in old.bundle.files] == [file.text for file in new.bundle.files]

    @cached_property
    def has_little_in_common(self) -> bool:
        """Tell whether no topic or store of the user's stays, and less than half of the larger side."""
        matching = self.matching
        if any(one.old.sort in _OF_USERS and one.old.name == one.new.name and not one.old.is_numbered
               for one in matching.matched):  # fmt: skip
            return False
        return 2 * len(matching.matched) < len(matching.matched) + max(len(matching.removed), len(matching.added))
