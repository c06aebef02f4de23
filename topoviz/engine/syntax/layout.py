"""Find where brackets that nobody closed were meant to close, by how the lines are indented.

A grammar that meets such a bracket takes everything behind it for its inside. People who type leave one open often, and
their lines still show what belongs together: a line that is indented no deeper than the one in which a bracket opens,
and that does not begin by closing it, stands outside of it.

Lines may be laid out otherwise. So this is asked only about a text whose brackets do not match, and a bracket that was
closed by its layout and then meets its real partner is left as it was.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import accumulate, groupby
from typing import Final

from topoviz.engine.diagnostics import Diagnostic, Severity
from topoviz.engine.source import Span

CODE: Final = "unclosed-bracket"
"""The code of the diagnostic; its span reaches from the bracket to where it was taken to close."""

MOST_BYTES: Final = 400_000
"""A longer text is not looked at: nobody types in it."""

_MOST_TRIES: Final = 60
"""How many brackets may be laid out otherwise than by their depth before the layout is taken to say nothing."""

_MOST_OPEN: Final = 200
"""More brackets are open at once in no text that somebody types."""

_LINE: Final = 400
"""How many bytes before a bracket say what it belongs to."""

_MOST_NAMED: Final = 3
_TAB: Final = 4
_PARTNERS: Final = {"(": ")", "[": "]", "{": "}"}
_NO_CODE: Final = re.compile(
    rb'//[^\n]*|/\*[\s\S]*?(?:\*/|\Z)|"""[\s\S]*?(?:"""|\Z)|"(?:[^"\\\n]|\\.)*"?|\'(?:\\[^\n\']*|[^\'\\\n])\''
)
_TOKEN: Final = re.compile(rb"[(){}\[\];]|\n[ \t]*(?=\S)")
_BODY: Final = re.compile(
    rb"\b(?:class|interface|object|enum|record|fun|init)\b"
    rb"|^[ \t]*(?!(?:if|for|while|switch|catch|synchronized|when)\b)[^=.(]*\b\w+[ \t]*\([^()]*\)"
    rb"(?:[ \t]*throws[ \t][^(){]*)?[ \t]*\Z"
)
_STATEMENT: Final = re.compile(rb"(?:val|var|return|throw|fun|class|import|break|continue)\b")
"""Begins a statement, which cannot stand in round brackets but in those of a constructor."""
_CONSTRUCTOR: Final = re.compile(rb"\b(?:class|constructor|record)\b")
_EMPTY: Final = re.compile(rb"(?:^|[^\w>\s])\s*\(\Z")
"""A bracket that is no call's and has nothing in it."""
_LOOP: Final = re.compile(rb"\bfor\s*\Z")
_CHAIN: Final = re.compile(rb"\??\.")
_CONTINUES: Final = re.compile(rb"[.?:,;)\]}+*/%&|=<>-]")


@dataclass(frozen=True, slots=True)
class Closing:
    """Brackets to put in at a place of the text, and where those stand that they close, the first one first."""

    place: int
    brackets: bytes
    opened: tuple[int, ...]


@dataclass(slots=True)
class _Open:
    """An open bracket; `content` is how deep its first line is, `chain` where a line ends before one with a dot."""

    sign: str
    place: int
    line: int
    indent: int
    content: int | None = None
    chain: int | None = None
    is_loop: bool = False


@dataclass(slots=True)
class _Try:
    """One way through the text; `kept` are brackets that are not to be closed by their layout."""

    code: bytes
    kept: frozenset[int]
    more_braces: bool
    ends_statements: bool
    opened: list[_Open] = field(default_factory=list)
    put_in: list[tuple[int, int, bytes]] = field(default_factory=list)
    by_layout: list[_Open] = field(default_factory=list)
    line: int = 0
    indent: int = 0

    def run(self) -> int | None:
        """Go through the text; gives the bracket that the layout closed wrongly, if one shows."""
        first = len(self.code) - len(self.code.lstrip(b" \t"))
        self.indent = _width(self.code[:first])
        for token in _TOKEN.finditer(self.code):
            sign = token[0].decode("ascii")
            place = token.start()
            if sign[0] == "\n":
                self._begin_line(place, token.end(), _width(token[0][1:]))
            elif sign in _PARTNERS:
                is_loop = sign == "(" and _LOOP.search(self.code, max(0, place - 8), place) is not None
                self.opened.append(_Open(sign, place, self.line, self.indent, is_loop=is_loop))
            elif sign == ";":
                self._end_statement(place)
            else:
                wrong = self._close(sign, place)
                if wrong is not None:
                    return wrong
        self._shut(0, self._code_end(len(self.code)), b"")
        return None

    def _begin_line(self, end_of_last: int, start: int, indent: int) -> None:
        self.line += 1
        self.indent = indent
        first = self.code[start : start + 1]
        keep = len(self.opened)
        while keep and self._is_outside(self.opened[keep - 1], first, indent):
            keep -= 1
        if _STATEMENT.match(self.code, start):
            while keep and self._is_call(self.opened[keep - 1]):
                keep -= 1
        if 0 < keep < len(self.opened):
            # What opened together on a line closes together: the `({` of a call with a lambda.
            beside, inner = self.opened[keep - 1], self.opened[keep]
            if beside.sign == "(" and inner.sign == "{" and beside.line == inner.line and beside.place not in self.kept:
                keep -= 1
        if keep < len(self.opened):
            place = self._code_end(end_of_last)
            if self.opened[-1].sign != "{" and self.code[place - 1 : place] == b",":
                place -= 1  # It stands between the arguments of a bracket further out.
            is_statement = not keep or self.opened[keep - 1].sign == "{"
            ends = self.ends_statements and is_statement and not _CONTINUES.match(first)
            self.by_layout += self.opened[keep:]
            self._shut(keep, place, b";" if ends else b"")
        if self.opened and self.opened[-1].content is None:
            self.opened[-1].content = indent
        if _CHAIN.match(self.code, start):
            for one in self.opened:
                if one.chain is None and one.sign == "(":
                    one.chain = self._code_end(end_of_last)

    def _is_call(self, bracket: _Open) -> bool:
        if bracket.sign == "{" or bracket.place in self.kept:
            return False
        return _CONSTRUCTOR.search(_line_before(self.code, bracket.place)) is None

    def _is_outside(self, bracket: _Open, first: bytes, indent: int) -> bool:
        if first in (b")", b"]", b"}") or bracket.place in self.kept:
            return False
        if indent <= bracket.indent:
            return not (first == b"{" and indent == bracket.indent)
        return bracket.sign == "{" and bracket.content is not None and bracket.indent < indent < bracket.content

    def _end_statement(self, place: int) -> None:
        """A semicolon ends what is open in round or square brackets, but in the head of a loop."""
        keep = len(self.opened)
        while keep and self.opened[keep - 1].sign != "{" and self.opened[keep - 1].place not in self.kept:
            keep -= 1
        if any(one.is_loop for one in self.opened[keep:]) or (keep and self.opened[keep - 1].sign != "{"):
            return
        self.by_layout += self.opened[keep:]
        self._shut(keep, self._code_end(place), b"")

    def _close(self, sign: str, place: int) -> int | None:
        keep = len(self.opened) - 1
        while keep >= 0 and _PARTNERS[self.opened[keep].sign] != sign:
            if self.opened[keep].sign == "{" and not self.more_braces:
                keep = -1
                break
            keep -= 1
        if keep < 0:
            return next((one.place for one in reversed(self.by_layout) if _PARTNERS[one.sign] == sign), None)
        self._shut(keep + 1, self._code_end(place), b"")
        self.opened.pop()
        return None

    def _shut(self, keep: int, place: int, behind: bytes) -> None:
        """Close all brackets from a depth on: round ones before a line that goes on with the chain, if there is one."""
        inner_place = inner_opened = 0
        for one in reversed(self.opened[keep:]):
            at = place if one.chain is None else one.chain
            if inner_opened < at:
                at = max(at, inner_place)
            end = self._code_end(at)
            last = self.code[end - 1 : end] if at != inner_place else b")"
            is_body = one.sign == "{" and last not in b"{};" and self.ends_statements
            is_empty = one.sign == "(" and _EMPTY.search(self.code, max(0, at - 20), at) is not None
            before = b";" if is_body else b"x" if is_empty else b""
            self.put_in.append((at, -one.place, before + _PARTNERS[one.sign].encode()))
            inner_place, inner_opened = at, one.place
        if behind and keep < len(self.opened):
            self.put_in.append((place, 1, behind))
        del self.opened[keep:]

    def closings(self) -> tuple[Closing, ...]:
        """Give what is put in, place by place, inner brackets first."""
        found: list[Closing] = []
        for place, group in groupby(sorted(self.put_in, key=lambda one: one[:2]), key=lambda one: one[0]):
            members = list(group)
            opened = tuple(sorted(-opener for _, opener, _ in members if opener <= 0))
            found.append(Closing(place, b"".join(sign for _, _, sign in members), opened))
        return tuple(one for one in found if one.opened)

    def _code_end(self, place: int) -> int:
        """Give the place behind the last code before a place."""
        while place and self.code[place - 1] in b" \t\r\n\f":
            place -= 1
        return place


def find_closings(data: bytes, *, ends_statements: bool) -> tuple[Closing, ...]:
    """Say where brackets that are not closed were meant to close; nothing for a text whose brackets match.

    `ends_statements` puts a semicolon where a statement ends so, as Java wants it.
    """
    if len(data) > MOST_BYTES:
        return ()
    code = _NO_CODE.sub(_as_one_word, data)
    if _do_match(code) or _most_open(code) > _MOST_OPEN:
        return ()
    more_braces = code.count(b"{") > code.count(b"}")
    kept: frozenset[int] = frozenset()
    for _ in range(_MOST_TRIES):
        one = _Try(code, kept, more_braces, ends_statements)
        wrong = one.run()
        if wrong is None:
            return one.closings()
        kept |= {wrong}
    return ()


def tell_closing(closing: Closing, data: bytes, file_id: int) -> Diagnostic:
    """Say which brackets do not close, and where they were taken to."""
    named = [_named(data, place) for place in closing.opened[:_MOST_NAMED]]
    more = len(closing.opened) - len(named)
    named += [f"{more} more"] if more else []
    listed = " and ".join((", ".join(named[:-1]), named[-1])) if len(named) > 1 else named[0]
    subject, was, belongs = ("it", "was", "it belongs") if len(named) == 1 else ("they", "were", "they belong")
    line, _ = _position(data, closing.place)
    return Diagnostic(
        Severity.UNSURE,
        CODE,
        f"{listed} {'does' if len(named) == 1 else 'do'} not close.",
        f"By the indentation of the lines, {subject} {was} taken to close at the end of line {line}; "
        "what this statement adds is not certain.",
        Span(file_id, closing.opened[0], max(closing.opened[0] + 1, closing.place)),
        f"Close {'the bracket' if len(named) == 1 else 'the brackets'} where {belongs}.",
    )


def _named(data: bytes, place: int) -> str:
    line, column = _position(data, place)
    return f"`{data[place : place + 1].decode()}` (line {line}, column {column})"


def opens_body(data: bytes, place: int) -> bool:
    """Tell whether a bracket begins the body of a class or function, which what follows shows by itself."""
    return data[place : place + 1] == b"{" and _BODY.search(_line_before(data, place)) is not None


def _line_before(data: bytes, place: int) -> bytes:
    first = max(0, place - _LINE)
    return data[max(first, data.rfind(b"\n", first, place) + 1) : place]


def _as_one_word(match: re.Match[bytes]) -> bytes:
    """Blank comments and put a word for strings, which end on the line on which they begin."""
    text = match[0]
    if text[:1] == b"/":
        return re.sub(rb"[^\n]", b" ", text)
    first, newline, rest = text.partition(b"\n")
    return b"x" * len(first) + newline + re.sub(rb"[^\n]", b" ", rest)


def _do_match(code: bytes) -> bool:
    opened: list[str] = []
    for token in re.finditer(rb"[(){}\[\]]", code):
        sign = token[0].decode("ascii")
        if sign in _PARTNERS:
            opened.append(_PARTNERS[sign])
        elif not opened or opened.pop() != sign:
            return False
    return not opened


def _most_open(code: bytes) -> int:
    """Count how many brackets are open at once at the most, whatever their kinds."""
    steps = (1 if token[0] in b"([{" else -1 for token in re.finditer(rb"[(){}\[\]]", code))
    return max(accumulate(steps, lambda depth, step: max(0, depth + step)), default=0)


def _width(blank: bytes) -> int:
    width = 0
    for sign in blank:
        width += _TAB - width % _TAB if sign == ord("\t") else 1
    return width


def _position(data: bytes, place: int) -> tuple[int, int]:
    start = data.rfind(b"\n", 0, place) + 1
    return data.count(b"\n", 0, start) + 1, len(data[start:place].decode("utf-8", errors="replace")) + 1
