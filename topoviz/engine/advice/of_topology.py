"""What a topology has to say about the load that was measured of it."""

from __future__ import annotations

from topoviz.engine.advice.asked import LoadQuestion, TopologyAdvice
from topoviz.engine.advice.dividing import divide
from topoviz.engine.advice.optimizing import find_optimizable
from topoviz.engine.results import Analysis, AnalyzedTopology


def advise_on(analyzed: AnalyzedTopology, analysis: Analysis, question: LoadQuestion) -> TopologyAdvice:
    """Divide its tasks by Kafka's assignor and by load, and plan it with optimizations; it was built."""
    return TopologyAdvice(divide(analyzed, question, analysis.behaviours), find_optimizable(analyzed, analysis))
