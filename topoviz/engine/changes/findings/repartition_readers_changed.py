"""A repartition topic that stays and is not read any more by an operator that goes on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from topoviz.engine.changes.compared import Compared
from topoviz.engine.changes.finding import Finding, Level
from topoviz.engine.changes.matching.graph import thing_of
from topoviz.engine.explanations.wording import code
from topoviz.engine.topology.nodes import SinkNode, SourceNode, Topology


def find_changed_repartition_readers(compared: Compared) -> Iterator[Finding]:
    """Find operators that read another repartition topic now, as where merged topics are divided again."""
    old, now = _Ways(compared.old.topology), _Ways(compared.new.topology)
    new_of = compared.matching.new_of
    for name in compared.old.topology.repartition_topics:
        if name not in now.topology.repartition_topics:
            continue
        readers = [reader for source in old.sources[name] for reader in old.below[source]]
        followed = [new_of[one] for one in map(old.things.__getitem__, readers) if one in new_of]
        direct = {reader for source in now.sources[name] for reader in now.below[source]}
        left = [match.new.name for match in followed if match.new.name not in direct]
        if left:
            # What works on records before they are written to the topic has worked on those in it, or need not.
            reached = _reached(now.sources[name], now.below) | _reached(now.sinks[name], now.above)
            left = [reader for reader in left if reader not in reached]
        if left:
            yield _finding(compared.deployment.topic(name), name, left)


def _finding(topic: str, name: str, left: Sequence[str]) -> Finding:
    return Finding(
        "repartition-reader-gone",
        Level.STATE_LOSS,
        f"{', '.join(map(code, left))} {'does' if len(left) == 1 else 'do'} not read the repartition topic "
        f"{code(topic)} any more.",
        "Records that were written to it and not read yet do not get there: the input that they come from is committed "
        "already.",
        f"Stop what writes to the application's input, wait until the lag of {code(topic)} is 0, and stop all "
        "instances then.",
        "InternalTopologyBuilder#addInternalTopic; KIP-295: topology.optimization",
        (name,),
        tuple(left),
    )


class _Ways:
    """The ways that records take from node to node, through topics too."""

    def __init__(self, topology: Topology) -> None:
        self.topology = topology
        self.things = {node.name: thing_of(node) for node in topology.nodes}
        self.sources: defaultdict[str, list[str]] = defaultdict(list)
        self.sinks: defaultdict[str, list[str]] = defaultdict(list)
        self.below: defaultdict[str, list[str]] = defaultdict(list)
        self.above: defaultdict[str, list[str]] = defaultdict(list)
        for node in topology.nodes:
            for one in node.predecessors:
                self._join(one, node.name)
            for topic in node.topics if isinstance(node, SourceNode) else ():
                self.sources[topic].append(node.name)
            if isinstance(node, SinkNode) and node.topic is not None:
                self.sinks[node.topic].append(node.name)
        for topic, sinks in self.sinks.items():
            for source in self.sources.get(topic, ()):
                for sink in sinks:
                    self._join(sink, source)

    def _join(self, above: str, below: str) -> None:
        self.below[above].append(below)
        self.above[below].append(above)


def _reached(start: Iterable[str], onwards: Mapping[str, Sequence[str]]) -> set[str]:
    found = set(start)
    waiting = list(found)
    while waiting:
        fresh = [name for name in onwards.get(waiting.pop(), ()) if name not in found]
        found.update(fresh)
        waiting.extend(fresh)
    return found
