"""Which repartition topics topology.optimization would merge, from the plan of a program."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from topoviz.engine.advice.asked import Merged, Optimizable
from topoviz.engine.analysis import analyze
from topoviz.engine.logical.nodes import GraphNode, NodeId, Repartition
from topoviz.engine.logical.plan import LogicalPlan
from topoviz.engine.optimizer.config import ALL, MERGE, parse_optimization
from topoviz.engine.optimizer.optimizer import optimize
from topoviz.engine.optimizer.rules import merge_repartition_topics
from topoviz.engine.results import Analysis, AnalyzedTopology


def find_optimizable(analyzed: AnalyzedTopology, analysis: Analysis) -> Optimizable:
    """Plan a program once more with the optimizations of its version, and name what goes.

    Where the version has single optimizations, the one that merges repartition topics is enough, and leaves the others
    as they are.
    """
    behaviours = analysis.behaviours
    has_list = behaviours.has("optimizes_by_list")
    setting = ",".join((*sorted(analyzed.optimization.rules & set(ALL)), MERGE)) if has_list else "all"
    if analyzed.optimized is None or analyzed.topology is None:
        return Optimizable(
            setting, False, (), why_not=analyzed.why_no_plan or "Kafka Streams would refuse this program."
        )
    before = analyzed.optimized.before
    now = _topics(analyzed.optimized.plan)
    if MERGE in analyzed.optimization.rules:
        return Optimizable(analyzed.optimization.text, True, now)
    planned = optimize(before, behaviours, parse_optimization(setting, behaviours))
    if planned.refusal is not None:
        return Optimizable(setting, False, now, refusal=str(planned.refusal))
    merged = tuple(
        _merged(planned_pass.plan, before, firing.nodes, firing.sentence)
        for planned_pass in planned.passes
        if planned_pass.rule is merge_repartition_topics.rule
        for firing in planned_pass.firings
        if firing.topics_removed
    )
    return Optimizable(setting, False, now, merged, refusal=_refusal(analyzed, analysis, setting) if merged else "")


def _topics(plan: LogicalPlan) -> tuple[str, ...]:
    return tuple(sorted({node.topic for node in plan.in_order() if isinstance(node, Repartition)}))


def _merged(after: LogicalPlan, before: LogicalPlan, nodes: Sequence[NodeId], sentence: str) -> Merged:
    """Give the topics that a firing made one: its nodes are the operator, those that were replaced, and the new one."""
    kept = _topic(after.nodes[nodes[-1]])
    gone = dict.fromkeys(_topic(before.nodes[node]) for node in nodes[1:-1] if node in before.nodes)
    return Merged(kept, tuple(topic for topic in gone if topic != kept), sentence)


def _topic(node: GraphNode) -> str:
    assert isinstance(node, Repartition)
    return node.topic


def _refusal(analyzed: AnalyzedTopology, analysis: Analysis, setting: str) -> str:
    """Build the program once more with a setting; give Kafka's refusal in words, empty where there is none."""
    submission = analysis.submission
    settings = replace(submission.settings, optimize=setting, kafka_version=analysis.behaviours.version)
    again = analyze(replace(submission, settings=settings))
    found = [one for one in again.all_topologies if one.name == analyzed.name]
    return str(found[0].refusal) if len(found) == 1 and found[0].refusal is not None else ""
