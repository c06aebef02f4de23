"""Read the text of Topology#describe(), as Kafka Streams prints it and as people paste it.

The canonical text is read to the byte. Around it and inside it may stand what logs, documentation, string literals and
comments add. A line that stands between the lines of a dump and cannot be read is never passed over in silence: it ends
as a diagnostic. Every line is looked at once, and each step on a line costs what the line is long.

Kafka: TopologyDescription and its inner classes in InternalTopologyBuilder; 1.x printed nodes on one line each.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, Literal

from topoviz.engine.description import DescribedGroup, DescribedNode, Description
from topoviz.engine.diagnostics import Diagnostic, Severity
from topoviz.engine.source import SourceFile, Span

MOST_OF_ONE_CODE: Final = 100
"""After so many diagnostics of one code the others are only counted."""


def read_description(file: SourceFile, file_id: int) -> tuple[Description | None, tuple[Diagnostic, ...]]:
    """Read the first dump of a text; no description when there is not one line of a dump.

    The diagnostics are in the order of the text; UNSURE ones say what may be missing or wrong in the description.
    """
    reader = _Reader(file_id)
    for piece in _pieces(file.text):
        reader.read(piece)
    reader.finish()
    if not reader.has_begun:
        return None, (_nothing_found(file, file_id),)
    groups = _numbered(reader.groups, reader.findings)
    _check(groups, reader.findings)
    description = Description(tuple(_describe(group) for group in groups))
    _say_what_dumps_lack(description, reader.findings)
    return description, _in_text_order(reader.findings.diagnostics)


# --- pieces: the lines of the text without what was put around them ---------------------------------------------------

_DOWN: Final = r"-->|-=>|–>|—>|→"
_UP: Final = r"<--|<=-|<–|<—|←"
_ARROW: Final = re.compile(rf"(?P<down>{_DOWN})|(?P<up>{_UP})")
_LATER_ARROW: Final = re.compile(rf"(?<=\s)(?:(?P<down>{_DOWN})|(?P<up>{_UP}))(?=\s)")
_KEYWORD: Final = re.compile(
    r"(?<![\w.\-])(?:"
    r"(?P<header>(?:T|Sub-t)opologies:\s*$)|(?P<named>Topology: )|(?P<globals>Global Stores:\s*$)"
    r"|(?P<heading>Sub-?topology\b)|(?P<node>(?:Source|Processor|Sink):)"
    rf")|(?P<arrow>{_DOWN}|{_UP})"
)
_ESCAPED_NEWLINE: Final = re.compile(
    r"\\n(?=(?:[ \t]|\\t){0,40}(?:(?:T|Sub-t)opologies:|Sub-topology: |(?:Source|Processor|Sink): "
    r"|-->|<--|--\\u003[eE]|\\u003[cC]--))"
)
_ESCAPE: Final = re.compile(r"\\(?:u(?P<code>[0-9a-fA-F]{4})|(?P<sign>.))")
_ESCAPED_SIGN: Final = re.compile(r"\\u003[cCeE]")
_ANSI: Final = re.compile(r"\x1b\[[0-9;]*m")
_LINE: Final = re.compile(r"[^\r\n]+")
# Other signs that Python takes for space may be part of a name.
_SPACE: Final = " \t\u00a0\ufeff"
# Quotes, comment signs, margins and tags may stand before a line of a dump; each alternative begins differently, so
# that no text is tried twice.
_DECORATION: Final = re.compile(r"(?:[\s\ufeff*#>|/\"'`+(]|<[a-zA-Z/][^<>]*>)*")
_LOG_PREFIX: Final = re.compile(r"\d:\d\d|\b(?:TRACE|DEBUG|INFO|WARN|WARNING|ERROR)\b|\|\s*$")
_ELLIPSIS: Final = re.compile(r"\.\.\.|…")
_WORD: Final = re.compile(r"\w")

Kind = Literal["header", "named", "globals", "heading", "node", "arrow", "blank", "other"]


@dataclass(frozen=True, slots=True)
class _Piece:
    """One line, or one escaped line of a string: its text from the first word of a dump on, and where it stands."""

    kind: Kind
    text: str
    start: int
    end: int
    log_prefix: str = ""


def _pieces(text: str) -> Iterator[_Piece]:
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
            yield _Piece("blank", "", offset, offset)
        offset, end = offset + gap, line.end()
        raw = line.group()
        quote = ""
        cuts = [found.end() for found in _ESCAPED_NEWLINE.finditer(raw)] if "\\n" in raw else []
        start = 0
        for cut in [*cuts, len(raw)]:
            part = raw[start:cut]
            size = len(part) if is_ascii else _byte_count(part)
            lead = len(part) - len(part.lstrip(_SPACE))
            begin = offset + (lead if is_ascii else _byte_count(part[:lead]))
            bare = _ANSI.sub("", part) if "\x1b" in part else part
            bare = html.unescape(bare) if has_entities else bare
            bare = _ESCAPED_SIGN.sub(lambda one: "<" if one[0][-1] in "cC" else ">", bare) if cuts else bare
            piece, quote = _piece(bare.strip(_SPACE), begin, offset + size, quote, is_escaped=bool(cuts))
            offset, start = offset + size, cut
            yield _without_tail(piece, has_tags=has_tags, has_text_block=has_text_block)


def _byte_count(text: str) -> int:
    return len(text.encode("utf-8", errors="replace"))


def _piece(text: str, start: int, end: int, quote: str, *, is_escaped: bool) -> tuple[_Piece, str]:
    """Classify a line by the first word of a dump in it; the second value is the quote that is still open."""
    if not text:
        return _Piece("blank", "", start, end), quote
    found = _KEYWORD.match(text) if not quote and not is_escaped else None
    if found is not None:
        return _Piece(_kind(found), text, start, end), ""
    found = _QUOTED_HEADER.search(text) or _KEYWORD.search(text)
    if found is None:
        return _Piece("other", text, start, end), quote
    lead, rest = text[: found.start()], text[found.start() :]
    before = lead.rstrip()[-1:]
    quote = before if before in ('"', "'", "`") else quote
    if quote or is_escaped:
        rest = _unquoted(rest, quote).strip(_SPACE)
        found = _KEYWORD.match(rest) or found
    kind = _kind(found)
    if quote or is_escaped or kind == "header" or _DECORATION.fullmatch(lead) is not None:
        return _Piece(kind, rest, start, end), quote
    if _LOG_PREFIX.search(lead) is not None:
        return _Piece(kind, rest, start, end, lead), quote
    return _Piece("other", text, start, end), quote


# The header as a string literal has it: in front of an escaped newline or the closing quote.
_QUOTED_HEADER: Final = re.compile(r"(?<=[\"'`])(?P<header>(?:T|Sub-t)opologies:)(?= ?(?:\\n|[\"'`]))")


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


def _without_tail(piece: _Piece, *, has_tags: bool, has_text_block: bool) -> _Piece:
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
    if has_text_block and (block := text.find('"""', 0, end)) >= 0 and _WORD.search(text, block, end) is None:
        end = block
    return _Piece(piece.kind, text[:end].rstrip(_SPACE), piece.start, piece.end, piece.log_prefix)


