"""From two versions of a topology to what changes, and what that means for an application that is deployed."""

from __future__ import annotations

from dataclasses import dataclass

from topoviz.engine.changes.compared import Compared
from topoviz.engine.changes.deployment import Deployment
from topoviz.engine.changes.finding import Finding, Verdict, verdict_of
from topoviz.engine.changes.findings.registry import RULES
from topoviz.engine.changes.matching.match import match
from topoviz.engine.changes.not_known import not_known
from topoviz.engine.changes.side import Side


@dataclass(frozen=True, slots=True)
class Change:
    """What changes, the worst first, and the verdict, which rests on facts that are not known."""

    compared: Compared
    findings: tuple[Finding, ...]
    verdict: Verdict
    rests_on: tuple[str, ...] = ()


def compare(old: Side, new: Side, deployment: Deployment) -> Change:
    """Compare two topologies that were built; raises NoTopology where Kafka Streams refuses one."""
    matching = match(old.topology, old.written, new.topology, new.written)
    compared = Compared(old, new, deployment, matching)
    found = [finding for rule in RULES for finding in rule(compared)]
    in_order = tuple(sorted(found, key=lambda one: -one.level))
    return Change(compared, in_order, verdict_of(found), not_known(compared))
