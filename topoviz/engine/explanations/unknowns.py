"""Say what is not known, and why: names and numbers that the text does not determine."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from topoviz.engine.diagnostics import Diagnostic, Severity
from topoviz.engine.explanations.explanation import Line, Part, PartKind, Place
from topoviz.engine.explanations.facts import Facts
from topoviz.engine.explanations.wording import code, counted, listed, printable
from topoviz.engine.topology.describe import SHAPE

_SHOWN: Final = 6
"""So many names stand in the sentence; all of them are in `names`."""


def explain_unknowns(facts: Facts) -> Iterator[Part]:
    """Give one part for each reason, with the names it makes unsure."""
    by_reason: dict[str, list[str]] = {}
    for name, reason in facts.analyzed.unsure.items():
        by_reason.setdefault(reason, []).append(name)
    told = _diagnostics(facts, list(by_reason))
    entries = [(reason, names, told.get(reason)) for reason, names in by_reason.items()]
    used = set(told.values())
    entries += [(one.reason, [], one) for one in _of_this_topology(facts) if one not in used]
    for number, (reason, names, diagnostic) in enumerate(entries, start=1):
        yield _explain(facts, number, reason if diagnostic is None else diagnostic.reason, names, diagnostic)


def _diagnostics(facts: Facts, reasons: list[str]) -> dict[str, Diagnostic]:
    """Find the diagnostic that tells of a reason, where exactly one does."""
    told: dict[str, Diagnostic] = {}
    unsure = [one for one in facts.analysis.diagnostics if one.severity is Severity.UNSURE]
    for reason in reasons:
        fitting = list(dict.fromkeys(one for one in unsure if reason in one.reason))
        if len(fitting) == 1:
            told[reason] = fitting[0]
    return told


def _of_this_topology(facts: Facts) -> list[Diagnostic]:
    """Choose the diagnostics that can only be about this topology: all of them, when there is no other one."""
    told, start = facts.analysis.diagnostics, facts.analyzed.start
    if start is not None and start.why_not:
        told = start.told
    elif len(facts.analysis.topologies) != 1:
        return []
    return list(dict.fromkeys(one for one in told if one.severity is Severity.UNSURE))


def _explain(facts: Facts, number: int, reason: str, names: list[str], diagnostic: Diagnostic | None) -> Part:
    what = [] if SHAPE not in names else ["Which operators there are, and so all numbers after them, is not certain."]
    shown = [name for name in names if name != SHAPE]
    if shown:
        more = f" and {counted(len(shown) - _SHOWN, 'other name')}" if len(shown) > _SHOWN else ""
        first = [code(f"{name}?") for name in shown[:_SHOWN]]
        what.append(f"Not certain: {', '.join(first)}{more}." if more else f"Not certain: {listed(first)}.")
    if diagnostic is not None:
        what.append(printable(diagnostic.effect))
    return Part(
        f"not-known:{number}",
        PartKind.NOT_KNOWN,
        printable(reason),
        tuple(what),
        (),
        (printable(diagnostic.next_step),) if diagnostic is not None and diagnostic.next_step else (),
        places=_place(facts, diagnostic),
        names=tuple(shown),
    )


def _place(facts: Facts, diagnostic: Diagnostic | None) -> tuple[Place, ...]:
    if diagnostic is None or diagnostic.span is None:
        return ()
    file, position = facts.analysis.submission.bundle.position_of(diagnostic.span)
    return (Place(Line(file, position.line)),)