# --- reading: from pieces to blocks -----------------------------------------------------------------------------------


@dataclass(slots=True)
class _Findings:
    """The diagnostics so far; of those with one code only the first are kept."""

    diagnostics: list[Diagnostic] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)

    def unsure(self, code: str, reason: str, effect: str, span: Span, next_step: str = "") -> None:
        """Say that the description may be wrong or lack something."""
        self._add(Diagnostic(Severity.UNSURE, code, reason, effect, span, next_step))

    def note(self, code: str, reason: str, effect: str, span: Span | None = None, next_step: str = "") -> None:
        """Say what is worth knowing."""
        self._add(Diagnostic(Severity.NOTE, code, reason, effect, span, next_step))

    def _add(self, diagnostic: Diagnostic) -> None:
        count = self.counts.get(diagnostic.code, 0) + 1
        self.counts[diagnostic.code] = count
        if count > MOST_OF_ONE_CODE + 1:
            return
        if count > MOST_OF_ONE_CODE:
            more = f"There are more than {MOST_OF_ONE_CODE} findings of this kind; the others are not listed."
            diagnostic = replace(diagnostic, reason=more, span=None)
        self.diagnostics.append(diagnostic)


@dataclass(slots=True)
class _Block:
    """A node in the making. Names come with the span of their line; None until a line with arrows was seen."""

    node: DescribedNode
    span: Span
    log_prefix: str
    below: dict[str, Span] | None = None
    above: dict[str, Span] | None = None

    def add(self, names: Iterable[str], span: Span, *, is_down: bool) -> None:
        """Add the names behind an arrow; some texts give each name a line of its own."""
        known = (self.below if is_down else self.above) or {}
        for name in names:
            known.setdefault(name, span)
        if is_down:
            self.below = known
        else:
            self.above = known


