"""What carries a dump: a page, a JSON document, a diff, a log; and its lines as they were before they were carried.

A newline may have become an escape, a tag or an entity. Each part keeps its place in the text that the user has.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

# Other signs that Python takes for space may be part of a name.
SPACE: Final = " \t\u00a0\ufeff"
_ARROW: Final = r"-->|<--|--\\{1,8}u003[eE]|\\{1,8}u003[cC]--|--&gt;|&lt;--"
_WORD: Final = rf"(?:(?:T|Sub-t)opologies:|Topology(?:: | - )|Sub-?topology: |(?:Source|Processor|Sink): |{_ARROW})"
_BLANKS: Final = r"(?:[ \t\u00a0]|\\{1,8}t|\\{1,8}u00a0|&nbsp;){0,60}"
_GLUE: Final = r"\\{0,8}[\"'`][^\"'`]{1,60}"
_OPENS: Final = r"\\{0,8}[\"'`]{1,3}"
_ESCAPED_NEWLINE: Final = re.compile(
    rf"(?P<newline>(?:\\{{1,8}}r)?(?:\\{{1,8}}n|\\{{1,8}}u000[aA]|#012|%n))"
    rf"(?:(?={_BLANKS}{_WORD})|{_GLUE}(?={_OPENS}{_BLANKS}{_WORD}))"
    rf"|{_GLUE}(?={_OPENS}{_BLANKS}{_WORD})"
)
"""A newline in front of a line of a dump; or the end of a literal and what stands before the next one."""
_SIGNS_OF_LITERALS: Final = ("\\", '"', "'", "`", "#012", "%n")
_FIRST_WORD: Final = re.compile(_WORD)
_BREAK: Final = re.compile(r"<br\b[^<>]{0,200}>|</(?:p|div|li|tr|pre|h[1-6])>|&#(?:10|[xX]0?[aA]);", re.IGNORECASE)
_TAG: Final = re.compile(r"<(?:/[a-zA-Z]|[a-zA-Z!])[^<>]*>")
_CARRYING_TAG: Final = re.compile(
    r"</(?:pre|code|span|a|p|div|td|li|body|html|em|strong|script)>|<br\s*/?>|<(?:pre|code|span|html|p)[ >]",
    re.IGNORECASE,
)
_ENTITY: Final = re.compile(
    r"--&(?:amp;)?(?:gt|#62|#[xX]3[eE]);|&(?:amp;)?(?:lt|#60|#[xX]3[cC]);--|&(?:nbsp|#160|#[xX][aA]0);|&#45;"
)
_TWICE: Final = re.compile(r"&amp;(?=(?:[lg]t|amp|quot|nbsp|#\w{1,6});)")
_ESCAPED_ARROW: Final = re.compile(r"(?:^|\s)(?:\\-+\\?-?\\?>|-+\\>|\\?<\\-\\?-|\\<--)\s", re.MULTILINE)
_MARKDOWN_ESCAPE: Final = re.compile(r"\\(?=[\\`*_{}\[\]()#+\-.!<>|~])")
_ESCAPED_SIGN: Final = re.compile(r"\\{1,8}u003([cCeE])")
# The sign that begins it may be escaped, or shown as terminals and editors do.
_ANSI: Final = re.compile(
    r"(?:\x1b|\u241b|\^\[|\\{1,8}(?:u001[bB]|x1[bB]|033|e))(?:\[[0-9;?]{0,30}[A-Za-z]|\][^\x07\x1b]{0,300}(?:\x07|\x1b\\))"
)
_LINE: Final = re.compile(r"[^\r\n\x0b\x0c\x85\u2028\u2029]+")
_ODD_SPACE: Final = re.compile(r"[\u00a0\u2000-\u200a\u202f\u205f\u3000]")
_INVISIBLE: Final = re.compile(r"[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]")
_HYPHEN: Final = re.compile(r"[\u2010\u2011]")
_DIFF: Final = re.compile(r"^(?:@@ -\d|diff --git |```diff\b|--- \S[^\n]*\n\+\+\+ \S)", re.MULTILINE)
_ADDED: Final = re.compile(r"^\+[ \t]*(?:Sub-topology: |(?:Source|Processor|Sink): |-->|<--)", re.MULTILINE)
_REMOVED: Final = re.compile(r"^-[ \t]*(?:Sub-topology: |(?:Source|Processor|Sink): |-->|<--)", re.MULTILINE)


class Part(NamedTuple):
    """What was one line, or stood as one: its text without colours, tags and entities, and its range of UTF-8 bytes.

    `raw` is how it stands in the text, and `width` how many characters the whole line has; 0 for a part of a line.
    """

    raw: str
    bare: str
    start: int
    end: int
    width: int = 0
    is_escaped: bool = False
    is_blank_line: bool = False
    is_removed: bool = False

    def places(self, indexes: Sequence[int]) -> list[int]:
        """Turn ascending indexes in the bare text into offsets; the part's own where something was taken out of it."""
        if self.raw.strip(SPACE) != self.bare.strip(SPACE):
            return [self.start if index == 0 else self.end for index in indexes]
        found: list[int] = []
        before, offset = len(self.raw) - len(self.raw.lstrip(SPACE)), self.start
        for index in indexes:
            offset, before = offset + byte_count(self.raw[before:index]), max(before, index)
            found.append(offset)
        return found


