"""Find brackets, semicolons and values that are missing in a text, or too many: the slips of half-typed code.

This is asked only about a text that the grammar found broken.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

_TOKEN = re.compile(
    rb"//[^\n]*|/\*[\s\S]*?(?:\*/|\Z)|\s+"
    rb'|(?P<literal>"""[^"\\]*(?:(?:\\[\s\S]|"(?!""))[^"\\]*)*"""'
    rb"|\"[^\"\\\n]*(?:\\.[^\"\\\n]*)*\"?|'[^'\\\n]*(?:\\.[^'\\\n]*)*')"
    rb"|(?P<word>[\w$\x80-\xff]+(?:\.[\w$\x80-\xff]+)*)"
    rb"|(?P<open>[({\[])|(?P<close>[)}\]])"
    rb"|(?P<sign>->|::|\+\+|--|[\s\S])"
)
Addition = tuple[int, bytes]
"""What is to be put in, and before which byte."""

STAND_IN = b" $ "
"""Stands where a value is missing."""

_SIGNS_BEFORE_VALUE = frozenset({b"->", b"=", b"+", b"-", b"/", b"%", b"&", b"|", b"^", b"!"})
_CLOSERS = {b"(": b")", b"[": b"]", b"{": b"}"}

# A bracket behind one of these does not hold the arguments of a call.
_WORDS_WITH_BRACKETS = frozenset(
    {b"if", b"for", b"while", b"switch", b"synchronized", b"catch", b"try", b"return", b"throw", b"assert", b"case"}
)
# A line that starts with one of these continues the line before.
_CONTINUING_WORDS = frozenset(
    {b"instanceof", b"extends", b"implements", b"permits", b"throws", b"else", b"catch", b"finally", b"while", b"when"}
)
# A line that ends with one of these is continued by the next.
_UNFINISHED_WORDS = frozenset(
    {b"new", b"return", b"throw", b"case", b"else", b"do", b"instanceof", b"final", b"static", b"yield", b"import"}
)
_STATEMENTS_OF_WORDS = frozenset({b"import", b"package", b"return", b"throw"})


class _Token(NamedTuple):
    """A token, where the one before it ends, and whether a line ends between them."""

    kind: str
    text: bytes
    start: int
    gap: int
    is_on_new_line: bool


_NO_TOKEN = _Token("", b"", 0, 0, False)


@dataclass(slots=True)
class _Level:
    """An open bracket, and how the statement in it that is being read began."""

    opener: bytes = b""
    is_call: bool = False
    first_word: bytes = b""
    has_value: bool = False


@dataclass(frozen=True, slots=True)
class Slips:
    """What is to be put in, by offset and in order, and the offsets of what is wrong.

    `unclosed` brackets were never closed, `surplus` ones close nothing, `dangling` dots have no name behind them, and
    behind `unfinished` signs a value is missing. Surplus brackets and dangling dots are to be blanked out.
    """

    additions: tuple[Addition, ...]
    unclosed: tuple[int, ...]
    surplus: tuple[int, ...]
    dangling: tuple[int, ...]
    unfinished: tuple[int, ...]


def find_slips(data: bytes) -> Slips:
    """Find brackets without partner, and dots and signs with nothing behind them.

    What is left open is closed before the brace that ends its block, or at the end.
    """
    additions: list[Addition] = []
    opened: list[_Token] = []
    unclosed: list[int] = []
    surplus: list[int] = []
    dangling: list[int] = []
    unfinished: list[int] = []
    before = last = _NO_TOKEN
    for token in _tokens(data):
        if _dangles(before, last, token):
            dangling.append(last.start)
            if not opened or opened[-1].text == b"{":
                additions.append((last.start, b";"))
        elif _is_unfinished(last, token):
            unfinished.append(last.start)
            additions.append((token.gap, STAND_IN))
        before, last = last, token
        if token.kind == "open":
            opened.append(token)
        elif token.kind in ("close", "end"):
            left_open = _left_open(opened, token.text)
            if left_open is None:
                surplus.append(token.start)
                continue
            unclosed += (bracket.start for bracket in left_open)
            additions.append((token.gap, b"".join(_CLOSERS[bracket.text] for bracket in reversed(left_open))))
            del opened[max(0, len(opened) - len(left_open) - 1) :]
    return Slips(tuple(additions), tuple(sorted(unclosed)), tuple(surplus), tuple(dangling), tuple(unfinished))


