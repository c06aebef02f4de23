"""A lag report as Markdown, for an issue or a channel: findings, what could be done, and what cannot be seen."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from topoviz.rendering.calculations.markdown import plain, table


def report_to_markdown(report: Any) -> str:
    """Write what a report says; its figures by task and partition are in the other forms."""
    return "\n".join(_lines(report)) + "\n"


def _lines(report: Any) -> Iterator[str]:
    of = f" of `{report.group}`" if report.group is not None else ""
    yield f"# Consumer lag{of}: {report.verdict.value}"
    for one in report.findings:
        yield f"\n**{one.kind.value}.** {_words(one.sentence)}"
        if one.advice:
            yield f"\n→ {_words(one.advice)}"
    for sentence in report.sight.cannot_show:
        yield f"\n> Cannot be seen: {_words(sentence)}"
    if report.advice:
        yield "\n## Advice"
    for one in report.advice:
        yield f"\n**{one.kind.value}.** {_words(one.sentence)}"
        yield f"\n→ {_words(one.next_step)}"
        for shown in one.tables:
            yield ""
            yield from table(list(map(_words, shown.columns)), (list(map(_words, row)) for row in shown.rows))
        yield ""
        yield from (f"- {_words(step)}" for step in one.arithmetic)
        yield from (f"- Rests on: {_words(sentence)}" for sentence in one.rests_on)


def _words(sentence: str) -> str:
    """Keep what stands between backticks as code, and the rest from being Markdown."""
    parts = sentence.split("`")
    if len(parts) % 2 == 0:
        return plain(sentence)
    return "".join(f"`{part}`" if number % 2 else plain(part) for number, part in enumerate(parts))
