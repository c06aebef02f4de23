"""What is found out about a dump besides its nodes: the diagnostics, and how they quote and are sorted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from topoviz.engine.diagnostics import Diagnostic, Severity
from topoviz.engine.source import Span

MOST_OF_ONE_CODE: Final = 100
"""After so many diagnostics of one code the others are only counted."""

SAY_THAT_PARTS_ARE_MISSING: Final = frozenset({
    "broken-line", "empty-group", "left-out", "lost-sub-topology", "missing-arrows", "missing-node", "no-heading",
    "one-sided-arrow", "one-sided-topic", "text-inside-dump", "unsettled-merge",
})  # fmt: skip
"""The codes of diagnostics after which a dump may have more than was read."""

WHOLE: Final = "Paste the whole text that Topology.describe() gives."


@dataclass(slots=True)
class Findings:
    """The diagnostics so far; of those with one code only the first are kept."""

    diagnostics: list[Diagnostic] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)

    def unsure(self, code: str, reason: str, effect: str, span: Span, next_step: str = "") -> None:
        """Say that the description may be wrong or lack something."""
        self._add(Diagnostic(Severity.UNSURE, code, reason, effect, span, next_step))

    def note(
        self,
        code: str,
        reason: str,
        effect: str,
        span: Span | None = None,
        next_step: str = "",
        *,
        is_once: bool = False,
    ) -> None:
        """Say what is worth knowing, if wanted only the first time."""
        if not is_once or code not in self.counts:
            self._add(Diagnostic(Severity.NOTE, code, reason, effect, span, next_step))

    def _add(self, diagnostic: Diagnostic) -> None:
        count = self.counts.get(diagnostic.code, 0) + 1
        self.counts[diagnostic.code] = count
        if count > MOST_OF_ONE_CODE + 1:
            return
        if count > MOST_OF_ONE_CODE:
            more = f"There are more than {MOST_OF_ONE_CODE} findings of this kind; the others are not listed."
            diagnostic = replace(diagnostic, reason=more, span=None)
        self.diagnostics.append(diagnostic)


def shown(text: str) -> str:
    """Quote a text in a sentence, shortened."""
    return f"“{text}”" if len(text) <= 60 else f"“{text[:59]}…”"


def in_text_order(diagnostics: Sequence[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Sort by place; what has no place comes last."""
    return tuple(
        sorted(diagnostics, key=lambda one: (one.span is None, (one.span.start, one.span.end) if one.span else (0, 0)))
    )
