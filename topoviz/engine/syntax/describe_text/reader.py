"""Put the lines of a dump together, one after the other: nodes with their arrows, below their sub-topologies."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Final

from topoviz.engine.description import DescribedNode
from topoviz.engine.source import Span
from topoviz.engine.syntax.describe_text.blocks import Block, Group
from topoviz.engine.syntax.describe_text.findings import WHOLE, Findings, shown
from topoviz.engine.syntax.describe_text.lines import (
    HEADING,
    heading_number,
    is_finished,
    is_gap,
    read_names,
    read_node,
    split_arrows,
)
from topoviz.engine.syntax.describe_text.pieces import DECORATION, WORD, Piece

_ELLIPSIS: Final = re.compile(r"\.\.\.|…")
_DIGITS: Final = re.compile(r"\d+")
_GLOBAL: Final = "for global store (will not generate tasks)"


@dataclass(slots=True)
class Reader:
    """What is known while lines are read one after the other."""

    file_id: int
    groups: list[Group] = field(default_factory=list)
    findings: Findings = field(default_factory=Findings)
    has_begun: bool = False
    has_ended: bool = False
    names: set[str] = field(default_factory=set)
    ids: set[int] = field(default_factory=set)
    group: Group | None = None
    block: Block | None = None
    open: list[Piece] = field(default_factory=list)
    strays: list[Piece] = field(default_factory=list)
    is_below_globals: bool = False

    def read(self, piece: Piece) -> None:
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
        if piece.kind in ("node", "arrow") and not is_finished(piece):
            self.open = [piece]
        else:
            self._take(piece)

    def finish(self) -> None:
        """Take note that the text is over."""
        if not self.has_ended:
            self._close()
        gap = next((piece for piece in self.strays if is_gap(piece.text)), None)
        if gap is not None:
            self.findings.unsure(
                "left-out",
                f"{shown(gap.text)} stands for a part of the dump that was left out.",
                "That part is missing.",
                self._span(gap),
                WHOLE,
            )
        if self.strays:
            self._report_around()

    def _close(self) -> None:
        """Take the line that was waiting, with what came after it."""
        if self.open:
            first, last = self.open[0], self.open[-1]
            text = " ".join(piece.text for piece in self.open)
            self.open = []
            self._take(Piece(first.kind, text, first.start, last.end, first.log_prefix))

    def _is_silent(self, piece: Piece) -> bool:
        """Tell whether a line holds nothing but signs, tags or the prefix of a log."""
        text = piece.text
        if self.is_below_globals and text.partition("<")[0] == "none":
            return True
        if self.block is not None and _shape(text) == _shape(self.block.log_prefix):
            return True
        if _ELLIPSIS.search(text) is not None:
            return False
        text = text.replace("\\n", "")
        return WORD.search(text) is None or text.startswith("```") or DECORATION.fullmatch(text) is not None

    def _ends_dump(self, piece: Piece) -> bool:
        """Tell whether another dump begins here; then all the rest is left out, with a diagnostic."""
        if not self.groups:
            return False
        number = heading_number(piece.text) if piece.kind == "heading" else None
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

    def _take_header(self, piece: Piece) -> None:
        self._begin()
        if piece.kind == "globals":
            self.group = self.block = None
            self.is_below_globals = True

    def _take_heading(self, piece: Piece) -> bool:
        found = HEADING.match(piece.text)
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
                f"After the number of the sub-topology stands {shown(rest)}, which describe() does not print.",
                "The number is taken, the rest is not read.",
                span,
            )
        self.group = Group(number, "global store" in rest, span)
        self.groups.append(self.group)
        self.ids.add(number)
        return True

    def _take_node(self, piece: Piece) -> bool:
        read = read_node(piece.text)
        if read is None and (piece.log_prefix or not self.has_begun):
            return False
        self._begin()
        span = self._span(piece)
        if read is None:
            self._report_broken(piece)
            # The arrows that follow belong to a node that is not there.
            self.block = Block(DescribedNode("Processor", ""), span, log_prefix="")
            return True
        node, tail, doubts = read
        for doubt in doubts:
            self.findings.unsure(doubt.code, doubt.reason, doubt.effect, span, doubt.next_step)
        if node.name in self.names:
            self.findings.unsure(
                "node-twice",
                f"A node of the name {shown(node.name)} was described before; names are unique in a topology.",
                "The second block is left out.",
                span,
                "Paste one dump at a time.",
            )
            self.block = Block(node, span, piece.log_prefix)
            return True
        self.names.add(node.name)
        self.block = Block(node, span, piece.log_prefix)
        self._current_group(span).blocks.append(self.block)
        if tail:
            self._add_arrows(tail, span)
        return True

    def _take_arrows(self, piece: Piece) -> bool:
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
        for is_down, words in split_arrows(text):
            names, is_whole = read_names(words)
            kind = self.block.node.kind
            if kind == ("Sink" if is_down else "Source") and names:
                self.findings.unsure(
                    "arrow-of-wrong-kind",
                    f"{shown(self.block.node.name)} is a {kind.lower()} node, which has no such arrow.",
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
                    WHOLE,
                )
            self.block.add(names, span, is_down=is_down)

    def _current_group(self, span: Span) -> Group:
        if self.group is None:
            self.group = Group(None, is_global=False, span=span)
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
            f"Between lines of the dump stands text that describe() does not print: {shown(self.strays[0].text)}.",
            "It is not read; what it replaced, if anything, is missing.",
            self._span(self.strays[0], self.strays[-1]),
            WHOLE,
        )
        self.strays = []

    def _report_around(self) -> None:
        self.findings.note(
            "text-around-dump",
            f"This text is not part of a dump: {shown(self.strays[0].text)}.",
            "It is not read.",
            self._span(self.strays[0], self.strays[-1]),
        )
        self.strays = []

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


def _shape(prefix: str) -> str:
    """Give the prefix of a log line without what differs from line to line."""
    return _DIGITS.sub("0", prefix.strip())
