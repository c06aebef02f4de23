"""Cut a text into pieces: its lines, without what logs, documentation and string literals put around them.

A piece knows which word of a dump it begins with, and where in the text it stands; what the words behind it mean is
not known here. Every step on a line costs what the line is long.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Final, Literal, NamedTuple

from topoviz.engine.syntax.describe_text.carrier import SPACE, Carrier

DOWN: Final = r"-->|-=>|–>|—>|→|⟶"
UP: Final = r"<--|<=-|<–|<—|←|⟵"
_KEYWORD: Final = re.compile(
    r"(?<![\w.\-])(?:"
    r"(?P<header>(?:T|Sub-t)opologies:\s*(?:\([\w.$:]+\)\s*)?$)|(?P<named>Topology(?:: | - ))"
    r"|(?P<globals>Global Stores:\s*$)"
    r"|(?P<heading>Sub-?topology\b)|(?P<node>(?:Source|Processor|Sink):)"
    rf")|(?P<arrow>{DOWN}|{UP})"
)
# The header as a string literal has it: in front of an escaped newline or the closing quote.
_QUOTED_HEADER: Final = re.compile(r"(?<=[\"'`])(?P<header>(?:T|Sub-t)opologies:)(?=\s*(?:\\+[nr]|\\*[\"'`]))")
_ESCAPE: Final = re.compile(r"\\(?:u(?P<code>[0-9a-fA-F]{4})|(?P<sign>.))")
_OPENING: Final = re.compile(r"\\{0,8}(?:\"\"\"|'''|[\"'`])$")
_FRAMES: Final = tuple("|│┃║")
HEADER: Final = re.compile(r"(?<![\w.\-])(?:T|Sub-t)opologies:$")
# Quotes, comment signs, margins and bullets may stand before a line of a dump.
DECORATION: Final = re.compile(r"(?:[\s*#>|│┃║▌/\"'`+(•·;%-]|\d+[.):-](?=\s|$))*")
WORD: Final = re.compile(r"\w")
_LABEL: Final = re.compile(r"\((?:topics|stores|topic|extractor class): ")
_FIRST: Final = re.compile(
    rf"(?<=\s)(?:Sub-?topology: \d|(?:Source|Processor|Sink): |(?:{DOWN}|{UP})\s|Topolog(?:ies:|y: |y - ))"
)
# As Java prints a list of lines.
_LISTED_HEADING: Final = re.compile(r"Sub-?topology: \d{1,9}(?: for global store \(will not generate tasks\))?, ")
_LISTED: Final = re.compile(
    rf",(?= {{1,20}}(?:Sub-?topology: \d|(?:Source|Processor|Sink): |(?:{DOWN}|{UP})\s|, |\]$))"
)
_BEGINNING: Final = re.compile(
    r"(?<![\w.\-])(?:(?P<header>(?:T|Sub-t)opologies:|Topology(?:: | - ))|(?P<heading>Sub-?topology: \d)"
    rf"|(?P<node>(?:Source|Processor|Sink): ))|(?P<arrow>(?:{DOWN}|{UP})\s)"
)
_WHOLE_HEADING: Final = re.compile(r"Sub-?topology: \d{1,9}(?: for global store \(will not generate tasks\))?\s{0,60}")
_WHOLE_HEADER: Final = re.compile(r"(?:(?:T|Sub-t)opologies|Topology(?:: | - )\S{1,300}):\s{0,60}")

Kind = Literal["header", "named", "globals", "heading", "node", "arrow", "blank", "removed", "other"]


class Piece(NamedTuple):
    """One line, or one part of a line that stands for one: its text from the first word of a dump on, and its place.

    `prefix` is what stood before that word, unless it was mere decoration. `width` is how many characters the line
    has, and 0 when it is only a part of one; `blanks` tells whether it begins and ends with a blank. `lead` is the
    decoration in front; a broken line has lost a mark that said that it goes on.
    """

    kind: Kind
    text: str
    start: int
    end: int
    prefix: str = ""
    is_quoted: bool = False
    width: int = 0
    blanks: tuple[bool, bool] = (False, False)
    lead: str = ""
    is_broken: bool = False


def pieces(text: str) -> Iterator[Piece]:
    """Cut a text into lines, also where newlines are escaped, are tags, or were lost."""
    carrier = Carrier.of(text)
    quote = ""
    for part in carrier.parts(text):
        if part.is_blank_line:
            yield Piece("blank", "", part.start, part.start)
            continue
        if part.is_removed:
            yield Piece("removed", part.bare.strip(SPACE), part.start, part.end)
            continue
        bare = part.bare
        if _LISTED_HEADING.search(bare) is not None:
            bare = _LISTED.sub(" ", bare)
        cuts = _collapsed(bare) if "(" in bare else []
        places = [part.start, *part.places(cuts), part.end] if cuts else [part.start, part.end]
        ends = [0, *cuts, len(bare)]
        for index, start in enumerate(ends[:-1]):
            inside = bare[start : ends[index + 1]]
            piece, quote = _piece(
                inside.strip(SPACE), places[index], places[index + 1], quote, is_escaped=part.is_escaped
            )
            blanks = (inside[:1] in SPACE, inside[-1:] in SPACE)
            yield piece._replace(width=0 if cuts else part.width, blanks=blanks)


def _collapsed(line: str) -> list[int]:
    """Cut a line that holds several lines of a dump, whose newlines were lost: where each but the first begins.

    It is cut only behind what is a whole line of a dump, for names may hold any words.
    """
    indent = len(line) - len(line.lstrip())
    cuts = [cut for one in _FIRST.finditer(line) if (cut := one.start()) > indent]
    if not cuts or _LABEL.search(line) is None:
        return []
    found: list[int] = []
    start = 0
    is_whole = _wholeness(line, start)
    for cut in cuts:
        if is_whole(cut):
            found.append(cut)
            start = cut
            is_whole = _wholeness(line, start)
    return found


def _wholeness(line: str, start: int) -> Callable[[int], bool]:
    """Give what tells whether the line of a dump that begins at a place, or behind it, is whole where it is cut."""
    word = _BEGINNING.search(line, start)
    if word is None:
        return lambda _: False
    at, behind = word.start(), word.end()
    match word.lastgroup:
        case "node":
            label = _LABEL.search(line, at)
            return lambda cut: label is not None and label.end() < cut and line[_end(line, cut) - 1] == ")"
        case "arrow":
            return lambda cut: behind < _end(line, cut) and line[_end(line, cut) - 1] != ","
        case "heading":
            return lambda cut: _WHOLE_HEADING.fullmatch(line, at, cut) is not None
        case _:
            return lambda cut: _WHOLE_HEADER.fullmatch(line, at, cut) is not None


def _end(line: str, cut: int) -> int:
    """Leave out the blanks in front of a place."""
    while cut > 0 and line[cut - 1] in SPACE:
        cut -= 1
    return cut


def _piece(text: str, start: int, end: int, quote: str, *, is_escaped: bool) -> tuple[Piece, str]:
    """Classify a line by the first word of a dump in it; the second value is the quote that is still open."""
    if not text:
        return Piece("blank", "", start, end), quote
    found = _KEYWORD.match(text) if not quote and not is_escaped else None
    if found is not None:
        return Piece(_kind(found), _without_tail(text), start, end), ""
    found = _QUOTED_HEADER.search(text) or _KEYWORD.search(text)
    if found is None:
        if quote:
            return Piece("other", text, start, end), "" if quote in text else quote
        return Piece("other", text, start, end), '"""' if text.endswith('"""') else ""
    lead, rest = text[: found.start()], text[found.start() :]
    opening = _OPENING.search(lead.rstrip())
    quote = opening[0] if opening is not None else quote
    is_quoted = bool(quote or is_escaped)
    if is_quoted:
        rest, is_closed = _unquoted(rest, quote)
        rest = rest.strip(SPACE)
        quote = "" if is_closed else quote
        found = _KEYWORD.match(rest) or found
    kind = _kind(found)
    is_decoration = DECORATION.fullmatch(lead) is not None
    rest = _without_tail(rest)
    if is_decoration and lead.lstrip()[:1] in _FRAMES and rest[-1:] in _FRAMES:
        rest = rest[:-1].rstrip(SPACE)
    piece = Piece(kind, rest, start, end, "" if is_decoration else lead, is_quoted)
    return piece._replace(lead=lead.strip()) if is_decoration and not is_quoted else piece, quote


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


def _unquoted(text: str, quote: str) -> tuple[str, bool]:
    """Take what stands before the closing quote, and resolve its escapes; the second value tells whether it closes.

    A literal inside a literal has escaped quotes, and everything in it is escaped twice.
    """
    end = text.find(quote) if quote else -1
    while end > 0 and text[end - 1] == "\\":
        end = text.find(quote, end + 1)
    is_closed = end >= 0
    end = len(text) if end < 0 else end
    while (newline := _LAST_NEWLINE.search(text, max(0, end - 8), end)) is not None:
        end = newline.start()
    plain = text[:end]
    for _ in range(min(3, quote.count("\\") + 1)):
        if "\\" not in plain:
            break
        plain = _ESCAPE.sub(lambda one: chr(int(one["code"], 16)) if one["code"] else _sign(one["sign"]), plain)
    # Two escapes may be the halves of one character.
    return plain if plain.isascii() else plain.encode("utf-16", "surrogatepass").decode("utf-16", "replace"), is_closed


_LAST_NEWLINE: Final = re.compile(r"(?:\\{1,8}[nr]|#012|%n)\s*$")
_SIGNS: Final = {"n": " ", "r": " ", "t": "\t"}


def _sign(sign: str) -> str:
    """Resolve an escape; what is none in any language was meant as it stands: a pattern has such."""
    return _SIGNS.get(sign, sign if sign in "\\\"'`/$ " else f"\\{sign}")


_TAIL: Final = re.compile(r"(?:\s*(?:\*/|\"\"\"|'''|\s\||```)[\s;,)]*)+$")


def _without_tail(text: str) -> str:
    """Drop the end of a comment, of a text block or of a table behind a line of a dump."""
    if text[-1:] not in "/\"'|;`)," or not any(sign in text for sign in ("*/", '"""', "'''", " |", "```")):
        return text
    end = len(text)
    found = _TAIL.search(text, max(0, end - 40))
    return text[: found.start()].rstrip(SPACE) if found is not None else text
