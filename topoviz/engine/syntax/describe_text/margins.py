"""Take away what stands behind every line of a dump, and the marks with which editors and mail programs break lines.

A column of a table, a place in the code that a logger names, a callout: what they are is not known here, only that all
lines end with the same. The heading of a sub-topology tells it: nothing but a number belongs there.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from topoviz.engine.syntax.describe_text.carrier import SPACE
from topoviz.engine.syntax.describe_text.lines import GLOBAL, HEADING, is_logger
from topoviz.engine.syntax.describe_text.pieces import HEADER, Piece

_LONGEST: Final = 200
_COUNTED: Final = re.compile(r"\w*\d\w*")
_BREAKS: Final = "\\=↩⏎¬"


def without_margins(lines: Sequence[Piece]) -> list[Piece]:
    """Give the lines of a text without what stands behind all of them, whole and broken ones."""
    return _without_breaks(_without_ends(lines))


def _without_ends(lines: Sequence[Piece]) -> Sequence[Piece]:
    end = _end_of_all(lines)
    if end is None:
        return lines
    found = []
    for piece in lines:
        tail = end.search(piece.text, max(0, len(piece.text) - _LONGEST))
        if tail is not None:
            text = piece.text[: tail.start()].rstrip()
            header = HEADER.search(text) if piece.kind == "other" else None
            if header is not None:
                piece = piece._replace(kind="header", text=header.group(), prefix=text[: header.start()])
            else:
                piece = piece._replace(kind=piece.kind if text else "blank", text=text)
        found.append(piece)
    return found


def _end_of_all(lines: Sequence[Piece]) -> re.Pattern[str] | None:
    """Give the pattern of what stands behind the headings, if it stands behind nearly all other lines too."""
    ends = [_behind(one.text) for one in lines if one.kind == "heading" and not one.is_quoted]
    shapes = Counter(_pattern(end) for end in ends if end and len(end) <= _LONGEST // 2 and not is_logger(end))
    if not shapes:
        return None
    shape, count = shapes.most_common(1)[0]
    if 2 * count <= len(ends):
        return None
    end = re.compile(shape)
    for kind in ("node", "arrow"):
        texts = [one.text for one in lines if one.kind == kind and not one.is_quoted]
        # A line that is broken into two has it behind the second.
        if 2 * sum(end.search(text, max(0, len(text) - _LONGEST)) is not None for text in texts) < len(texts):
            return None
    return end


def _behind(heading: str) -> str:
    found = HEADING.match(heading)
    return heading[found.end() :].strip().removeprefix(GLOBAL).strip() if found is not None else ""


def _pattern(end: str) -> str:
    """Write a pattern for what differs in its numbers and blanks only."""
    words = [_COUNTED.sub("0", word) for word in end.split()]
    return r"\s+".join(re.escape(word).replace("0", r"\w+") for word in words) + r"\Z"


def _without_breaks(lines: Sequence[Piece]) -> list[Piece]:
    """Join what belongs together: drop a mark that says that a line goes on, and the sign of a quotation behind it."""
    found = list(lines[:1])
    is_open = False
    lead = ""
    for before, piece in pairwise(lines):
        is_line = before.kind in ("node", "arrow", "heading")
        lead = before.lead if is_line else lead
        is_open = (is_open or is_line) and piece.kind == "other"
        if is_open:
            last = found[-1]
            if last.text and last.text[-1] in _BREAKS:
                text = last.text[:-1]
                blanks = (last.blanks[0], text[-1:] in SPACE)
                found[-1] = last._replace(text=text.rstrip(SPACE), blanks=blanks, is_broken=True)
            if lead and piece.text.startswith(lead):
                text = piece.text[len(lead) :]
                piece = piece._replace(text=text.strip(), blanks=(text[:2].isspace(), piece.blanks[1]))
        found.append(piece)
    return found
