"""One of the two versions that are compared."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from topoviz.engine.changes.matching.by_call import Written
from topoviz.engine.changes.matching.graph import thing_of
from topoviz.engine.changes.store_places import as_it_lies, is_in_memory
from topoviz.engine.logical.nodes import StoreKind
from topoviz.engine.logical.store_settings import NOTHING_KNOWN, StoreSettings
from topoviz.engine.refusal import Refusal
from topoviz.engine.results import AnalyzedTopology
from topoviz.engine.source import Bundle
from topoviz.engine.topology.internal_topics import ChangelogTopic, GroupTopics, changelog_topics, topics_by_group
from topoviz.engine.topology.nodes import Topology
from topoviz.engine.versions import Behaviours


@dataclass(frozen=True, slots=True)
class StoreFacts:
    """What is known of a store; None is not known: dumps print names only.

    `changelog` is the topic that it is restored from, without the application's id; one that is not logged has none.
    A versioned store keeps old values for `history_retention` milliseconds.
    """

    name: str
    sub_topologies: frozenset[int]
    kind: StoreKind | None
    is_logged: bool | None
    is_in_memory: bool | None
    changelog: str | None
    is_restored_from_source: bool | None
    history_retention: int | None = None
    settings: StoreSettings = NOTHING_KNOWN


class NoTopology(ValueError):
    """The side has no topology: Kafka Streams refuses the program."""


@dataclass(frozen=True)
class Side:
    """A topology that was built, the behaviours of its version, and the text it was read from, if that is code.

    `number` says which topology of its analysis it is, from 0; `unread` holds the lines of which something could not be
    read, where there may be operators.
    """

    analyzed: AnalyzedTopology
    behaviours: Behaviours
    bundle: Bundle | None = None
    number: int = 0
    unread: frozenset[str] = frozenset()

    @property
    def refusal(self) -> Refusal | None:
        """Give why Kafka Streams refuses the program."""
        return self.analyzed.refusal

    @property
    def is_dump(self) -> bool:
        """Tell whether it is what describe() prints, which has names and nothing else."""
        return self.analyzed.is_dump

    @cached_property
    def topology(self) -> Topology:
        """Give the topology; raises NoTopology where the program is refused."""
        if self.analyzed.topology is None:
            raise NoTopology
        return self.analyzed.topology

    @cached_property
    def written(self) -> Written:
        """Give where each node was written."""
        if self.bundle is None or self.is_dump:
            return Written(None, {})
        origins = {thing_of(node): node.origin for node in self.topology.nodes if node.origin is not None}
        return Written(self.bundle, origins)

    @cached_property
    def group_of(self) -> Mapping[str, int]:
        """Give the sub-topology of each node by its name."""
        return {name: group.id for group in self.analyzed.groups for name in group.nodes}

    @cached_property
    def topics(self) -> tuple[GroupTopics, ...]:
        """Give what each sub-topology reads, writes and restores from."""
        return topics_by_group(self.topology, self.analyzed.groups)

    @cached_property
    def changelogs(self) -> Mapping[str, ChangelogTopic]:
        """Give the changelog of each store that has one."""
        return {one.store: one for one in changelog_topics(self.topology)}

    @cached_property
    def stores(self) -> Mapping[str, StoreFacts]:
        """Give what is known of each store of a task, in the order in which they were added."""
        return {name: self._facts(name) for name in self.topology.stores}

    def _facts(self, name: str) -> StoreFacts:
        store, changelog = self.topology.stores[name], self.changelogs.get(name)
        groups = frozenset(self.group_of[user] for user in self.topology.store_users.get(name, ()))
        topic = None if changelog is None else changelog.name
        if self.is_dump:
            return StoreFacts(name, groups, None, None, None, topic, None)
        is_from_source = changelog is not None and changelog.is_source
        in_memory = is_in_memory(store, self.analyzed.settings)
        return StoreFacts(
            name,
            groups,
            store.kind,
            changelog is not None,
            in_memory,
            topic,
            is_from_source,
            store.history_retention,
            as_it_lies(store, self.analyzed.settings, self.behaviours, in_memory=in_memory),
        )
