"""A repartition topic that stays and is not read any more by an operator that goes on."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from topoviz.engine.changes.compared import Compared
from topoviz.engine.changes.finding import Finding, Level
from topoviz.engine.changes.matching.graph import thing_of
from topoviz.engine.explanations.wording import code
from topoviz.engine.topology.nodes import SinkNode, SourceNode, Topology


def find_changed_repartition_readers(compared: Compared) -> Iterator[Finding]:
    """Find operators that read another repartition topic now, as where merged topics are divided again."""
    now = compared.new.topology
    new_of = compared.matching.new_of
    for name in compared.old.topology.repartition_topics:
        if name not in now.repartition_topics:
            continue
        fed, sources = _below(now, name), _readers(compared.old.topology, name)
        readers = [node for node in compared.old.topology.nodes if sources & {*node.predecessors}]
        left = [new_of[thing_of(node)].new.name for node in readers if thing_of(node) in new_of]
        # What works on records before they are written to the topic has worked on those in it, or need not.
        still = fed | _above(now, name)
        left = [reader for reader in left if reader not in still]
        if not left:
            continue
        topic = compared.deployment.topic(name)
        yield Finding(
            "repartition-reader-gone",
            Level.STATE_LOSS,
            f"{', '.join(map(code, left))} {'does' if len(left) == 1 else 'do'} not read the repartition topic "
            f"{code(topic)} any more.",
            "Records that were written to it and not read yet do not get there: the input that they come from is "
            "committed already.",
            f"Stop what writes to the application's input, wait until the lag of {code(topic)} is 0, and stop all "
            "instances then.",
            "InternalTopologyBuilder#addInternalTopic; KIP-295: topology.optimization",
            (name,),
            tuple(left),
        )


def _readers(topology: Topology, topic: str) -> set[str]:
    return {node.name for node in topology.nodes if isinstance(node, SourceNode) and topic in node.topics}


def _below(topology: Topology, topic: str) -> set[str]:
    """Give the nodes that get the records of a topic, through other repartition topics too."""
    below: defaultdict[str, list[str]] = defaultdict(list)
    for node in topology.nodes:
        for above in node.predecessors:
            below[above].append(node.name)
        if isinstance(node, SinkNode) and node.topic is not None and node.topic in topology.repartition_topics:
            below[node.name].extend(_readers(topology, node.topic))
    return _reached(_readers(topology, topic), below)


def _above(topology: Topology, topic: str) -> set[str]:
    """Give the nodes whose records get to a topic, through other repartition topics too."""
    sinks = [node for node in topology.nodes if isinstance(node, SinkNode)]
    above: dict[str, list[str]] = {}
    for node in topology.nodes:
        read = node.topics if isinstance(node, SourceNode) else ()
        writers = [sink.name for sink in sinks if sink.topic in read and sink.topic in topology.repartition_topics]
        above[node.name] = [*node.predecessors, *writers]
    return _reached({sink.name for sink in sinks if sink.topic == topic}, above)


def _reached(start: set[str], onwards: Mapping[str, Sequence[str]]) -> set[str]:
    found, waiting = set(start), list(start)
    while waiting:
        fresh = [name for name in onwards.get(waiting.pop(), ()) if name not in found]
        found.update(fresh)
        waiting.extend(fresh)
    return found
