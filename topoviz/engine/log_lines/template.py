"""The text of a line with holes, as a value and as it stands in the table: `Start processing one record [{record}]`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, NamedTuple


class Hole(NamedTuple):
    """What is not known before: a value, named after what Kafka's source has there."""

    name: str


Piece = str | Hole

_PART: Final = re.compile(r"\{\{|\}\}|\{([^{}]*)\}")
_SHORT: Final = {"\\": "\\\\", "\n": "\\n", "\t": "\\t", "\r": "\\r"}
_LONG: Final = {"\\s": " ", "\\\\": "\\", "\\n": "\n", "\\t": "\t", "\\r": "\r"}


def pieces_to_text(pieces: Iterable[Piece]) -> str:
    """Write pieces on one line; braces that are text are doubled, and a blank at the end is seen."""
    text = "".join(
        "{" + piece.name + "}"
        if isinstance(piece, Hole)
        else re.sub(r"[\\\n\t\r]", lambda one: _SHORT[one[0]], piece).replace("{", "{{").replace("}", "}}")
        for piece in pieces
    )
    return text[:-1] + "\\s" if text.endswith(" ") else text


def text_to_pieces(text: str) -> tuple[Piece, ...]:
    """Read what `pieces_to_text` wrote."""
    found: list[Piece] = []
    literal, end = "", 0
    for match in _PART.finditer(text):
        literal += text[end : match.start()]
        end = match.end()
        if match[1] is None:
            literal += match[0][0]
            continue
        if literal:
            found.append(_whole(literal))
        literal = ""
        found.append(Hole(match[1]))
    literal += text[end:]
    if literal:
        found.append(_whole(literal))
    return tuple(found)


def _whole(text: str) -> str:
    return re.sub(r"\\[\\ntrs]", lambda one: _LONG[one[0]], text)
