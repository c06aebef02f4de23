"""Find the traces that lost parts of a dump leave in what is there.

Kafka Streams counts sub-topologies from 0 without a gap, and whatever one of them writes to a repartition topic,
another one reads.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from topoviz.engine.source import Span
from topoviz.engine.syntax.describe_text.blocks import Block, Dump, Group
from topoviz.engine.syntax.describe_text.findings import WHOLE, Findings, shown

_REPARTITION_TOPIC: Final = re.compile(
    r".+-repartition"
    r"|(?:.+-)?KTABLE-FK-JOIN-SUBSCRIPTION-(?:REGISTRATION|RESPONSE)-\d{10}-topic"
    r"|.+-subscription-(?:registration|response)-topic",
    re.DOTALL,
)


def find_losses(dump: Dump, groups: Sequence[Group], findings: Findings) -> None:
    """Say which sub-topologies are missing by their numbers, and which repartition topics have one side only."""
    if not dump.has_other_globals:
        _find_gaps(groups, findings)
    blocks = [block for group in groups for block in group.blocks]
    written = {block.node.topic for block in blocks if block.node.topic is not None}
    read = {topic for block in blocks for topic in block.node.topics}
    for block in blocks:
        for topic, other, verb in _ends(block):
            if topic not in (read if other == "reads" else written):
                findings.unsure(
                    "one-sided-topic",
                    f"{shown(block.node.name)} {verb} the repartition topic {shown(topic)}, and no node of the dump "
                    f"{other} it.",
                    "The sub-topology at its other side is missing.",
                    block.span,
                    WHOLE,
                )


def say_empty(span: Span, findings: Findings) -> None:
    """Say that nothing stands below the first line of a dump."""
    findings.unsure(
        "empty-dump",
        "No line that describe() prints stands below this one.",
        "If the application has nodes, they are missing.",
        span,
        WHOLE,
    )


def _find_gaps(groups: Sequence[Group], findings: Findings) -> None:
    expected = 0
    for group in sorted(groups, key=lambda group: group.id or 0):
        assert group.id is not None
        if group.id > expected:
            missing = f"sub-topology {expected}" if group.id == expected + 1 else f"{expected} to {group.id - 1}"
            findings.unsure(
                "lost-sub-topology",
                f"Kafka Streams counts sub-topologies from 0 without a gap, and the dump has no {missing}."
                if group.id == expected + 1
                else f"Kafka Streams counts sub-topologies from 0 without a gap, and the dump has none of {missing}.",
                "What is missing is not shown, nor what connects it with the others.",
                group.span,
                WHOLE,
            )
        expected = group.id + 1


def _ends(block: Block) -> Iterable[tuple[str, str, str]]:
    """Give the repartition topics of a node: what is to be done at the other side, and what it does itself."""
    node = block.node
    if node.topic is not None and _REPARTITION_TOPIC.fullmatch(node.topic):
        yield node.topic, "reads", "writes to"
    for topic in node.topics:
        if _REPARTITION_TOPIC.fullmatch(topic):
            yield topic, "writes to", "reads"
