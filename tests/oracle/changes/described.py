"""Reads what the library recorded of a program: no line of this is the engine's."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from tests.oracle.recording import Record

_GROUP: Final = re.compile(r" +Sub-topology: (\d+)( for global store .+)?")
_NODE: Final = re.compile(r" +(Source|Processor|Sink): (\S+) \((?:topics?|stores|extractor class): (.*)\)")
_BELOW: Final = re.compile(r" +--> (.+)")
_STORE: Final = re.compile(r"([^ :]+): ?([^ {]*) ?(?:\{(.*)\})?")
_APPLICATION: Final = "app-"


@dataclass(frozen=True, slots=True)
class Node:
    """A node of describe(): its kind, what it reads, uses or writes, and the nodes below it."""

    name: str
    kind: str
    things: tuple[str, ...]
    below: tuple[str, ...]
    group: int
    is_global: bool


@dataclass(frozen=True, slots=True)
class Restored:
    """From which topic a store is restored, without the application's id, and the settings of that topic."""

    topic: str | None
    is_own: bool
    settings: Mapping[str, str]


@dataclass(frozen=True)
class Described:
    """One side of a pair."""

    record: Record

    @cached_property
    def nodes(self) -> tuple[Node, ...]:
        """Give the nodes."""
        found: list[Node] = []
        group, is_global = -1, False
        for line in (self.record.describe or "").splitlines():
            if heading := _GROUP.fullmatch(line):
                group, is_global = int(heading[1]), heading[2] is not None
            elif node := _NODE.fullmatch(line):
                found.append(Node(node[2], node[1], _listed(node[3]), (), group, is_global))
            elif below := _BELOW.fullmatch(line):
                names = () if below[1] == "none" else tuple(below[1].split(", "))
                last = found.pop()
                found.append(Node(last.name, last.kind, last.things, names, group, is_global))
        return tuple(found)

    @cached_property
    def repartition_topics(self) -> Mapping[str, int | None]:
        """Give topics that the library makes between sub-topologies, and the number of partitions where one is set."""
        counts = {name: int(count) for count, _, name in (one.partition(" ") for one in self._lines("partitions"))}
        return {name.removeprefix(_APPLICATION): counts.get(name) for name in self._lines("repartition source")}

    @cached_property
    def groups(self) -> Mapping[int, tuple[frozenset[str], frozenset[str]]]:
        """Give the sources and the stores of each sub-topology that has tasks."""
        sources: defaultdict[int, set[str]] = defaultdict(set)
        stores: defaultdict[int, set[str]] = defaultdict(set)
        for node in self.nodes:
            if not node.is_global:
                sources[node.group].update(node.things if node.kind == "Source" else ())
                stores[node.group].update(node.things if node.kind == "Processor" else ())
        return {group: (frozenset(sources[group]), frozenset(stores[group])) for group in {*sources, *stores}}

    @cached_property
    def read(self) -> frozenset[str]:
        """Give the topics and patterns of the user's own that are read."""
        topics = {topic for node in self.nodes if node.kind == "Source" for topic in node.things}
        return frozenset(topics) - frozenset(self.repartition_topics)

    @cached_property
    def stores(self) -> Mapping[str, Restored]:
        """Give the stores of tasks that a node uses."""
        used = frozenset().union(*(stores for _, stores in self.groups.values()))
        found: dict[str, Restored] = {}
        for line in self.record.stores[0][1] if self.record.stores else ():
            store = _STORE.fullmatch(line)
            assert store is not None, line
            settings = dict(one.split("=", 1) for one in (store[3] or "").split(", ") if one)
            topic = store[2].removeprefix(_APPLICATION) or None
            if store[1] in used:
                found[store[1]] = Restored(topic, store[2].startswith(_APPLICATION), settings)
        return found

    @cached_property
    def copartitioned(self) -> tuple[frozenset[str], ...]:
        """Give the topics of the user's own that must have equal counts."""
        groups = self.record.copartition_groups or ()
        return tuple(frozenset(one for one in names if not one.startswith(_APPLICATION)) for _, names in groups)

    @property
    def seen_by_brokers(self) -> object:
        """Give what members of a streams group send: sub-topologies with topics and their settings."""
        kept = ("source: ", "repartition source: ", "partitions: ", "changelog: ")
        topics = [
            (number, [line for line in lines if line.startswith(kept)]) for number, lines in self.record.topics or ()
        ]
        sinks = [self._lines("sink", number) & self._lines("repartition source") for number, _ in topics]
        sources = {group: topics for group, (topics, _) in self.groups.items()}
        return topics, sinks, sources, self.record.stores, {names for _, names in self.record.copartition_groups or ()}

    def _lines(self, kind: str, group: int | None = None) -> frozenset[str]:
        return frozenset(
            line.removeprefix(f"{kind}: ")
            for number, lines in self.record.topics or ()
            for line in lines
            if line.startswith(f"{kind}: ") and group in (None, number)
        )

    def shape(self, names: Mapping[str, str]) -> object:
        """Give what does not change with numbers: each path of labels from a source, as a count of trees.

        `names` are those by which some nodes are to be called.
        """
        numbers = re.compile(r"\d{10}")
        by_name = {node.name: node for node in self.nodes}
        known: dict[str, str] = {}

        def tree(name: str) -> str:
            if name not in known:
                node = by_name[name]
                things = (
                    ()
                    if node.kind == "Processor"
                    else sorted(numbers.sub("#", names.get(one, one)) for one in node.things)
                )
                label = numbers.sub("#", names.get(name, name))
                known[name] = f"{node.kind} {label} {things} {len(node.things)} {sorted(map(tree, node.below))}"
            return known[name]

        return sorted(map(tree, by_name))


def _listed(text: str) -> tuple[str, ...]:
    if text.startswith("["):
        return tuple(one for one in text[1:-1].split(", ") if one)
    return (text,)