def find_statement_ends(data: bytes) -> tuple[Addition, ...]:
    """Find where a line ends and the next one begins a statement that cannot belong to it, without a semicolon."""
    ends: list[Addition] = []
    levels = [_Level()]
    before = last = _NO_TOKEN
    last_is_call = False
    for token in _tokens(data):
        level = levels[-1]
        if _begins_statement(token, last, last_is_call, level):
            ends.append((token.gap, b";"))
            level.first_word, level.has_value = b"", False
        last_is_call = False
        match token.kind, token.text:
            case "open", opener:
                levels.append(_Level(opener, _opens_arguments(opener, last, before)))
            case "close", closer if len(levels) > 1:
                last_is_call = levels.pop().is_call
                if closer == b"}":
                    levels[-1].first_word, levels[-1].has_value = b"", False
            case "sign", b";":
                level.first_word, level.has_value = b"", False
            case "sign", b"=":
                level.has_value = True
            case "word", word if not level.first_word:
                level.first_word = word
        before, last = last, token
    return tuple(ends)


def _tokens(data: bytes) -> Iterator[_Token]:
    """Give the tokens, and one of kind end behind them all."""
    end = 0
    for match in _TOKEN.finditer(data):
        kind = match.lastgroup
        if kind is not None:
            start = match.start()
            yield _Token(kind, match[0], start, end, b"\n" in data[end:start])
            end = match.end()
    yield _Token("end", b"", len(data), end, True)


def _dangles(before: _Token, last: _Token, token: _Token) -> bool:
    if last.text != b"." or before.text[:1].isdigit():
        return False
    return token.kind in ("close", "end") or token.text in (b";", b",")


def _is_unfinished(last: _Token, token: _Token) -> bool:
    """Tell whether a value is missing; a comma may end what stands in braces."""
    if last.text == b",":
        return token.kind == "end" or token.text == b")"
    return last.text in _SIGNS_BEFORE_VALUE and (token.kind in ("close", "end") or token.text in (b";", b","))


def _left_open(opened: list[_Token], closer: bytes) -> list[_Token] | None:
    """Give the brackets that a closing one leaves open inside its own; None if it closes nothing.

    Only a brace closes over others: a round bracket too many inside a block is more likely than a brace too few.
    """
    if not closer:
        return opened[:]
    for index in range(len(opened) - 1, -1, -1):
        if _CLOSERS[opened[index].text] == closer:
            return opened[index + 1 :]
        if closer != b"}":
            return None
    return None


def _opens_arguments(opener: bytes, last: _Token, before: _Token) -> bool:
    if opener != b"(" or before.text == b"@":
        return False
    return last.text == b">" or (last.kind == "word" and last.text not in _WORDS_WITH_BRACKETS)


def _begins_statement(token: _Token, last: _Token, last_is_call: bool, level: _Level) -> bool:
    if not token.is_on_new_line or level.opener not in (b"", b"{"):
        return False
    if not (token.kind == "word" or token.text == b"@") or token.text in _CONTINUING_WORDS:
        return False
    return last_is_call or _may_end_statement(last, level)


def _may_end_statement(last: _Token, level: _Level) -> bool:
    if last.text in (b"break", b"continue"):
        return True
    if last.text in _UNFINISHED_WORDS:
        return False
    ends_value = last.kind in ("word", "literal") or last.text in (b"]", b"++", b"--")
    if level.first_word in _STATEMENTS_OF_WORDS:
        return ends_value or last.text == b"*"
    return ends_value and level.has_value