@dataclass(slots=True)
class _Group:
    """A sub-topology in the making; its number is None when no readable heading stood before its nodes."""

    id: int | None
    is_global: bool
    span: Span
    blocks: list[_Block] = field(default_factory=list)


@dataclass(slots=True)
class _Reader:
    """What is known while lines are read one after the other."""

    file_id: int
    groups: list[_Group] = field(default_factory=list)
    findings: _Findings = field(default_factory=_Findings)
    has_begun: bool = False
    has_ended: bool = False
    names: set[str] = field(default_factory=set)
    ids: set[int] = field(default_factory=set)
    group: _Group | None = None
    block: _Block | None = None
    open: list[_Piece] = field(default_factory=list)
    strays: list[_Piece] = field(default_factory=list)
    is_below_globals: bool = False

    def read(self, piece: _Piece) -> None:
        """Read one line; a line that is not finished waits for the next."""
        if self.has_ended:
            return
        if piece.kind == "other":
            if not self._is_silent(piece):
                (self.open or self.strays).append(piece)
            return
        self._close()
        if piece.kind == "blank" or self._ends_dump(piece):
            return
        if piece.kind in ("node", "arrow") and not _is_finished(piece):
            self.open = [piece]
        else:
            self._take(piece)

    def finish(self) -> None:
        """Take note that the text is over."""
        if not self.has_ended:
            self._close()
        gap = next((piece for piece in self.strays if _is_gap(piece.text)), None)
        if gap is not None:
            self.findings.unsure(
                "left-out",
                f"{_shown(gap.text)} stands for a part of the dump that was left out.",
                "That part is missing.",
                self._span(gap),
                _WHOLE,
            )
        if self.strays:
            self._report_around()

    def _close(self) -> None:
        """Take the line that was waiting, with what came after it."""
        if self.open:
            first, last = self.open[0], self.open[-1]
            text = " ".join(piece.text for piece in self.open)
            self.open = []
            self._take(_Piece(first.kind, text, first.start, last.end, first.log_prefix))

    def _is_silent(self, piece: _Piece) -> bool:
        """Tell whether a line holds nothing but signs, tags or the prefix of a log."""
        text = piece.text
        if self.is_below_globals and text.partition("<")[0] == "none":
            return True
        if self.block is not None and _shape(text) == _shape(self.block.log_prefix):
            return True
        if _ELLIPSIS.search(text) is not None:
            return False
        text = text.replace("\\n", "")
        return _WORD.search(text) is None or text.startswith("```") or _DECORATION.fullmatch(text) is not None

    def _ends_dump(self, piece: _Piece) -> bool:
        """Tell whether another dump begins here; then all the rest is left out, with a diagnostic."""
        if not self.groups:
            return False
        number = _heading_number(piece.text) if piece.kind == "heading" else None
        if piece.kind not in ("header", "named") and (number is None or number not in self.ids):
            return False
        self.has_ended = True
        self.findings.unsure(
            "several-dumps",
            "Another dump begins here."
            if number is None
            else f"Sub-topology {number} was described before, so another dump begins here.",
            "Only the dump before it is shown; from here on nothing was read.",
            self._span(piece),
            "Paste one dump at a time.",
        )
        return True

    def _take(self, piece: _Piece) -> None:
        match piece.kind:
            case "node":
                is_taken = self._take_node(piece)
            case "arrow":
                is_taken = self._take_arrows(piece)
            case "heading":
                is_taken = self._take_heading(piece)
            case _:
                is_taken = True
                self._take_header(piece)
        if not is_taken:
            self.strays.append(piece)

    def _take_header(self, piece: _Piece) -> None:
        self._begin()
        if piece.kind == "globals":
            self.group = self.block = None
            self.is_below_globals = True

    def _take_heading(self, piece: _Piece) -> bool:
        found = _HEADING.match(piece.text)
        if found is None and (piece.log_prefix or not self.has_begun):
            return False
        self._begin()
        self.block = None
        self.is_below_globals = False
        span = self._span(piece)
        if found is None:
            # Without this the nodes that follow would silently join the sub-topology before.
            self.group = None
            self._report_broken(piece)
            return True
        number, rest = int(found["number"]), piece.text[found.end() :].strip()
        if rest and rest != _GLOBAL:
            self.findings.unsure(
                "heading-with-more",
                f"After the number of the sub-topology stands {_shown(rest)}, which describe() does not print.",
                "The number is taken, the rest is not read.",
                span,
            )
        self.group = _Group(number, "global store" in rest, span)
        self.groups.append(self.group)
        self.ids.add(number)
        return True

    def _take_node(self, piece: _Piece) -> bool:
        read = _read_node(piece.text)
        if read is None and (piece.log_prefix or not self.has_begun):
            return False
        self._begin()
        span = self._span(piece)
        if read is None:
            self._report_broken(piece)
            # The arrows that follow belong to a node that is not there.
            self.block = _Block(DescribedNode("Processor", ""), span, log_prefix="")
            return True
        node, tail, doubts = read
        for doubt in doubts:
            self.findings.unsure(doubt.code, doubt.reason, doubt.effect, span, doubt.next_step)
        if node.name in self.names:
            self.findings.unsure(
                "node-twice",
                f"A node of the name {_shown(node.name)} was described before; names are unique in a topology.",
                "The second block is left out.",
                span,
                "Paste one dump at a time.",
            )
            self.block = _Block(node, span, piece.log_prefix)
            return True
        self.names.add(node.name)
        self.block = _Block(node, span, piece.log_prefix)
        self._current_group(span).blocks.append(self.block)
        if tail:
            self._add_arrows(tail, span)
        return True

    def _take_arrows(self, piece: _Piece) -> bool:
        block = self.block
        if not self.has_begun or (piece.log_prefix and (block is None or not block.log_prefix)):
            return False
        self._begin()
        if block is None:
            self._report_broken(piece)
        else:
            self._add_arrows(piece.text, self._span(piece))
        return True

    def _add_arrows(self, text: str, span: Span) -> None:
        """Add the names behind each arrow of a line to the current node."""
        assert self.block is not None
        for is_down, words in _split_arrows(text):
            names, is_whole = _read_names(words)
            kind = self.block.node.kind
            if kind == ("Sink" if is_down else "Source") and names:
                self.findings.unsure(
                    "arrow-of-wrong-kind",
                    f"{_shown(self.block.node.name)} is a {kind.lower()} node, which has no such arrow.",
                    "The arrow is left out.",
                    span,
                )
                continue
            if not is_whole:
                self.findings.unsure(
                    "broken-line",
                    "The names behind this arrow are cut off.",
                    "Edges of the topology are missing.",
                    span,
                    _WHOLE,
                )
            self.block.add(names, span, is_down=is_down)

    def _current_group(self, span: Span) -> _Group:
        if self.group is None:
            self.group = _Group(None, is_global=False, span=span)
            self.groups.append(self.group)
        return self.group

    def _begin(self) -> None:
        """Take note of a line of the dump: strays before it stand between its lines, or before the dump."""
        if self.strays:
            (self._report_between if self.has_begun else self._report_around)()
        self.has_begun = True

    def _report_between(self) -> None:
        self.findings.unsure(
            "text-inside-dump",
            f"Between lines of the dump stands text that describe() does not print: {_shown(self.strays[0].text)}.",
            "It is not read; what it replaced, if anything, is missing.",
            self._span(self.strays[0], self.strays[-1]),
            _WHOLE,
        )
        self.strays = []

    def _report_around(self) -> None:
        self.findings.note(
            "text-around-dump",
            f"This text is not part of a dump: {_shown(self.strays[0].text)}.",
            "It is not read.",
            self._span(self.strays[0], self.strays[-1]),
        )
        self.strays = []

    def _report_broken(self, piece: _Piece) -> None:
        self.findings.unsure(
            "broken-line",
            f"This begins like a line of a dump, but does not go on like one: {_shown(piece.text)}.",
            "The line is not read; a node, an edge or a sub-topology is missing.",
            self._span(piece),
            _WHOLE,
        )

    def _span(self, first: _Piece, last: _Piece | None = None) -> Span:
        return Span(self.file_id, first.start, (last or first).end)


