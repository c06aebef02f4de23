"""Regular expressions that Java does not compile: java.util.regex.PatternSyntaxException.

Only what is certain, read as java.util.regex.Pattern reads it: brackets, parentheses and braces that have no end or no
beginning, what is repeated and is not there, letters behind a backslash that mean nothing, ranges of letters that run
backwards. Its words name a place in the expression, which is not followed. Of what is rare it is not known.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from topoviz.engine.dsl.throws import ProgramThrows
from topoviz.engine.refusal import Why
from topoviz.engine.source import Span

if TYPE_CHECKING:
    from topoviz.engine.dsl.interpreter.world import World

_PIECES: Final = re.compile(
    r"\\Q.*?(?:\\E|$)|\\[pP](?:\{[^}]*\}|[^{])|\\x(?:[0-9A-Fa-f]{2}|\{[0-9A-Fa-f]{1,4}\})|\\u[0-9A-Fa-f]{4}"
    r"|\\0[0-7]{1,2}|\\k<\w+>|\\.|\\$|.",
    re.DOTALL | re.ASCII,
)
_REPETITION: Final = re.compile(r"\{([0-9]+)(?:(,)([0-9]*))?\}", re.ASCII)
_GROUP: Final = re.compile(r"\((?:\?(?:[:=!>]|<[=!]|<([a-zA-Z][a-zA-Z0-9]*)>|[imsud]+[:)]))?", re.ASCII)
_MEANINGLESS: Final = frozenset("CEFIJKLMOTUYgijlmoqyQ")
_MEANINGLESS_IN_CLASSES: Final = _MEANINGLESS | frozenset("ABGXRZbzk123456789")
_NOT_FOLLOWED: Final = frozenset("Nc")
_FOUND_BEFORE: Final = tuple(f"\\{digit}" for digit in "k123456789")
_KINDS_IN_CLASSES: Final = frozenset("dDhHsSVwW")
_LETTERS: Final = {"t": "\t", "n": "\n", "r": "\r", "f": "\f", "a": "\a", "e": "\x1b", "v": "\v"}
_PROPERTIES: Final = frozenset({
    "L", "Lu", "Ll", "Lt", "N", "Nd", "P", "S", "Z", "M", "C", "IsAlphabetic", "IsDigit", "IsLetter", "IsLatin",
    "Lower", "Upper", "ASCII", "Alpha", "Digit", "Alnum", "Punct", "Graph", "Print", "Blank", "Cntrl", "XDigit",
    "Space",
})  # fmt: skip
_LARGEST: Final = (1 << 31) - 1


class _Ends(Exception):
    """The expression is certainly refused, or it is not known whether it is."""

    def __init__(self, *, is_refused: bool | None) -> None:
        super().__init__()
        self.is_refused = is_refused


def refuse_pattern(world: World, pattern: str, span: Span) -> None:
    """Raise what Java throws of a regular expression that it does not compile; tell of one that it may not."""
    refused = is_refused(pattern)
    if refused:
        raise ProgramThrows(Why.NOT_READABLE, "PatternSyntaxException", None, world.origin(span))
    if refused is None:
        reason = f"Whether Java compiles the regular expression {pattern!r} is not known."
        world.unsure("refused-pattern", span, reason, "Java may end the program here.")
        world.doubt_all(reason)


def is_refused(pattern: str) -> bool | None:
    """Tell whether Java does not compile a regular expression; None when that is not known."""
    try:
        _read(_PIECES.findall(pattern))
    except _Ends as end:
        return end.is_refused
    return False


def _read(pieces: list[str]) -> None:
    """Read an expression piece by piece; whatever stands open at its end has no end."""
    at, open_groups, before = 0, 0, "|"
    names: set[str] = set()
    looks_behind = False
    while at < len(pieces):
        piece, last = pieces[at], before
        before, at = piece, at + 1
        if looks_behind and (piece in ("*", "+", "{") or piece[:2] in _FOUND_BEFORE):
            raise _Ends(is_refused=None)  # what looks behind must have a greatest length
        match piece:
            case "[":
                at = _read_class(pieces, at)
                before = "]"
            case "(":
                open_groups += 1
                found = _GROUP.match("".join(pieces[at - 1 : at + 60]))
                assert found is not None
                is_plain = found[0] == "("
                if is_plain and pieces[at : at + 1] == ["?"]:
                    raise _Ends(is_refused=None)
                _refuse_if(found[1] in names)
                looks_behind = looks_behind or (found[0].startswith("(?<") and not found[1])
                names.add(found[1] or "")
                at += len(found[0]) - 1
                if found[0].endswith(")"):
                    open_groups, before = open_groups - 1, "|"
            case ")":
                open_groups -= 1
                _refuse_if(open_groups < 0)
            case "*" | "+" | "?":
                _refuse_if(last in ("|", "(") or last == "repeated")
                at += pieces[at : at + 1] in (["?"], ["+"])
                before = "repeated"
            case "{":
                at = _read_repetition(pieces, at - 1, last)
                before = "repeated"
            case _:
                _read_escape(piece, names)
    _refuse_if(open_groups > 0)


def _refuse_if(is_refused: bool) -> None:
    if is_refused:
        raise _Ends(is_refused=True)


def _read_repetition(pieces: list[str], at: int, last: str) -> int:
    """Read `{1,2}` and what may stand behind it; give the place after it."""
    found = _REPETITION.match("".join(pieces[at : at + 40]))
    _refuse_if(found is None)
    assert found is not None
    if last in ("|", "(", "repeated"):
        raise _Ends(is_refused=None)
    least, most = int(found[1]), int(found[3]) if found[3] else None
    _refuse_if(least > _LARGEST or (most is not None and not least <= most <= _LARGEST))
    at += len(found[0])
    return at + (pieces[at : at + 1] in (["?"], ["+"]))


def _read_escape(piece: str, names: set[str]) -> None:
    """Read what stands behind a backslash outside classes."""
    if piece[0] != "\\" or piece.startswith("\\Q"):
        return
    _refuse_if(piece == "\\" or piece[1] in _MEANINGLESS or piece in ("\\x", "\\u", "\\0"))
    if piece[1] in "pP":
        _read_property(piece)
    if piece[1] in _NOT_FOLLOWED:
        raise _Ends(is_refused=None)
    if piece[1] == "k":
        _refuse_if(piece == "\\k" or piece[3:-1] not in names)


def _read_property(piece: str) -> None:
    name = piece[2:].strip("{}")
    _refuse_if(piece[2:3] == "{" and not piece.endswith("}"))
    if name not in _PROPERTIES:
        raise _Ends(is_refused=None)


def _read_class(pieces: list[str], at: int) -> int:
    """Read `[a-z]` behind its first bracket, and the classes in it; give the place after its last one."""
    open_classes = 1
    at += pieces[at : at + 1] == ["^"]
    is_first = True
    while at < len(pieces):
        piece = pieces[at]
        if piece == "&" and pieces[at + 1 : at + 2] == ["&"]:
            if is_first or pieces[at + 2 : at + 3] in ([], ["&"], ["]"], ["^"]):
                raise _Ends(is_refused=None)
            at += 2  # what is common to two classes
            continue
        if piece == "[":
            open_classes += 1
            at += 1 + (pieces[at + 1 : at + 2] == ["^"])
            is_first = True
        elif piece == "]" and not is_first:
            open_classes -= 1
            at += 1
            if not open_classes:
                return at
        else:
            at = _read_range(pieces, at)
            is_first = False
    raise _Ends(is_refused=True)


def _read_range(pieces: list[str], at: int) -> int:
    """Read a letter of a class, or a range of letters; give the place after it."""
    is_range = pieces[at + 1 : at + 2] == ["-"] and pieces[at + 2 : at + 3] not in ([], ["["], ["]"])
    first = _letter_in_class(pieces[at], is_range=is_range)
    if not is_range or first is None:
        return at + 1
    last = _letter_in_class(pieces[at + 2], is_range=True)
    _refuse_if(last is None or last < first)
    return at + 3


def _letter_in_class(piece: str, *, is_range: bool) -> str | None:
    """Give the letter that a piece of a class is; None for a kind of letters."""
    if piece[0] != "\\":
        return piece
    _refuse_if(piece == "\\" or piece[1] in _MEANINGLESS_IN_CLASSES - {"Q"} or piece in ("\\x", "\\u", "\\0"))
    if piece[1] in _NOT_FOLLOWED or piece.startswith("\\Q"):
        raise _Ends(is_refused=None)
    if piece[1] in "pP":
        _read_property(piece)
        return None
    if piece[1] in _KINDS_IN_CLASSES or (piece == "\\v" and not is_range):
        return None
    if piece[1] in "xu0":
        digits = piece[2:].strip("{}")
        return chr(int(digits, 8 if piece[1] == "0" else 16))
    return _LETTERS.get(piece[1], piece[1])
