"""Regular expressions that Java does not compile: java.util.regex.PatternSyntaxException.

Only what is certain: brackets, parentheses and braces that have no end or no beginning, what is repeated and is not
there, and a backslash at the end. Its words name a place in the expression, which is not followed.
"""

from __future__ import annotations

import re
from typing import Final

_PIECES: Final = re.compile(r"\\Q.*?(?:\\E|$)|\\.|\\$|.", re.DOTALL)
_REPETITION: Final = re.compile(r"\{[0-9]+(?:,[0-9]*)?\}", re.ASCII)
_NAMED: Final = ("\\p", "\\P", "\\x", "\\N")
"""What stands before the name of a letter or of a kind of letters, in braces."""


def is_refused(pattern: str) -> bool:
    """Tell whether Java certainly does not compile a regular expression."""
    groups, classes, before = 0, 0, "|"
    for found in _PIECES.finditer(pattern):
        piece, last = found[0], before
        before = piece
        if classes:
            classes += {"[": 1, "]": -1}.get(piece, 0)
            continue
        match piece:
            case "\\":
                return True
            case "[":
                classes += 1
            case "(":
                groups += 1
            case ")":
                groups -= 1
                if groups < 0:
                    return True
            case "*" | "+" | "?" if last == "|" or (last == "(" and piece != "?"):
                return True
            case "{" if last not in _NAMED and (last in ("(", "|") or not _REPETITION.match(pattern, found.start())):
                return True
            case _:
                pass
    return groups > 0 or classes > 0
