"""Print an explanation for a terminal, 100 columns wide."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import Final

from topoviz.engine.explanations.explanation import Explanation, Part, PartKind
from topoviz.engine.explanations.glossary import term
from topoviz.engine.explanations.sections import filled_sections, heading
from topoviz.engine.explanations.wording import printable

WIDTH: Final = 100


def to_text(explanation: Explanation) -> str:
    """Print all parts under their headings; the last line ends with a newline."""
    title = printable(heading(explanation))
    lines = [title, "=" * min(len(title), WIDTH)]
    for section, parts in filled_sections(explanation):
        lines += ["", section.heading, "-" * len(section.heading)]
        if section.term:
            lines += wrap(term(section.term).sentence, "")
        for part in parts:
            lines += ["", *(_one_line(part) if _is_one_line(part) else _part(part))]
    return "\n".join(lines) + "\n"


def _part(part: Part) -> Iterator[str]:
    indent = "  " if part.kind is PartKind.FIRING else ""
    inner = f"{indent}  "
    yield from wrap(part.subject, indent, inner)
    yield from wrap(" ".join(part.what + part.why), inner)
    for sentence in part.advice:
        yield from wrap(f"→ {sentence}", inner, f"{inner}  ")
    if part.reference:
        yield from wrap(f"({part.reference})", inner)


def _is_one_line(part: Part) -> bool:
    """A rule that found nothing to do."""
    return part.kind is PartKind.STEP and part.effect is None and not part.why and len(part.what) == 1


def _one_line(part: Part) -> list[str]:
    return wrap(f"{part.subject}: {part.what[0]}", "", "  ")


def wrap(text: str, first: str, others: str | None = None) -> list[str]:
    """Break between words only: names stay whole, however long. Of no text there is no line."""
    if not text:
        return []
    return textwrap.wrap(
        text, WIDTH, initial_indent=first, subsequent_indent=first if others is None else others,
        break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip
