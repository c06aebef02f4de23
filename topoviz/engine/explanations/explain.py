"""Explain one topology: what the optimizer did, and why each topic, store and sub-topology is there."""

from __future__ import annotations

from topoviz.engine.explanations.dump import explain_dump
from topoviz.engine.explanations.explanation import Explanation
from topoviz.engine.explanations.facts import Facts
from topoviz.engine.explanations.optimizer_steps import explain_optimizer
from topoviz.engine.explanations.refusals import explain_refusal
from topoviz.engine.explanations.repartition_topics import explain_repartition_topics
from topoviz.engine.explanations.state_stores import explain_state_stores
from topoviz.engine.explanations.sub_topologies import explain_sub_topologies
from topoviz.engine.explanations.unknowns import explain_unknowns
from topoviz.engine.results import Analysis, AnalyzedTopology


def explain(analysis: Analysis, topology: AnalyzedTopology) -> Explanation:
    """Explain one of the topologies of an analysis; a refused one is explained as far as it got."""
    facts = Facts(analysis, topology)
    parts = (
        *explain_dump(facts),
        *explain_refusal(facts),
        *explain_optimizer(facts),
        *explain_repartition_topics(facts),
        *explain_state_stores(facts),
        *explain_sub_topologies(facts),
        *explain_unknowns(facts),
    )
    return Explanation(topology.name, str(analysis.behaviours.version), topology.optimization.text, parts)
