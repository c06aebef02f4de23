"""Read a copy of a text in which brackets are closed that its author left open, at the offsets of the author's text."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable
from dataclasses import replace

from tree_sitter import Tree

from topoviz.engine.diagnostics import Diagnostic
from topoviz.engine.source import Span
from topoviz.engine.syntax.fragment import Fragment
from topoviz.engine.syntax.layout import Closing, find_closings, tell_closing
from topoviz.engine.syntax.parsing import damage

Parse = Callable[[bytes, int, float], tuple[Fragment, Tree]]


def parse_closed(
    parse: Parse, data: bytes, file_id: int, deadline: float, best: tuple[Fragment, Tree], *, ends_statements: bool
) -> tuple[Fragment, Tree]:
    """Give the text as its layout closes it, if that fits the grammar as well as the best that was found before."""
    closings = find_closings(data, ends_statements=ends_statements)
    if not closings:
        return best
    closed, inserted = _with_closings(data, closings)
    fragment, tree = parse(closed, file_id, deadline)
    if damage(tree, deadline) > damage(best[1], deadline):
        return best
    told = tuple(tell_closing(one, data, file_id) for one in closings)
    return _on_top_of(fragment, inserted, told_before=told), tree


def _with_closings(data: bytes, closings: tuple[Closing, ...]) -> tuple[bytes, tuple[int, ...]]:
    """Put brackets into a text; gives it with the offsets of what was put in."""
    pieces: list[bytes] = []
    inserted: list[int] = []
    end = length = 0
    for closing in closings:
        pieces += (data[end : closing.place], closing.brackets)
        length += closing.place - end
        inserted += range(length, length + len(closing.brackets))
        length += len(closing.brackets)
        end = closing.place
    return b"".join((*pieces, data[end:])), tuple(inserted)


def _on_top_of(fragment: Fragment, inserted: tuple[int, ...], *, told_before: tuple[Diagnostic, ...]) -> Fragment:
    """Turn what was read of a closed copy into what was read of the author's text."""

    def place(offset: int) -> int:
        return offset - bisect_left(inserted, offset)

    def moved(one: Diagnostic) -> Diagnostic:
        span = one.span
        return one if span is None else replace(one, span=Span(span.file_id, place(span.start), place(span.end)))

    own = frozenset(inserted)
    by_reader = frozenset(fragment.inserted)
    of_closed = (offset for offset in range(len(fragment.data)) if offset not in by_reader)
    put_in = [offset for number, offset in enumerate(of_closed) if number in own]
    return replace(
        fragment,
        inserted=tuple(sorted((*fragment.inserted, *put_in))),
        elided=frozenset(map(place, fragment.elided)),
        unclosed=frozenset(map(place, fragment.unclosed)),
        diagnostics=(*told_before, *map(moved, fragment.diagnostics)),
    )
