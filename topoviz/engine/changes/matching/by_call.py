"""Pairs nodes that the same call of the program makes, where both topologies were read from code.

A call is the same where its line is, also where that line stands elsewhere now, or where it stands between calls that
are and has the same name.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from topoviz.engine.changes.aligned import aligned
from topoviz.engine.changes.matching.graph import Graph
from topoviz.engine.changes.matching.pairs import Evidence, Pairing
from topoviz.engine.changes.matching.thing import Thing
from topoviz.engine.source import Bundle, Origin, Span


@dataclass(frozen=True, slots=True)
class Written:
    """Where each node of a topology was written; empty for what was not read from code."""

    bundle: Bundle | None
    origins: Mapping[Thing, Origin]


Path = tuple[Span, ...]
"""The calls that lead to a node, outermost first, and the one that makes it."""


@dataclass(frozen=True, slots=True)
class Calls:
    """The calls that make each thing, as the new text has them; none for a thing whose calls are not in both texts."""

    old: Sequence[Path | None]
    new: Sequence[Path | None]


def calls_in_both(old: Graph, old_written: Written, new: Graph, new_written: Written) -> Calls:
    """Say which calls of both texts make which thing; topologies that were not read from code have none."""
    if old_written.bundle is None or new_written.bundle is None:
        return Calls([None] * len(old.things), [None] * len(new.things))
    same = _same_calls(old_written.bundle, _spans(old_written), new_written.bundle, _spans(new_written))
    kept = {span: span for span in same.values()}
    return Calls(
        [_path(old_written.origins.get(thing), same) for thing in old.things],
        [_path(new_written.origins.get(thing), kept) for thing in new.things],
    )


def pair_by_call(pairing: Pairing, calls: Calls) -> None:
    """Pair nodes of one call; of several, those with the same name but for its number, then those of one sort."""
    ours = _by_path(pairing.open_old(), calls.old)
    theirs = _by_path(pairing.open_new(), calls.new)
    for path, here in ours.items():
        there = theirs.get(path, [])
        for key in (_mark, _sort):
            left, right = _grouped(here, pairing.old.things, key), _grouped(there, pairing.new.things, key)
            for kind, places in left.items():
                others = right.get(kind, [])
                if len(places) == len(others) == 1:
                    pairing.pair(places[0], others[0], Evidence.CALL)


def _mark(thing: Thing) -> Hashable:
    return thing.sort, thing.mark


def _sort(thing: Thing) -> Hashable:
    return thing.sort


def _grouped(places: Iterable[int], things: Sequence[Thing], key: object) -> dict[Hashable, list[int]]:
    assert callable(key)
    found: defaultdict[Hashable, list[int]] = defaultdict(list)
    for place in places:
        found[key(things[place])].append(place)
    return found


def _path(origin: Origin | None, same: Mapping[Span, Span]) -> Path | None:
    """Give the calls of a thing by those of the new text; one of which a call is gone has none."""
    if origin is None:
        return None
    path = tuple(same.get(span) for span in (*origin.callers, origin.span))
    known = tuple(span for span in path if span is not None)
    return known if len(known) == len(path) else None


def _by_path(places: Iterable[int], paths: Sequence[Path | None]) -> dict[Path, list[int]]:
    found: defaultdict[Path, list[int]] = defaultdict(list)
    for place in places:
        path = paths[place]
        if path is not None:
            found[path].append(place)
    return found


def _spans(written: Written) -> list[Span]:
    return sorted({span for origin in written.origins.values() for span in (*origin.callers, origin.span)})


def _same_calls(old: Bundle, ours: Sequence[Span], new: Bundle, theirs: Sequence[Span]) -> dict[Span, Span]:
    """Say which call of the new text is which of the old one, file by file."""
    found: dict[Span, Span] = {}
    files = _same_files(old, new)
    by_file: defaultdict[int, list[Span]] = defaultdict(list)
    for span in theirs:
        by_file[span.file_id].append(span)
    for file_id, there in files.items():
        left = [span for span in ours if span.file_id == file_id]
        right = by_file[there]
        lines = [_line_key(old, span) for span in left], [_line_key(new, span) for span in right]
        kept = aligned(*lines)
        moved = _moved(*lines, kept)
        places_now = set(moved.values())
        found.update((left[one], right[other]) for one, other in (*kept, *moved.items()))
        for before, after in _gaps(kept, len(left), len(right)):
            here = [left[place] for place in before if place not in moved]
            others = [right[place] for place in after if place not in places_now]
            names = [old.text_at(span) for span in here], [new.text_at(span) for span in others]
            found.update((here[one], others[other]) for one, other in aligned(*names))
    return found


def _moved(old: Sequence[Hashable], new: Sequence[Hashable], kept: Iterable[tuple[int, int]]) -> dict[int, int]:
    """Give the places of lines that stand elsewhere now: each text that is there once on both sides."""
    staying = {one for one, _ in kept}
    counts = Counter(old), Counter(new)
    there = {line: place for place, line in enumerate(new) if counts[1][line] == 1}
    once = ((place, line) for place, line in enumerate(old) if place not in staying and counts[0][line] == 1)
    return {place: there[line] for place, line in once if line in there}


def _gaps(kept: Sequence[tuple[int, int]], old: int, new: int) -> Iterable[tuple[range, range]]:
    last_old = last_new = 0
    for one, other in (*kept, (old, new)):
        if one > last_old and other > last_new:
            yield range(last_old, one), range(last_new, other)
        last_old, last_new = one + 1, other + 1


def _same_files(old: Bundle, new: Bundle) -> dict[int, int]:
    """Pair files of one name; where each side has one file, it is the same, whatever it is called."""
    if len(old.files) == len(new.files) == 1:
        return {0: 0}
    places = {file.name: place for place, file in enumerate(new.files)}
    return {place: places[file.name] for place, file in enumerate(old.files) if file.name in places}


def _line_key(bundle: Bundle, span: Span) -> Hashable:
    """Give the line of a call without its indentation, and which call of the line it is."""
    file = bundle.files[span.file_id]
    start = file.data.rfind(b"\n", 0, span.start) + 1
    end = file.data.find(b"\n", span.end)
    line = file.data[start : end if end >= 0 else len(file.data)]
    indent = len(line) - len(line.lstrip())
    return line.strip(), span.start - start - indent
