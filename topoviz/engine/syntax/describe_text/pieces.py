"""Cut a text into pieces: its lines, without what logs, documentation and string literals put around them.

A piece knows which word of a dump it begins with, and where in the text it stands; what the words behind it mean is
not known here.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

DOWN: Final = r"-->|-=>|–>|—>|→"
UP: Final = r"<--|<=-|<–|<—|←"
_KEYWORD: Final = re.compile(
    r"(?<![\w.\-])(?:"
    r"(?P<header>(?:T|Sub-t)opologies:\s*$)|(?P<named>Topology: )|(?P<globals>Global Stores:\s*$)"
    r"|(?P<heading>Sub-?topology\b)|(?P<node>(?:Source|Processor|Sink):)"
    rf")|(?P<arrow>{DOWN}|{UP})"
)
_ESCAPED_NEWLINE: Final = re.compile(
    r"\\n(?=(?:[ \t]|\\t){0,40}(?:(?:T|Sub-t)opologies:|Sub-topology: |(?:Source|Processor|Sink): "
    r"|-->|<--|--\\u003[eE]|\\u003[cC]--))"
)
# The header as a string literal has it: in front of an escaped newline or the closing quote.
_QUOTED_HEADER: Final = re.compile(r"(?<=[\"'`])(?P<header>(?:T|Sub-t)opologies:)(?= ?(?:\\n|[\"'`]))")
_ESCAPE: Final = re.compile(r"\\(?:u(?P<code>[0-9a-fA-F]{4})|(?P<sign>.))")
_ESCAPED_SIGN: Final = re.compile(r"\\u003[cCeE]")
_ANSI: Final = re.compile(r"\x1b\[[0-9;]*m")
_LINE: Final = re.compile(r"[^\r\n]+")
# Other signs that Python takes for space may be part of a name.
SPACE: Final = " \t\u00a0\ufeff"
# Quotes, comment signs, margins and tags may stand before a line of a dump; each alternative begins differently, so
# that no text is tried twice.
DECORATION: Final = re.compile(r"(?:[\s\ufeff*#>|/\"'`+(]|<[a-zA-Z/][^<>]*>)*")
_LOG_PREFIX: Final = re.compile(r"\d:\d\d|\b(?:TRACE|DEBUG|INFO|WARN|WARNING|ERROR)\b|\|\s*$")
WORD: Final = re.compile(r"\w")

Kind = Literal["header", "named", "globals", "heading", "node", "arrow", "blank", "other"]


@dataclass(frozen=True, slots=True)
class Piece:
    """One line, or one escaped line of a string: its text from the first word of a dump on, and where it stands."""

    kind: Kind
    text: str
    start: int
    end: int
    log_prefix: str = ""


def pieces(text: str) -> Iterator[Piece]:
    """Cut a text into lines, also at the newlines escaped in string literals and JSON."""
    is_ascii = text.isascii()
    has_entities = "--&gt;" in text or "&lt;--" in text
    has_tags = "<pre" in text or "<code" in text or "</code>" in text
    has_text_block = '"""' in text
    end, offset = 0, 0
    for line in _LINE.finditer(text):
        gap = line.start() - end
        # A gap of one line end holds at most "\r\n"; more means that a blank line lies between.
        if gap > 2 or text[end : line.start()] in ("\n\n", "\r\r"):
            yield Piece("blank", "", offset, offset)
        offset, end = offset + gap, line.end()
        raw = line.group()
        quote = ""
        cuts = [found.end() for found in _ESCAPED_NEWLINE.finditer(raw)] if "\\n" in raw else []
        start = 0
        for cut in [*cuts, len(raw)]:
            part = raw[start:cut]
            size = len(part) if is_ascii else _byte_count(part)
            lead = len(part) - len(part.lstrip(SPACE))
            begin = offset + (lead if is_ascii else _byte_count(part[:lead]))
            bare = _ANSI.sub("", part) if "\x1b" in part else part
            bare = html.unescape(bare) if has_entities else bare
            bare = _ESCAPED_SIGN.sub(lambda one: "<" if one[0][-1] in "cC" else ">", bare) if cuts else bare
            piece, quote = _piece(bare.strip(SPACE), begin, offset + size, quote, is_escaped=bool(cuts))
            offset, start = offset + size, cut
            yield _without_tail(piece, has_tags=has_tags, has_text_block=has_text_block)


def _byte_count(text: str) -> int:
    return len(text.encode("utf-8", errors="replace"))


def _piece(text: str, start: int, end: int, quote: str, *, is_escaped: bool) -> tuple[Piece, str]:
    """Classify a line by the first word of a dump in it; the second value is the quote that is still open."""
    if not text:
        return Piece("blank", "", start, end), quote
    found = _KEYWORD.match(text) if not quote and not is_escaped else None
    if found is not None:
        return Piece(_kind(found), text, start, end), ""
    found = _QUOTED_HEADER.search(text) or _KEYWORD.search(text)
    if found is None:
        return Piece("other", text, start, end), quote
    lead, rest = text[: found.start()], text[found.start() :]
    before = lead.rstrip()[-1:]
    quote = before if before in ('"', "'", "`") else quote
    if quote or is_escaped:
        rest = _unquoted(rest, quote).strip(SPACE)
        found = _KEYWORD.match(rest) or found
    kind = _kind(found)
    if quote or is_escaped or kind == "header" or DECORATION.fullmatch(lead) is not None:
        return Piece(kind, rest, start, end), quote
    if _LOG_PREFIX.search(lead) is not None:
        return Piece(kind, rest, start, end, lead), quote
    return Piece("other", text, start, end), quote


def _kind(found: re.Match[str]) -> Kind:
    match found.lastgroup:
        case "named":
            ending = found.string.rstrip()
            if ending.endswith("opologies:"):
                return "header"
            return "named" if ending.endswith(":") else "other"
        case "header" | "globals" | "heading" | "node" | "arrow" as kind:
            return kind
        case _:
            return "other"


def _unquoted(text: str, quote: str) -> str:
    """Take what stands before the closing quote, and resolve its escapes."""
    end = text.find(quote) if quote else -1
    while end > 0 and text[end - 1] == "\\":
        end = text.find(quote, end + 1)
    end = len(text) if end < 0 else end
    while text.endswith(("\\n", "\\r"), 0, end):
        end -= 2
    plain = _ESCAPE.sub(lambda one: chr(int(one["code"], 16)) if one["code"] else _sign(one["sign"]), text[:end])
    # Two escapes may be the halves of one character.
    return plain if plain.isascii() else plain.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _sign(sign: str) -> str:
    return {"n": " ", "r": " ", "t": "\t"}.get(sign, sign)


def _without_tail(piece: Piece, *, has_tags: bool, has_text_block: bool) -> Piece:
    """Drop closing tags, and the end of a text block, behind a line of a dump."""
    if piece.kind in ("blank", "other") or not (has_tags or has_text_block):
        return piece
    text = piece.text
    end = len(text)
    while has_tags and text.endswith(">", 0, end):
        tag = text.rfind("</", 0, end)
        if tag < 0 or not text[tag + 2 : end - 1].isalnum():
            break
        end = tag
    if has_text_block and (block := text.find('"""', 0, end)) >= 0 and WORD.search(text, block, end) is None:
        end = block
    return Piece(piece.kind, text[:end].rstrip(SPACE), piece.start, piece.end, piece.log_prefix)
