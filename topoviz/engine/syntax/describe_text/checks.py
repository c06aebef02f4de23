"""Hold the lines of a dump against each other: arrows with two ends, nodes that connect.

A store may be used in two sub-topologies: one store builder that is added twice makes it so (from 2.6 on).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from topoviz.engine.syntax.describe_text.blocks import Block, Group
from topoviz.engine.syntax.describe_text.findings import WHOLE, Findings, shown


@dataclass(frozen=True, slots=True)
class _Dump:
    """Blocks and groups by the names of nodes, and names reported as missing."""

    blocks: dict[str, Block]
    groups: dict[str, Group]
    missing: set[str] = field(default_factory=set)


def check(groups: Sequence[Group], findings: Findings) -> None:
    """Hold the lines of the dump against each other."""
    dump = _Dump(
        {block.node.name: block for group in groups for block in group.blocks},
        {block.node.name: group for group in groups for block in group.blocks},
    )
    for group in groups:
        if not group.blocks:
            findings.unsure(
                "empty-group",
                f"No node of sub-topology {group.id} is described.",
                "It is shown without nodes.",
                group.span,
                WHOLE,
            )
        is_whole = True
        for block in group.blocks:
            is_whole &= _check_lines(block, findings)
            is_whole &= _check_arrows(block, group, dump, findings)
        if is_whole and _falls_apart(group):
            findings.unsure(
                "falls-apart",
                f"The nodes of sub-topology {group.id} are not all connected by arrows or state stores.",
                "They may belong to several sub-topologies between which a heading is missing.",
                group.span,
                WHOLE,
            )
    if "none" in dump.blocks:
        findings.unsure(
            "node-called-none",
            "A node has the name none, which describe() also prints where there is no node.",
            "Arrows to and from that node are not shown.",
            dump.blocks["none"].span,
        )


def _check_lines(block: Block, findings: Findings) -> bool:
    """Report a block without its arrows."""
    lines = [
        arrow
        for arrow, names, kind in (("-->", block.below, "Sink"), ("<--", block.above, "Source"))
        if names is None and block.node.kind != kind
    ]
    if not lines:
        return True
    findings.unsure(
        "missing-arrows",
        f"The block of {shown(block.node.name)} has no line with {' and none with '.join(lines)}.",
        "Edges of the topology may be missing.",
        block.span,
        WHOLE,
    )
    return False


def _check_arrows(block: Block, group: Group, dump: _Dump, findings: Findings) -> bool:
    """Report names that no block describes, and arrows that the other end does not have."""
    name = block.node.name
    is_whole = True
    for names, is_down in ((block.below, True), (block.above, False)):
        for other, span in (names or {}).items():
            if other not in dump.groups:
                is_whole = False
                if other not in dump.missing:
                    dump.missing.add(other)
                    findings.unsure(
                        "missing-node",
                        f"{shown(other)} is named by an arrow but the dump does not describe it; "
                        "the dump may be cut off.",
                        "The node and what comes after it are missing.",
                        span,
                        WHOLE,
                    )
            elif dump.groups[other] is not group:
                is_whole = False
                findings.unsure(
                    "arrow-to-other-group",
                    f"The arrow between {shown(name)} and {shown(other)} leads to another sub-topology.",
                    "The arrow makes no edge: nodes that are connected belong to one sub-topology.",
                    span,
                    WHOLE,
                )
            elif not _answers(dump.blocks[other], name, is_down=is_down):
                way, back = ("to", "from") if is_down else ("from", "to")
                findings.unsure(
                    "one-sided-arrow",
                    f"{shown(name)} has an arrow {way} {shown(other)}, which has none {back} it.",
                    "The edge is shown; one of the two blocks was changed or belongs to another dump.",
                    span,
                    WHOLE,
                )
    return is_whole


def _answers(block: Block, name: str, *, is_down: bool) -> bool:
    """Tell whether the other end has the arrow too; a line that is missing was reported before."""
    names = block.above if is_down else block.below
    if names is None:
        return block.node.kind != ("Source" if is_down else "Sink")
    return name in names


def _falls_apart(group: Group) -> bool:
    """Tell whether arrows and stores leave nodes of a group without connection."""
    neighbours: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for block in group.blocks:
        this = ("node", block.node.name)
        others = [("node", name) for name in (*(block.below or ()), *(block.above or ()))]
        neighbours.setdefault(this, [])
        for other in (*others, *(("store", store) for store in block.node.stores)):
            neighbours[this].append(other)
            neighbours.setdefault(other, []).append(this)
    seen: set[tuple[str, str]] = set()
    waiting = [("node", block.node.name) for block in group.blocks[:1]]
    while waiting:
        place = waiting.pop()
        if place not in seen:
            seen.add(place)
            waiting.extend(neighbours[place])
    return len(seen) < len(neighbours)
