"""What became of each thing between two versions, for pictures: what only has another number stays as it is."""

from __future__ import annotations

from collections.abc import Container, Mapping
from dataclasses import dataclass
from typing import Final

from topoviz.engine.changes.compare import Change
from topoviz.engine.changes.finding import Level
from topoviz.engine.changes.matching.match import Matched
from topoviz.engine.changes.matching.thing import Sort, Thing
from topoviz.rendering.picture import Change as Became

LASTING: Final = frozenset({Sort.STORE, Sort.GLOBAL_STORE, Sort.TOPIC, Sort.REPARTITION_TOPIC})
"""What is on brokers and disks: there another name is another thing."""


@dataclass(frozen=True, slots=True)
class Fate:
    """What became of a thing, with its old name where that is another; it may be another one where that is not sure."""

    became: Became
    was: str = ""
    is_sure: bool = True
    why: tuple[str, ...] = ()
    """Sentences of what was found of it, with names in backticks."""


@dataclass(frozen=True, slots=True)
class Fates:
    """What became of the things of both versions."""

    of_new: Mapping[Thing, Fate]
    of_old: Mapping[Thing, Fate]


def fates_of(change: Change) -> Fates:
    """Give the fate of everything; a thing that stays has the same one in both versions, but for its old name."""
    matching = change.compared.matching
    concerned: dict[str, list[str]] = {}
    for finding in change.findings:
        if finding.level > Level.COMPATIBLE and len(finding.new) == 1:
            concerned.setdefault(finding.new[0], []).append(finding.sentence)
    of_new = {thing: Fate(Became.NEW) for thing in matching.added}
    of_old = {thing: Fate(Became.GONE) for thing in matching.removed}
    for one in matching.matched:
        became = _became(one, concerned)
        was = one.old.name if _says_its_old_name(one) else ""
        why = tuple(concerned.get(one.new.name, ())) if one.new.sort in LASTING else ()
        of_new[one.new] = Fate(became, was, one.evidence.is_sure, why)
        of_old[one.old] = Fate(became, "", one.evidence.is_sure)
    return Fates(of_new, of_old)


def _became(one: Matched, concerned: Container[str]) -> Became:
    if one.is_moved:
        return Became.MOVED
    if one.new.sort in LASTING:
        return Became.CHANGED if one.is_renamed or one.new.name in concerned else Became.SAME
    return Became.CHANGED if _says_its_old_name(one) else Became.SAME


def _says_its_old_name(one: Matched) -> bool:
    """Tell whether another name is worth a word: of a node only one that the program gives."""
    return one.is_renamed and (one.new.sort in LASTING or not (one.old.is_numbered and one.new.is_numbered))
