"""Say what a dump tells and what it does not."""

from __future__ import annotations

from collections.abc import Iterator

from topoviz.engine.explanations.explanation import Part, PartKind
from topoviz.engine.explanations.facts import Facts


def explain_dump(facts: Facts) -> Iterator[Part]:
    """Give the part that says where the knowledge ends, for a topology read from a dump."""
    if not facts.is_dump:
        return
    yield Part(
        "dump",
        PartKind.DUMP,
        "Read from the text of Topology.describe()",
        ("Nodes, arrows, topics, state stores and sub-topologies are as the dump has them.",),
        (
            (
                "The program is not there, so why a topic or store is there cannot be known, nor what the optimizer "
                "did, which stores have changelog topics and, where nodes have names of your own, which topics must "
                "have equal partition counts."
            ),
        ),
        ("Paste the code that makes the topology to see the reasons.",),
        "TopologyDescription",
    )
