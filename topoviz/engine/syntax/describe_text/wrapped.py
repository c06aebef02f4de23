"""Join the lines of a dump that a terminal or a mail program has broken.

A terminal breaks a line at its width, inside a word too; whoever folds text breaks it at a blank, and describe() prints
those behind commas and labels only, for names of topics and stores hold none.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Final

from topoviz.engine.syntax.describe_text.lines import is_finished, read_names, read_node, split_arrows
from topoviz.engine.syntax.describe_text.pieces import Piece

_NARROWEST: Final = 40
_NAMES: Final = re.compile(r"(?:, ?)?[^\s,]+(?:, [^\s,]+)*,?")
_NAME: Final = re.compile(r"\w+: (.+?) \((?:topics?|stores|extractor class):")
_BREAKS_BEFORE: Final = re.compile(r"\((?:topics|stores|topic|extractor class): |class: ")
_BREAKS_BEHIND: Final = re.compile(
    r"(?:,|-->|<--|^(?:Source|Processor|Sink):|\((?:topics|stores|topic|extractor class):|\(extractor)$"
)


@dataclass(frozen=True)
class Begun:
    """A line that waits for the next, and what is asked of it for each line that comes."""

    line: Piece
    is_unfinished: bool

    @classmethod
    def of(cls, line: Piece) -> Begun | None:
        """Give None for a line that is complete, so that the next cannot belong to it."""
        is_unfinished = not is_finished(line)
        may_go_on = is_unfinished or (line.kind == "arrow" and (line.is_broken or line.width >= _NARROWEST))
        return cls(line, is_unfinished) if may_go_on else None

    @cached_property
    def last_name(self) -> str:
        """The last name behind its last arrow."""
        return _last_name(self.line.text)


@dataclass
class Wrapping:
    """How wide the widest line of the dump is, and which nodes are described in a line of their own."""

    pieces: Sequence[Piece]

    @cached_property
    def width(self) -> int:
        """The characters of the widest line of a dump."""
        return max((one.width for one in self.pieces if one.kind in ("node", "arrow", "heading")), default=0)

    @cached_property
    def described(self) -> frozenset[str]:
        """The names of nodes that stand in one line; looked for only where a line may go on."""
        nodes = [one for one in self.pieces if one.kind == "node"]
        whole = {read[0].name for one in nodes if is_finished(one) and (read := read_node(one.text)) is not None}
        begun = {_NAME.match(one.text) for one in nodes if not is_finished(one)}
        return frozenset(whole | {found[1] for found in begun if found is not None})

    def goes_on(self, begun: Begun, last: Piece, following: Piece) -> bool:
        """Tell whether a line that is none of a dump goes on with the one that is waiting, and its last part so far."""
        if begun.is_unfinished:
            return True
        if following.prefix or _NAMES.fullmatch(following.text) is None:
            return False
        if last.text.endswith(","):
            return True
        end = begun.last_name if last is begun.line else _end_of(last)
        leads_to_a_node = end in self.described or (end == "none" and last is begun.line)
        if leads_to_a_node and not following.text.startswith(","):
            return False
        if self._is_full(last):
            return True
        return f"{begun.last_name}{following.text.partition(', ')[0]}" in self.described

    def joined(self, lines: Sequence[Piece]) -> tuple[str, bool]:
        """Join lines, and tell whether it is certain that there was no blank between them."""
        parts, end, is_sure = [lines[0].text], lines[0].text[-40:], True
        for before, line in pairwise(lines):
            has_blank = _BREAKS_BEHIND.search(end) is not None or _BREAKS_BEFORE.match(line.text) is not None
            if not has_blank:
                is_full = self._is_full(before)
                has_blank = is_full and (before.blanks[1] or (line.blanks[0] and not first_of_fold(line)))
                is_sure = is_sure and is_full
            parts += [" ", line.text] if has_blank else [line.text]
            end = f"{end}{' ' if has_blank else ''}{line.text}"[-40:]
        text = "".join(parts)
        return text, is_sure or (lines[0].kind == "arrow" and self._leads_to_a_node(text))

    def _is_full(self, piece: Piece) -> bool:
        """Tell whether a line is as wide as any: where a terminal breaks lines."""
        return piece.is_broken or piece.width >= max(_NARROWEST, self.width)

    def _leads_to_a_node(self, text: str) -> bool:
        return _last_name(text) in self.described or _last_name(text) == "none"


def first_of_fold(piece: Piece) -> bool:
    """Tell whether a line was indented by whoever folded the text."""
    return piece.width - len(piece.text) > 1


def _end_of(piece: Piece) -> str:
    return piece.text.rpartition(", ")[2]


def _last_name(text: str) -> str:
    names = [name for _, words in split_arrows(text) for name in read_names(words)[0]]
    return names[-1] if names else "none"
