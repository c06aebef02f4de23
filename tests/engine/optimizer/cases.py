"""The titled cases of optimizer rules, and what a rule makes of each.

A case is a Java fragment, a line `----`, and what the rule does: the plan after it or `unchanged`, `~` for a node whose
inside changed, `!` for what the rule says, `-` for a topic that disappears. `python -m tests.engine.optimizer.cases`
writes what the rules now do into the files; the diff is what gets reviewed.
"""

import re
from dataclasses import dataclass, fields
from pathlib import Path

from tests.engine.analyzing import NEW, analysis_of
from topoviz.engine.logical.nodes import GraphNode
from topoviz.engine.logical.plan import LogicalPlan
from topoviz.engine.logical.tree_text import plan_to_text
from topoviz.engine.optimizer.optimizer import RULES
from topoviz.engine.optimizer.rule import Firing, Rule

FOLDER = Path(__file__).parents[2] / "fixtures" / "optimizer"

_TITLE = re.compile(r"^# title: ", re.MULTILINE)
_VERSION = re.compile(r"# version: (\S+)\n")


@dataclass(frozen=True, slots=True)
class Case:
    """One example program of a rule; `expected` is what the rule does with it."""

    rule: Rule
    title: str
    version: str
    program: str
    expected: str


def fixture_of(rule: Rule) -> Path:
    """Where the cases of a rule lie."""
    return FOLDER / f"{rule.name}.txt"


def cases_of(rule: Rule) -> list[Case]:
    """Read the cases of a rule."""
    _, *blocks = _TITLE.split(fixture_of(rule).read_text(encoding="utf-8"))
    return [_read_case(rule, block) for block in blocks]


def what_it_does(case: Case) -> str:
    """Run the rule on the case as Kafka Streams would with all rules switched on, after those before it."""
    analysis = analysis_of(case.program, version=case.version, optimize="all")
    (topology,) = analysis.topologies
    optimized = topology.optimized
    assert optimized is not None, topology.refusal
    assert not topology.unsure, topology.unsure
    before = optimized.before
    for step in optimized.passes:
        if step.rule is case.rule:
            tree_before = plan_to_text(before, analysis.behaviours)
            tree = plan_to_text(step.plan, analysis.behaviours)
            lines = "unchanged\n" if tree == tree_before else tree
            return lines + _changed_nodes(before, step.plan) + "".join(map(_told, step.firings))
        before = step.plan
    return "does not run\n" if optimized.refusal is None else f"refused: {optimized.refusal}\n"


def _read_case(rule: Rule, block: str) -> Case:
    heading, expected = block.split("----\n")
    title, _, program = heading.partition("\n")
    version = _VERSION.match(program)
    return Case(rule, title, version[1] if version else NEW, _VERSION.sub("", program), f"{expected.rstrip()}\n")


def _changed_nodes(before: LogicalPlan, after: LogicalPlan) -> str:
    return "".join(
        f"~ {node.name}: {change}\n" for node in before.in_order() for change in _changes(node, after.nodes[node.id])
    )


def _changes(before: GraphNode, after: GraphNode) -> list[str]:
    pairs = [(field.name, getattr(before, field.name), getattr(after, field.name)) for field in fields(before)]
    return [f"{name} {old} -> {new}" for name, old, new in pairs if old != new]


def _told(firing: Firing) -> str:
    return f"! {firing.effect}: {firing.sentence}\n" + "".join(f"- {topic}\n" for topic in firing.topics_removed)


def _write_down() -> None:
    for rule in RULES:
        blocks = [
            f"# title: {case.title}\n"
            + (f"# version: {case.version}\n" if case.version != NEW else "")
            + f"{case.program}----\n{what_it_does(case)}"
            for case in cases_of(rule)
        ]
        fixture_of(rule).write_text("\n".join(blocks), encoding="utf-8")


if __name__ == "__main__":
    _write_down()
