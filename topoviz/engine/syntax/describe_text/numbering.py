"""Give numbers to the sub-topologies whose headings were lost."""

from __future__ import annotations

from collections.abc import Sequence

from topoviz.engine.syntax.describe_text.blocks import Group
from topoviz.engine.syntax.describe_text.findings import WHOLE, Findings


def numbered(groups: Sequence[Group], findings: Findings) -> list[Group]:
    """Give a number to nodes that stand under no heading, and say so."""
    taken = {group.id for group in groups if group.id is not None}
    for place, group in enumerate(groups):
        if group.id is not None:
            continue
        following = next((later.id for later in groups[place:] if later.id is not None), None)
        # Sub-topologies are printed in ascending order, so a lost heading most likely had the number before the next.
        if following is not None and following > 0 and following - 1 not in taken:
            group.id = following - 1
        else:
            group.id = max(taken, default=-1) + 1
        taken.add(group.id)
        findings.unsure(
            "no-heading",
            "No readable line with the number of the sub-topology stands before these nodes.",
            f"They are shown as sub-topology {group.id}.",
            group.span,
            WHOLE,
        )
    return list(groups)