def _shape(prefix: str) -> str:
    """Give the prefix of a log line without what differs from line to line."""
    return _DIGITS.sub("0", prefix.strip())


_DIGITS: Final = re.compile(r"\d+")
_GLOBAL: Final = "for global store (will not generate tasks)"
_WHOLE: Final = "Paste the whole text that Topology.describe() gives."
_HEADING: Final = re.compile(r"Sub-?topology:\s*(?P<number>[0-9]{1,9})(?![\w?])")


def _heading_number(text: str) -> int | None:
    found = _HEADING.match(text)
    return int(found["number"]) if found is not None else None


def _is_gap(text: str) -> bool:
    """Tell whether a line says that lines were left out."""
    return text.strip("[(<*#/ ").startswith(("...", "…"))


def _is_finished(piece: _Piece) -> bool:
    """Tell whether a line needs no other: a closing bracket for a node, a last name for an arrow."""
    text = piece.text
    if piece.kind == "arrow":
        return not text.endswith(",") and _ARROW.fullmatch(text) is None
    return text.endswith(")") or _TAIL.search(text) is not None


# --- one line ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Doubt:
    """Why a line that was read may mean something else."""

    code: str
    reason: str
    effect: str
    next_step: str = ""


_TAIL: Final = re.compile(rf"\)\s*(?:{_DOWN}|{_UP})\s")
_LABELS: Final = {
    "Source": ("(topics: ",),
    "Processor": ("(stores: ",),
    "Sink": ("(topic: ", "(extractor class: "),
}
_TOPIC: Final = re.compile(r"[a-zA-Z0-9._\-]+")


