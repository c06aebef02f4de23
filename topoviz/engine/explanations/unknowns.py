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
    diagnostics = _diagnostics(facts, by_reason)
    for number, reason in enumerate(dict.fromkeys((*by_reason, *diagnostics)), start=1):
        yield _explain(facts, number, reason, by_reason.get(reason, []), diagnostics.get(reason))


def _diagnostics(facts: Facts, by_reason: dict[str, list[str]]) -> dict[str, Diagnostic]:
    """Choose the diagnostics that are about this topology: by their reason, or all when there is no other one."""
    alone = len(facts.analysis.topologies) == 1
    found: dict[str, Diagnostic] = {}
    for diagnostic in facts.analysis.diagnostics:
        if diagnostic.severity is Severity.UNSURE and (alone or diagnostic.reason in by_reason):
            found.setdefault(diagnostic.reason, diagnostic)
    return found


def _explain(facts: Facts, number: int, reason: str, names: list[str], diagnostic: Diagnostic | None) -> Part:
    what = [] if SHAPE not in names else ["Which operators there are, and so all numbers behind them, is not certain."]
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
