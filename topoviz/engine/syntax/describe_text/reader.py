"""Put the lines of dumps together, one after the other: nodes with their arrows, below their sub-topologies."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Final

from topoviz.engine.description import DescribedNode
from topoviz.engine.source import Span
from topoviz.engine.syntax.describe_text.blocks import Block, Dump, Group
from topoviz.engine.syntax.describe_text.findings import WHOLE, Findings, shown
from topoviz.engine.syntax.describe_text.lines import (
    GLOBAL,
    HEADING,
    heading_number,
    is_gap,
    is_logger,
    read_names,
    read_node,
    split_arrows,
    without_logger,
)
from topoviz.engine.syntax.describe_text.pieces import DECORATION, WORD, Piece
from topoviz.engine.syntax.describe_text.wrapped import Begun, Wrapping

_ELLIPSIS: Final = re.compile(r"\.\.\.|…")
_COUNTED: Final = re.compile(r"\b(?:\w*\d\w*|[a-fA-F]{6,})\b")
_NUMBERS: Final = re.compile(r"[:-]?0(?:[.,:+-]+0)*[:-]?")
_LEVEL: Final = re.compile(r"\b(?:TRACE|DEBUG|INFO|NOTICE|WARN|WARNING|ERROR)\b")
_BLANKS: Final = re.compile(r"\s+")
_MERGE: Final = re.compile(r"(?:<{7}|\|{7}|={7}|>{7})(?:\s|$)")
_FEWEST: Final = 2
_QUOTES: Final = "\"'`"
_LITERAL: Final = re.compile(r"[\"'`]([^\"'`]*)[\"'`]")
# What an event has beside its message.
_MEMBER: Final = re.compile(r"(?<=:)\s*\".*\"")
_LINE_END: Final = "line.separator"
_NO_LITERAL_WORD: Final = re.compile(r"\\.|%n|\W")


@dataclass(slots=True)
class Reader:
    """What is known while lines are read one after the other. `shape` is what stood before the last line of a dump."""

    file_id: int
    wrapping: Wrapping
    dumps: list[Dump] = field(default_factory=list)
    findings: Findings = field(default_factory=Findings)
    dump: Dump | None = None
    group: Group | None = None
    block: Block | None = None
    begun: Begun | None = None
    open: list[Piece] = field(default_factory=list)
    strays: list[Piece] = field(default_factory=list)
    merge: Piece | None = None
    is_merging: bool = False
    told_merges: set[int] = field(default_factory=set)
    between: list[list[Piece]] = field(default_factory=list)
    taken: int = 0
    shape: str = ""
    is_quoted: bool = False
    is_below_globals: bool = False

    def read(self, piece: Piece) -> None:
        """Read one line; a line that is not finished waits for the next."""
        if self._is_other_side(piece):
            return
        if piece.kind == "removed":
            self._close()
            self.findings.note(
                "removed-lines",
                "A diff takes this line away.",
                "It is not read, nor are the others that it takes away.",
                self._span(piece),
                is_once=True,
            )
            return
        if piece.kind == "other":
            if self.begun is not None and not self.wrapping.goes_on(self.begun, self.open[-1], piece):
                self._close()
            is_end = bool(self.open) and piece.text.endswith((")", "]"))
            if is_end or not self._is_silent(piece):
                (self.open or self.strays).append(piece)
            return
        self._close()
        if piece.kind == "blank":
            return
        self.begun = Begun.of(piece) if piece.kind in ("node", "arrow", "heading") else None
        if self.begun is not None:
            self.open = [piece]
        else:
            self._take(piece)

    def _is_other_side(self, piece: Piece) -> bool:
        """Tell whether a line belongs to a merge that was not settled: its marks, and what stands at the second side.

        A whole dump at the second side is one of several.
        """
        if piece.kind == "other" and _MERGE.match(piece.text):
            self._close()
            self.merge = piece if piece.text[0] in "|=" and self.is_merging else None
            self.is_merging = piece.text[0] != ">"
            return True
        if self.merge is None or piece.kind == "header":
            self.merge = None
            return False
        if piece.kind not in ("blank", "other") and self.merge.start not in self.told_merges:
            self.told_merges.add(self.merge.start)
            self.findings.unsure(
                "unsettled-merge",
                "Git could not merge these lines, and left both sides.",
                "The first side is read, the second is not.",
                self._span(piece),
                "Settle the merge, or paste one side.",
            )
        return True

    def finish(self) -> None:
        """Take note that the text is over."""
        self._close()
        self._report_gap()
        self._report_around()
        self._report_between()

    def _close(self) -> None:
        """Take the line that was waiting, with what came after it."""
        self.begun = None
        if len(self.open) == 1:
            self._take(self.open.pop())
        elif self.open:
            first, last = self.open[0], self.open[-1]
            text, is_sure = self.wrapping.joined(self.open)
            self.open = []
            whole = Piece(first.kind, text, first.start, last.end, first.prefix, first.is_quoted)
            self._take(whole)
            if not is_sure:
                self.findings.unsure(
                    "joined-lines",
                    f"This line of the dump goes on in the next: {shown(text)}.",
                    "It is read without a blank between the two; there may have been one.",
                    self._span(whole),
                    WHOLE,
                )

    def _is_silent(self, piece: Piece) -> bool:
        """Tell whether a line holds nothing but signs, tags or what stands before the lines of the dump."""
        text = piece.text
        if is_logger(text):
            return True
        if self.is_below_globals and text.partition("<")[0] == "none":
            return True
        if self.shape and _is_empty_behind(text, self.shape):
            return True
        if self.is_quoted and not any(
            _NO_LITERAL_WORD.sub("", one) for one in _LITERAL.findall(text) if one != _LINE_END
        ):
            return '"""' not in text and not is_gap(text)
        if _ELLIPSIS.search(text) is not None:
            return False
        text = text.replace("\\n", "")
        return WORD.search(text) is None or text.startswith("```") or DECORATION.fullmatch(text) is not None

    def _take(self, piece: Piece) -> None:
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

    def _is_at_home(self, piece: Piece) -> bool:
        """Tell whether a line stands where lines of the dump do: with the same before it as the one before, or none."""
        if piece.is_quoted or not piece.prefix:
            return True
        # CSV has quotes only round what needs them.
        return shape_of(piece.prefix).rstrip(_QUOTES) == self.shape.rstrip(_QUOTES)

    def _take_header(self, piece: Piece) -> None:
        if piece.kind == "globals":
            self._begin(piece)
            self.group = self.block = None
            self.is_below_globals = True
            return
        self._report_gap()
        self._report_around()
        if self.dump is None or self.dump.groups or self.dump.name:
            self._begin_dump()
        self._begin(piece)
        assert self.dump is not None
        self.dump.headers.append(self._span(piece))
        if piece.kind == "named":
            self.dump.name = piece.text.rstrip().removesuffix(":").partition(" ")[2].removeprefix("- ").strip()

    def _begin_dump(self) -> None:
        self.dump = Dump()
        self.dumps.append(self.dump)
        self.group = self.block = None
        self.is_below_globals = False

    def _take_heading(self, piece: Piece) -> bool:
        found = HEADING.match(piece.text)
        rest = without_logger(piece.text[found.end() :]).strip() if found is not None else ""
        is_strict = found is not None and rest in ("", GLOBAL)
        if not is_strict and not (self._is_at_home(piece) and (found is not None or self.dump is not None)):
            # Without a number, or with other words around it, it is a sentence about a sub-topology.
            return False
        number = heading_number(piece.text)
        if number is not None and self.dump is not None and number in self.dump.ids:
            self._report_gap()
            self._report_around()
            self._begin_dump()
        self._begin(piece)
        assert self.dump is not None
        self.block = None
        self.is_below_globals = False
        span = self._span(piece)
        if number is None:
            # Without this the nodes that follow would silently join the sub-topology before.
            self.group = None
            self._report_broken(piece)
            return True
        if not is_strict:
            self.findings.unsure(
                "heading-with-more",
                f"After the number of the sub-topology stands {shown(rest)}, which describe() does not print.",
                "The number is taken, the rest is not read.",
                span,
            )
        self.group = Group(number, "global store" in rest, span)
        self.dump.groups.append(self.group)
        self.dump.ids.add(number)
        return True

    def _take_node(self, piece: Piece) -> bool:
        read = read_node(piece.text)
        if read is None and (self.dump is None or not self._is_at_home(piece)):
            return False
        self._begin(piece)
        assert self.dump is not None
        span = self._span(piece)
        if read is None:
            self._report_broken(piece)
            # The arrows that follow belong to a node that is not there.
            self.block = Block(DescribedNode("Processor", ""), span)
            return True
        node, tail, doubts = read
        for doubt in doubts:
            self.findings.unsure(doubt.code, doubt.reason, doubt.effect, span, doubt.next_step)
        if node.name in self.dump.names:
            self.findings.unsure(
                "node-twice",
                f"A node of the name {shown(node.name)} was described before; names are unique in a topology.",
                "The second block is not shown.",
                span,
                WHOLE,
            )
            self.block = Block(node, span)
            return True
        self.dump.names.add(node.name)
        self.dump.has_other_globals |= self.is_below_globals
        self.block = Block(node, span)
        self._current_group(span).blocks.append(self.block)
        if tail:
            self._add_arrows(tail, span)
        return True

    def _take_arrows(self, piece: Piece) -> bool:
        if self.dump is None or not self._is_at_home(piece) or (self.block is None and not self.dump.groups):
            return False
        self._begin(piece)
        if self.block is None:
            self._report_broken(piece)
        else:
            self._add_arrows(piece.text, self._span(piece))
        return True

    def _add_arrows(self, text: str, span: Span) -> None:
        """Add the names behind each arrow of a line to the current node."""
        assert self.block is not None
        for is_down, words in split_arrows(text):
            names, is_whole = read_names(words)
            kind = self.block.node.kind
            if kind == ("Sink" if is_down else "Source") and names:
                self.findings.unsure(
                    "arrow-of-wrong-kind",
                    f"{shown(self.block.node.name)} is a {kind.lower()} node, which has no such arrow.",
                    "The arrow is not shown.",
                    span,
                )
                continue
            if not is_whole:
                self.findings.unsure(
                    "broken-line",
                    "The names behind this arrow are cut off.",
                    "Edges of the topology are missing.",
                    span,
                    WHOLE,
                )
            self.block.add(names, span, is_down=is_down)

    def _current_group(self, span: Span) -> Group:
        assert self.dump is not None
        if self.group is None:
            self.group = Group(None, is_global=False, span=span)
            self.dump.groups.append(self.group)
        return self.group

    def _begin(self, piece: Piece) -> None:
        """Take note of a line of the dump: strays before it stand between its lines, or before the dump."""
        if self.strays and self.dump is not None:
            self.between.append(self.strays)
            self.strays = []
        self._report_around()
        self.taken += 1
        if self.dump is None:
            self._begin_dump()
        assert self.dump is not None
        self.shape = shape_of(piece.prefix)
        self.is_quoted = piece.is_quoted
        if not piece.is_quoted:
            self.dump.lines.append(self._span(piece))

    def _report_between(self) -> None:
        """Report what stands between lines of the dump, unless it comes again and again: that carries the lines."""
        shapes = [[shape_of(_MEMBER.sub("", one.text)) for one in strays] for strays in self.between]
        counts = Counter(shape for found in shapes for shape in found)
        for found, strays in zip(shapes, self.between, strict=True):
            is_carrier = all(2 * counts[shape] > self.taken > _FEWEST for shape in found)
            if is_carrier and not any(is_gap(one.text) for one in strays):
                continue
            self.findings.unsure(
                "text-inside-dump",
                f"Between lines of the dump stands text that describe() does not print: {shown(strays[0].text)}.",
                "It is not read; what it replaced, if anything, is missing.",
                self._span(strays[0], strays[-1]),
                WHOLE,
            )

    def _report_around(self) -> None:
        if not self.strays:
            return
        self.findings.note(
            "text-around-dump",
            f"This text is not part of a dump: {shown(self.strays[0].text)}.",
            "It is not read.",
            self._span(self.strays[0], self.strays[-1]),
        )
        self.strays = []

    def _report_gap(self) -> None:
        """Say where a dump ends with dots that stand for the rest."""
        gap = next((piece for piece in self.strays if is_gap(piece.text)), None)
        if gap is not None and self.dump is not None:
            self.findings.unsure(
                "left-out",
                f"{shown(gap.text)} stands for a part of the dump that is missing.",
                "That part is missing.",
                self._span(gap),
                WHOLE,
            )

    def _report_broken(self, piece: Piece) -> None:
        self.findings.unsure(
            "broken-line",
            f"This begins like a line of a dump, but does not go on like one: {shown(piece.text)}.",
            "The line is not read; a node, an edge or a sub-topology is missing.",
            self._span(piece),
            WHOLE,
        )

    def _span(self, first: Piece, last: Piece | None = None) -> Span:
        return Span(self.file_id, first.start, (last or first).end)


def shape_of(prefix: str) -> str:
    """Give what stands before a line without what differs from line to line: numbers, times, traces, levels, width."""
    if not prefix:
        return ""
    return _BLANKS.sub(" ", _NUMBERS.sub("0", _COUNTED.sub("0", _LEVEL.sub("INFO", prefix)))).strip()


def _is_empty_behind(text: str, shape: str) -> bool:
    """Tell whether nothing stands where a line of the dump would."""
    found = shape_of(text)
    if found == shape:
        return True
    rest = found[len(shape) :].strip() if found.startswith(shape) else ""
    return is_logger(rest) or (shape[-1] in "\"'`" and rest.lstrip("\\nrt ")[:1] == shape[-1])