def _read_node(text: str) -> tuple[DescribedNode, str, list[_Doubt]] | None:
    """Read `Kind: name (inside)`; the second value is what follows the bracket on the same line: arrows."""
    kind, _, rest = text.partition(":")
    tail = ""
    if not rest.endswith(")"):
        found = _TAIL.search(rest)
        if found is None:
            return None
        rest, tail = rest[: found.start() + 1], rest[found.start() + 1 :].strip(_SPACE)
    # A list cannot hold a bracket, so its label is the last; what an extractor prints can hold anything.
    find = rest.find if kind == "Sink" else rest.rfind
    places = {find(label): label for label in _LABELS[kind]}
    places.pop(-1, None)
    start = min(places, default=0)
    label = places.get(start, "")
    name = rest[:start].strip(_SPACE)
    if not name:
        return None
    inside = rest[start + len(label) : -1]
    doubts = []
    if sum(rest.count(one) for one in _LABELS[kind]) > 1:
        doubts.append(_AMBIGUOUS)
    node = _node(kind, name, label, inside, is_old=rest[start - 1] != " ", doubts=doubts)
    return (node, tail, doubts) if node is not None else None


def _node(kind: str, name: str, label: str, inside: str, *, is_old: bool, doubts: list[_Doubt]) -> DescribedNode | None:
    """Make a node of what stands in its brackets; adds to the doubts."""
    listed = _listed(inside)
    match kind:
        case "Source" if listed is not None:
            if not listed:
                doubts.append(_NO_TOPICS)
            elif not all(_TOPIC.fullmatch(topic) for topic in listed):
                doubts.append(_MAYBE_PATTERN)
            return DescribedNode("Source", name, topics=listed)
        case "Source" if is_old and all(_TOPIC.fullmatch(topic) for topic in inside.split(", ")):
            doubts.append(_OLD_TOPICS)
            return DescribedNode("Source", name, topics=tuple(inside.split(", ")))
        case "Source":
            return DescribedNode("Source", name, pattern=inside)
        case "Processor" if listed is not None:
            return DescribedNode("Processor", name, stores=listed)
        case "Sink" if label == "(topic: ":
            if inside == "null":
                doubts.append(_NULL_TOPIC)
            return DescribedNode("Sink", name, topic=inside)
        case "Sink":
            return DescribedNode("Sink", name, extractor=inside)
        case _:
            return None


