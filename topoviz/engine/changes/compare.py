"""From two versions of a topology to what changes, and what that means for an application that is deployed."""

from __future__ import annotations

from dataclasses import dataclass

from topoviz.engine.changes.compared import Compared
from topoviz.engine.changes.deployment import Deployment
from topoviz.engine.changes.finding import Finding, Verdict, verdict_of
from topoviz.engine.changes.findings.registry import RULES
from topoviz.engine.changes.matching.match import match
from topoviz.engine.changes.side import Side


@dataclass(frozen=True, slots=True)
class Change:
    """What changes, the worst first, and the verdict."""

    compared: Compared
    findings: tuple[Finding, ...]
    verdict: Verdict


def compare(old: Side, new: Side, deployment: Deployment) -> Change:
    """Compare two topologies that were built; raises NoTopology where Kafka Streams refuses one."""
    matching = match(old.topology, old.written, new.topology, new.written)
    compared = Compared(old, new, deployment, matching)
    found = [finding for rule in RULES for finding in rule(compared)]
    return Change(compared, tuple(sorted(found, key=lambda one: -one.level)), verdict_of(found))
