"""The user's words in Markdown that GitHub shows: never markup, an address, or somebody to notify."""

from __future__ import annotations

import re
from typing import Final

from topoviz.engine.explanations.wording import CODE_SPAN
from topoviz.rendering.lettering import visible

_PLAIN: Final = frozenset(" .,()?=·×…→−-")
_NOTIFYING: Final = re.compile(r"&#(?:35|64);")


def code_span(text: str) -> str:
    """Write a text as code, between more backticks than stand in it anywhere."""
    shown = visible(text)
    fence = "`" * (max((len(run) for run in re.findall("`+", shown)), default=0) + 1)
    # One space at each end is not shown, and keeps backticks apart.
    space = " " if "`" in shown or shown != shown.strip() or not shown else ""
    return f"{fence}{space}{shown}{space}{fence}"


def sentence_with_code(sentence: str) -> str:
    """Write a sentence in which names stand in backticks: those as code, and nothing else of it as markup."""
    written, end = list[str](), 0
    for found in CODE_SPAN.finditer(sentence):
        name = found[2]
        written += [escape(sentence[end : found.start()]), code_span(name[1:-1] if "`" in name else name)]
        end = found.end()
    return "".join((*written, escape(sentence[end:])))


def cut(sentence: str, longest: int) -> str:
    """Keep a line that a reader gets through; a name in backticks stands there whole or not at all."""
    if len(sentence) <= longest:
        return sentence
    inside = (span.start() for span in CODE_SPAN.finditer(sentence) if span.start() < longest < span.end())
    return f"{sentence[: next(inside, longest)].rstrip()} …"


def escape(text: str) -> str:
    """Write a sentence so that nothing in it is markup, an address, or a name that GitHub would notify."""
    found = (char if char.isalnum() or char in _PLAIN else f"&#{ord(char)};" for char in visible(text))
    shown = "".join(found).replace("www.", "www&#46;")
    # GitHub looks for people and issues in what is shown.
    return _NOTIFYING.sub(r"\g<0>&#8203;", shown)