_AMBIGUOUS: Final = _Doubt(
    "ambiguous-line",
    "The name of the node, or what stands in the brackets, looks like describe() text itself.",
    "Where the name ends is not certain.",
)
_NO_TOPICS: Final = _Doubt(
    "source-without-topics",
    "The source has no topics. Kafka Streams 2.1 and 2.2.0 print this for a source with a pattern.",
    "What the source reads is not known.",
    "Take the dump with a later version of Kafka Streams.",
)
_MAYBE_PATTERN: Final = _Doubt(
    "maybe-pattern",
    "The brackets hold signs that no topic name can have; a pattern may begin and end with brackets too.",
    "It is shown as topics.",
)
_OLD_TOPICS: Final = _Doubt(
    "old-format",
    "Kafka Streams 1.x prints topics and a pattern alike, without brackets.",
    "It is shown as topics.",
    "Take the dump with a later version of Kafka Streams.",
)
_NULL_TOPIC: Final = _Doubt(
    "null-topic",
    "Kafka Streams 2.0 prints null where an extractor names the topic.",
    "The sink is shown with a topic of the name null.",
)


def _listed(inside: str) -> tuple[str, ...] | None:
    """Split `[a, b]`; None when there are no brackets."""
    if not (inside.startswith("[") and inside.endswith("]")) or len(inside) < 2:
        return None
    return tuple(inside[1:-1].split(", ")) if inside != "[]" else ()


def _split_arrows(text: str) -> Iterator[tuple[bool, str]]:
    """Cut a line at its arrows: whether each points down, and the words behind it."""
    first = _ARROW.match(text)
    found = [first] if first is not None else []
    found.extend(_LATER_ARROW.finditer(text, first.end() if first is not None else 0))
    ends = [one.start() for one in found[1:]] + [len(text)]
    for one, end in zip(found, ends, strict=True):
        yield one.lastgroup == "down", text[one.end() : end].strip(_SPACE)


def _read_names(words: str) -> tuple[tuple[str, ...], bool]:
    """Split the names behind an arrow; the second value is False when the list is cut off."""
    if words == "none":
        return (), True
    is_whole = bool(words) and not words.endswith(",")
    return tuple(name for name in words.removesuffix(",").split(", ") if name), is_whole


def _shown(text: str) -> str:
    """Quote a text in a sentence, shortened."""
    return f"“{text}”" if len(text) <= 60 else f"“{text[:59]}…”"


# --- the whole dump ---------------------------------------------------------------------------------------------------


