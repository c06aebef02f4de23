"""Which productions the engine has an operator for, as its registry says."""

from __future__ import annotations

from typing import Final

from tests.oracle.fuzz.production import Production
from topoviz.engine.dsl.operators.registry import find_operator

_OBJECTS: Final = frozenset({
    "StreamsBuilder", "Topology", "KStream", "KTable", "KGroupedStream", "KGroupedTable", "BranchedKStream",
    "TimeWindowedKStream", "SessionWindowedKStream", "CogroupedKStream", "TimeWindowedCogroupedKStream",
    "SessionWindowedCogroupedKStream",
})  # fmt: skip


def is_operator(production: Production) -> bool:
    """Whether it is called on an object of the DSL, and does not only configure such a call."""
    return production.owner.name in _OBJECTS


def is_modelled(production: Production) -> bool:
    """Whether the engine knows the method; the registry has one class for all kinds of windows."""
    owner = production.owner.name
    if not is_operator(production):
        return True
    owners = (owner, owner.replace("Time", "", 1), owner.replace("Session", "", 1))
    return any(find_operator(one, production.method) is not None for one in owners)