@dataclass(frozen=True, slots=True)
class Carrier:
    """What is known of a whole text before its lines are looked at."""

    has_literals: bool
    has_tags: bool
    has_entities: bool
    has_odd_space: bool
    has_invisible: bool
    has_colours: bool
    has_hyphens: bool
    has_escapes: bool
    is_diff: bool
    is_ascii: bool

    @classmethod
    def of(cls, text: str) -> Carrier:
        """Look a text through once for each way in which it may carry a dump."""
        is_ascii = text.isascii()
        return cls(
            has_literals=any(sign in text for sign in _SIGNS_OF_LITERALS),
            has_tags="<" in text and _CARRYING_TAG.search(text) is not None,
            has_entities="&" in text and _ENTITY.search(text) is not None,
            has_odd_space=not is_ascii and _ODD_SPACE.search(text) is not None,
            has_invisible=not is_ascii and _INVISIBLE.search(text) is not None,
            has_colours=_ANSI.search(text) is not None,
            has_hyphens=_HYPHEN.search(text) is not None,
            has_escapes=_ESCAPED_ARROW.search(text) is not None,
            is_diff=_is_diff(text),
            is_ascii=is_ascii,
        )

    def parts(self, text: str) -> Iterator[Part]:
        """Cut a text into what was a line each."""
        end, offset = 0, 0
        for line in _LINE.finditer(text):
            gap = line.start() - end
            # A gap of one line end holds at most "\r\n"; more means that a blank line lies between.
            between = text[end : line.start()]
            if gap > 2 or between in ("\n\n", "\r\r"):
                yield Part("", "", offset, offset, is_blank_line=True)
            offset, end = offset + (gap if self.is_ascii else byte_count(between)), line.end()
            raw = line.group()
            cuts, is_escaped = self._cuts(raw)
            start = 0
            for cut in [*cuts, len(raw)]:
                if cut == start:
                    continue
                part = raw[start:cut] if cuts else raw
                size = len(part) if self.is_ascii else byte_count(part)
                lead = len(part) - len(part.lstrip(SPACE))
                begin = offset + (lead if self.is_ascii else byte_count(part[:lead]))
                yield Part(
                    part,
                    self._bare(part, is_escaped=is_escaped),
                    begin,
                    offset + size,
                    0 if cuts else len(raw),
                    is_escaped=is_escaped,
                    is_removed=self.is_diff and start == 0 and raw[0] == "-" and raw[:3] not in ("---", "-->"),
                )
                offset, start = offset + size, cut

    def _cuts(self, raw: str) -> tuple[list[int], bool]:
        """Find where lines begin inside a line, and tell whether newlines are escaped in it."""
        cuts: list[int] = []
        is_escaped = False
        if self.has_literals and any(sign in raw for sign in _SIGNS_OF_LITERALS):
            first = _FIRST_WORD.search(raw)
            if first is not None:
                before = [one for one in _ESCAPED_NEWLINE.finditer(raw, 0, first.end()) if one["newline"]]
                found = [*before[-1:], *_ESCAPED_NEWLINE.finditer(raw, first.end())]
                is_escaped = any(one["newline"] for one in found)
                cuts = [one.end() for one in found]
        if (self.has_tags and "<" in raw) or (self.has_entities and "&#" in raw):
            cuts = sorted({*cuts, *(one.end() for one in _BREAK.finditer(raw))})
        return cuts, is_escaped

    def _bare(self, part: str, *, is_escaped: bool) -> str:
        """Take away what a page, a terminal or an escape put into a line."""
        if self.has_colours:
            part = _ANSI.sub("", part)
        if is_escaped and "u003" in part:
            part = _ESCAPED_SIGN.sub(lambda one: "<" if one[1] in "cC" else ">", part)
        if self.has_tags and "<" in part:
            part = _TAG.sub("", part)
        if self.has_entities and "&" in part:
            part = html.unescape(_TWICE.sub("&", part))
        if self.has_escapes and "\\" in part:
            part = _MARKDOWN_ESCAPE.sub("", part)
        if self.has_hyphens:
            part = _HYPHEN.sub("-", part)
        if self.has_odd_space or "\u00a0" in part:
            part = _ODD_SPACE.sub(" ", part)
        return _INVISIBLE.sub("", part) if self.has_invisible else part


def _is_diff(text: str) -> bool:
    # A search for what a line begins with looks at every sign of the text; most texts have none of these.
    if text[:1] != "+" and not any(sign in text for sign in ("\n+", "@@ -", "diff --git ", "```diff")):
        return False
    return _DIFF.search(text) is not None or (_ADDED.search(text) is not None and _REMOVED.search(text) is not None)


def byte_count(text: str) -> int:
    return len(text.encode("utf-8", errors="replace"))
