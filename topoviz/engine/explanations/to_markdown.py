"""Print an explanation as Markdown, for a merge request or a wiki page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from topoviz.engine.explanations.explanation import Explanation, Part
from topoviz.engine.explanations.glossary import term
from topoviz.engine.explanations.sections import filled_sections, heading
from topoviz.engine.explanations.wording import CODE_SPAN, printable

_SPECIAL: Final = re.compile(r"([\\`*_\[\]<>#|~!&$])")


def to_markdown(explanation: Explanation) -> str:
    """Print all parts under their headings; names are code, and nothing in a name can act as Markdown or HTML."""
    lines = [f"# {escape(printable(heading(explanation)))}"]
    for section, parts in filled_sections(explanation):
        lines += ["", f"## {section.heading}"]
        if section.term:
            lines += ["", f"_{escape(term(section.term).sentence)}_"]
        for part in parts:
            lines += ["", *_part(part)]
    return "\n".join(lines) + "\n"


def _part(part: Part) -> Iterator[str]:
    reference = f" ({escape(part.reference)})" if part.reference else ""
    sentences = " ".join(escape(sentence) for sentence in part.what + part.why)
    yield f"**{escape(part.subject.rstrip('.'))}.** {sentences}{reference}".rstrip()
    if part.advice:
        yield ""
        yield from (f"- {escape(sentence)}" for sentence in part.advice)


def escape(sentence: str) -> str:
    """Escape what Markdown and HTML would read, except inside names in backticks."""
    pieces: list[str] = []
    end = 0
    for span in CODE_SPAN.finditer(sentence):
        pieces += [_plain(sentence[end : span.start()]), span.group()]
        end = span.end()
    return "".join((*pieces, _plain(sentence[end:])))


def _plain(text: str) -> str:
    return _SPECIAL.sub(r"\\\1", text)
