"""A logical plan as an indented tree, the way people draw it.

One node a line, `NAME (NodeType)`, four spaces a level, children in order. A node reached a second time is named and
marked with `^`; what hangs below it stands where it came first.
"""

from __future__ import annotations

from topoviz.engine.logical.node_class import node_class
from topoviz.engine.logical.plan import ROOT, LogicalPlan
from topoviz.engine.versions import Behaviours


def plan_to_text(plan: LogicalPlan, behaviours: Behaviours) -> str:
    """Print a plan from its root; node types are the names of Kafka Streams' classes at this version."""
    lines = ["root\n"]
    seen = {ROOT}
    stack = [(child, 1) for child in reversed(plan.children[ROOT])]
    while stack:
        current, depth = stack.pop()
        node = plan.nodes[current]
        kind = node_class(node, behaviours)
        mark = "?" if node.name in plan.unsure else ""
        again = " ^" if current in seen else ""
        lines.append(f"{'    ' * depth}{node.name}{mark} ({kind}){again}\n")
        if current not in seen:
            seen.add(current)
            stack.extend((child, depth + 1) for child in reversed(plan.children[current]))
    return "".join(lines)
