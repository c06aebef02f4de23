"""From two versions of a topology to what changes, and what that means for an application that is deployed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from topoviz.engine.changes.compared import Compared
from topoviz.engine.changes.deployment import Deployment
from topoviz.engine.changes.finding import Cause, Finding, Verdict, verdict_of
from topoviz.engine.changes.findings.registry import RULES
from topoviz.engine.changes.matching.match import match
from topoviz.engine.changes.not_known import not_known
from topoviz.engine.changes.side import Side


class Relation(StrEnum):
    """How two topologies belong together."""

    SAME = "same"
    CHANGED = "changed"
    UNRELATED = "unrelated"


@dataclass(frozen=True, slots=True)
class Change:
    """What changes, the worst first, and the verdict, which rests on facts that are not known."""

    compared: Compared
    findings: tuple[Finding, ...]
    verdict: Verdict
    rests_on: tuple[str, ...] = ()

    @property
    def relation(self) -> Relation:
        """Tell whether nothing differs, or whether hardly anything is one and the same."""
        if self.compared.has_little_in_common:
            return Relation.UNRELATED
        matching = self.compared.matching
        differs = matching.removed or matching.added or any(one.is_renamed or one.is_moved for one in matching.matched)
        is_open = self.compared.is_same_text and all(one.is_unsure for one in self.findings)
        return Relation.CHANGED if differs or not (is_open or not self.findings) else Relation.SAME


def compare(old: Side, new: Side, deployment: Deployment) -> Change:
    """Compare two topologies that were built; raises NoTopology where Kafka Streams refuses one."""
    matching = match(old.topology, old.written, new.topology, new.written)
    compared = Compared(old, new, deployment, matching)
    found = [finding for rule in RULES for finding in rule(compared)]
    in_order = tuple(sorted(found, key=lambda one: -one.level))
    return Change(compared, in_order, verdict_of(found), not_known(compared))


def compare_through(old: Side, middle: Side, new: Side, deployment: Deployment) -> Change:
    """Compare, and say of each finding whether the version or setting alone brings it.

    `middle` is the old program with the version and the settings of the new one. Raises NoTopology as `compare` does.
    """
    change = compare(old, new, deployment)
    alone = compare(old, middle, deployment).findings
    known = {_key(one) for one in alone} | {_subject(one) for one in alone if len(one.old) == 1}
    return replace(
        change,
        findings=tuple(
            replace(one, by=Cause.VERSION if {_key(one), _subject(one)} & known else Cause.EDIT)
            for one in change.findings
        ),
    )


def _key(finding: Finding) -> tuple[object, ...]:
    return finding.code, finding.old, finding.new


def _subject(finding: Finding) -> tuple[object, ...]:
    """Give the one thing that a finding is about, whatever becomes of it."""
    return finding.code, finding.old