def _numbered(groups: Sequence[_Group], findings: _Findings) -> list[_Group]:
    """Give a number to nodes that stand under no heading, and say so."""
    taken = {group.id for group in groups if group.id is not None}
    for place, group in enumerate(groups):
        if group.id is not None:
            continue
        following = next((later.id for later in groups[place:] if later.id is not None), None)
        # Sub-topologies are printed in ascending order, so a lost heading most likely had the number before the next.
        if following is not None and following > 0 and following - 1 not in taken:
            group.id = following - 1
        else:
            group.id = max(taken, default=-1) + 1
        taken.add(group.id)
        findings.unsure(
            "no-heading",
            "No readable line with the number of the sub-topology stands before these nodes.",
            f"They are shown as sub-topology {group.id}.",
            group.span,
            _WHOLE,
        )
    return list(groups)


@dataclass(frozen=True, slots=True)
class _Dump:
    """Blocks and groups by the names of nodes, the group that used a store first, and names reported as missing."""

    blocks: dict[str, _Block]
    groups: dict[str, _Group]
    store_groups: dict[str, _Group] = field(default_factory=dict)
    missing: set[str] = field(default_factory=set)


def _check(groups: Sequence[_Group], findings: _Findings) -> None:
    """Hold the lines of the dump against each other."""
    dump = _Dump(
        {block.node.name: block for group in groups for block in group.blocks},
        {block.node.name: group for group in groups for block in group.blocks},
    )
    for group in groups:
        if not group.blocks:
            findings.unsure(
                "empty-group",
                f"No node of sub-topology {group.id} is described.",
                "It is shown without nodes.",
                group.span,
                _WHOLE,
            )
        is_whole = True
        for block in group.blocks:
            is_whole &= _check_lines(block, findings)
            is_whole &= _check_arrows(block, group, dump, findings)
            _check_stores(block, group, dump, findings)
        if is_whole and _falls_apart(group):
            findings.unsure(
                "falls-apart",
                f"The nodes of sub-topology {group.id} are not all connected by arrows or state stores.",
                "They may belong to several sub-topologies between which a heading is missing.",
                group.span,
                _WHOLE,
            )
    if "none" in dump.blocks:
        findings.unsure(
            "node-called-none",
            "A node has the name none, which describe() also prints where there is no node.",
            "Arrows to and from that node are not shown.",
            dump.blocks["none"].span,
        )


def _check_lines(block: _Block, findings: _Findings) -> bool:
    """Report a block without its arrows."""
    lines = [
        arrow
        for arrow, names, kind in (("-->", block.below, "Sink"), ("<--", block.above, "Source"))
        if names is None and block.node.kind != kind
    ]
    if not lines:
        return True
    findings.unsure(
        "missing-arrows",
        f"The block of {_shown(block.node.name)} has no line with {' and none with '.join(lines)}.",
        "Edges of the topology may be missing.",
        block.span,
        _WHOLE,
    )
    return False


def _check_arrows(block: _Block, group: _Group, dump: _Dump, findings: _Findings) -> bool:
    """Report names that no block describes, and arrows that the other end does not have."""
    name = block.node.name
    is_whole = True
    for names, is_down in ((block.below, True), (block.above, False)):
        for other, span in (names or {}).items():
            if other not in dump.groups:
                is_whole = False
                if other not in dump.missing:
                    dump.missing.add(other)
                    findings.unsure(
                        "missing-node",
                        f"{_shown(other)} is named by an arrow but the dump does not describe it; "
                        "the dump may be cut off.",
                        "The node and what lies behind it are missing.",
                        span,
                        _WHOLE,
                    )
            elif dump.groups[other] is not group:
                is_whole = False
                findings.unsure(
                    "arrow-to-other-group",
                    f"The arrow between {_shown(name)} and {_shown(other)} leads to another sub-topology.",
                    "The arrow makes no edge: nodes that are connected belong to one sub-topology.",
                    span,
                    _WHOLE,
                )
            elif not _answers(dump.blocks[other], name, is_down=is_down):
                way, back = ("to", "from") if is_down else ("from", "to")
                findings.unsure(
                    "one-sided-arrow",
                    f"{_shown(name)} has an arrow {way} {_shown(other)}, which has none {back} it.",
                    "The edge is shown; one of the two blocks was changed or belongs to another dump.",
                    span,
                    _WHOLE,
                )
    return is_whole


