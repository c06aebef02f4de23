"""Topics of the user's own that the application begins to write, or writes no more."""

from __future__ import annotations

from collections.abc import Iterator

from topoviz.engine.changes.compared import Compared
from topoviz.engine.changes.finding import Finding, Level
from topoviz.engine.changes.side import Side
from topoviz.engine.explanations.wording import code
from topoviz.engine.topology.nodes import SinkNode

_REFERENCE = "RecordCollectorImpl#send"


def find_changed_outputs(compared: Compared) -> Iterator[Finding]:
    """Find topics that only one version writes to."""
    before, now = _written(compared.old), _written(compared.new)
    for topic in sorted(now - before):
        yield Finding(
            "output-added",
            Level.NOTE,
            f"The application writes to {code(topic)} now.",
            f"The topic has to be there: Kafka Streams makes its internal topics only. Records from before are not in "
            f"{code(topic)}.",
            f"Create {code(topic)} before the new version starts.",
            _REFERENCE,
            (),
            (topic,),
        )
    for topic in sorted(before - now):
        yield Finding(
            "output-removed",
            Level.NOTE,
            f"The application does not write to {code(topic)} any more.",
            f"Who reads {code(topic)} gets nothing new from it.",
            "Look who reads it before the old version stops.",
            _REFERENCE,
            (topic,),
        )


def _written(side: Side) -> frozenset[str]:
    internal = side.topology.repartition_topics
    topics = (node.topic for node in side.topology.nodes if isinstance(node, SinkNode))
    return frozenset(topic for topic in topics if topic is not None and topic not in internal)