def _answers(block: _Block, name: str, *, is_down: bool) -> bool:
    """Tell whether the other end has the arrow too; a line that is missing was reported before."""
    names = block.above if is_down else block.below
    if names is None:
        return block.node.kind != ("Source" if is_down else "Sink")
    return name in names


def _check_stores(block: _Block, group: _Group, dump: _Dump, findings: _Findings) -> None:
    """Report a store that two sub-topologies use."""
    for store in block.node.stores:
        if dump.store_groups.setdefault(store, group) is not group:
            findings.unsure(
                "store-in-two-groups",
                f"The state store {_shown(store)} is used in two sub-topologies; Kafka Streams would join them.",
                "The sub-topologies are shown as the dump has them.",
                block.span,
                "Paste one dump at a time.",
            )


def _falls_apart(group: _Group) -> bool:
    """Tell whether arrows and stores leave nodes of a group without connection."""
    neighbours: dict[tuple[str, str], list[tuple[str, str]]] = {}
    for block in group.blocks:
        this = ("node", block.node.name)
        others = [("node", name) for name in (*(block.below or ()), *(block.above or ()))]
        neighbours.setdefault(this, [])
        for other in (*others, *(("store", store) for store in block.node.stores)):
            neighbours[this].append(other)
            neighbours.setdefault(other, []).append(this)
    seen: set[tuple[str, str]] = set()
    waiting = [("node", block.node.name) for block in group.blocks[:1]]
    while waiting:
        place = waiting.pop()
        if place not in seen:
            seen.add(place)
            waiting.extend(neighbours[place])
    return len(seen) < len(neighbours)


def _describe(group: _Group) -> DescribedGroup:
    assert group.id is not None
    return DescribedGroup(group.id, group.is_global, tuple(_described(block) for block in group.blocks))


def _described(block: _Block) -> DescribedNode:
    node = block.node
    return DescribedNode(
        node.kind,
        node.name,
        node.topics,
        node.pattern,
        node.stores,
        node.topic,
        node.extractor,
        successors=tuple(block.below or ()),
        predecessors=tuple(block.above or ()),
    )


# --- what is said about the dump as a whole ---------------------------------------------------------------------------


def _nothing_found(file: SourceFile, file_id: int) -> Diagnostic:
    if not file.text.strip("\ufeff \t\r\n"):
        reason = "The text is empty."
    else:
        reason = "The text has no line that Topology.describe() prints."
    return Diagnostic(
        Severity.UNREADABLE,
        "no-dump",
        reason,
        "There is nothing to show.",
        Span(file_id, 0, len(file.data)),
        "Paste the whole text that Topology.describe() gives; it begins with “Topologies:”.",
    )


def _say_what_dumps_lack(description: Description, findings: _Findings) -> None:
    """Say once what no dump holds, if it concerns this one."""
    if not description.groups:
        findings.note(
            "empty-dump",
            "The dump has no sub-topology.",
            "There is nothing to draw; if the application has nodes, the dump is cut off behind its first line.",
            next_step=_WHOLE,
        )
    elif any(node.stores or node.kind == "Sink" for group in description.groups for node in group.nodes):
        findings.note(
            "not-in-a-dump",
            "describe() prints no partition counts, no copartition groups, no kinds of state stores, and not which "
            "stores are logged or restore from a source topic.",
            "What depends on these is not known here; repartition topics are told by their names.",
            next_step="Paste the code of the application to see them.",
        )


def _in_text_order(diagnostics: Sequence[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Sort by place; what has no place comes last."""
    return tuple(
        sorted(diagnostics, key=lambda one: (one.span is None, (one.span.start, one.span.end) if one.span else (0, 0)))
    )
