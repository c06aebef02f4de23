"""What changes in a topology and what stands beside it, as a chart: both versions in one, few things at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from topoviz.engine.changes.compare import Change
from topoviz.engine.changes.finding import Level
from topoviz.engine.changes.matching.graph import Way, graph_of
from topoviz.engine.changes.matching.match import Matched
from topoviz.engine.changes.matching.thing import Sort, Thing
from topoviz.engine.changes.side import Side
from topoviz.engine.changes.sub_topologies import Fate
from topoviz.rendering.forms.chart import CHANGE_WORDS, KIND_WORDS, Chart, Edge, Frame, Node
from topoviz.rendering.picture import Change as Fates
from topoviz.rendering.picture import Kind
from topoviz.rendering.words import Marks, counted, number_of, runtime_kind, runtime_title

MOST_CHANGED: Final = 30
MOST_SHOWN: Final = 45
MOST_EDGES: Final = 90
_LONGEST: Final = 150
"""Characters of a name."""

_KINDS: Final = {
    Sort.STORE: Kind.STORE,
    Sort.GLOBAL_STORE: Kind.GLOBAL_STORE,
    Sort.TOPIC: Kind.TOPIC,
    Sort.REPARTITION_TOPIC: Kind.REPARTITION,
}
_ORDER: Final = (Sort.STORE, Sort.REPARTITION_TOPIC, Sort.GLOBAL_STORE, Sort.TOPIC)
"""What is shown first where not everything is; steps come behind."""
_FORWARD: Final = (Way.FEEDS, Way.WRITES, Way.IS_READ)


@dataclass(frozen=True, slots=True)
class _Shown:
    """A thing of either version, and what became of it; `was` is its old name where that is another."""

    side: Side
    thing: Thing
    fate: Fates
    was: str = ""


def changed_part(change: Change) -> Chart | None:
    """Draw what changes with its surroundings; None where only numbers of names do."""
    shown = dict(_things(change))
    links = list(_links(change, shown))
    changed = [key for key, one in shown.items() if one.fate is not Fates.SAME]
    if not changed:
        return None
    first = sorted(changed, key=lambda key: _rank(shown[key]))[:MOST_CHANGED]
    kept = _with_surroundings(first, links)
    edges = [edge for edge in links if edge.tail in kept and edge.head in kept]
    frames = _frames(change)
    group_of = {key: _group_of(shown[key]) for key in kept}
    used = {group for group in group_of.values() if group is not None}
    return Chart(
        "What changes",
        f"{counted(len(changed), 'thing')} of {len(shown):,} with what stands beside them.",
        tuple(_node(key, shown[key], group_of[key]) for key in shown if key in kept),
        tuple(edges[:MOST_EDGES]),
        tuple(Frame(f"frame{group}", frames[group]) for group in sorted(used)),
        tuple(_notes(len(changed), len(first), len(edges))),
    )


def _things(change: Change) -> Iterator[tuple[str, _Shown]]:
    """Give all things of both versions by keys of ours: those of the new version, then what is gone."""
    compared = change.compared
    old_of = {one.new: one for one in compared.matching.matched}
    concerned = {
        name for one in change.findings if one.level >= Level.STOP_ALL and len(one.new) == 1 for name in one.new
    }
    for place, thing in enumerate(graph_of(compared.new.topology).things):
        match = old_of.get(thing)
        fate = Fates.NEW if match is None else _fate(match, concerned)
        was = match.old.name if match is not None and match.is_renamed and thing.sort in _KINDS else ""
        yield f"n{place}", _Shown(compared.new, thing, fate, was)
    gone = set(compared.matching.removed)
    for place, thing in enumerate(graph_of(compared.old.topology).things):
        if thing in gone:
            yield f"o{place}", _Shown(compared.old, thing, Fates.GONE)


def _fate(match: Matched, concerned: set[str]) -> Fates:
    if match.is_moved:
        return Fates.MOVED
    is_kept_thing = match.new.sort in _KINDS
    is_other = match.is_renamed or match.new.name in concerned
    return Fates.CHANGED if is_kept_thing and is_other else Fates.SAME


def _links(change: Change, shown: Mapping[str, _Shown]) -> Iterator[Edge]:
    """Give the lines of the new version, and those of the old one at what is gone."""
    new_of = {one.old: one.new for one in change.compared.matching.matched}
    keys = {(one.side is change.compared.old, one.thing): key for key, one in shown.items()}
    for is_old, side in ((False, change.compared.new), (True, change.compared.old)):
        graph = graph_of(side.topology)
        for place, thing in enumerate(graph.things):
            for way, there in graph.links[place]:
                other = graph.things[there]
                if is_old and (True, thing) not in keys and (True, other) not in keys:
                    continue
                tail = keys.get((is_old, thing)) or keys.get((False, new_of.get(thing, thing)))
                head = keys.get((is_old, other)) or keys.get((False, new_of.get(other, other)))
                if tail is None or head is None:
                    continue
                if way in _FORWARD:
                    yield Edge(tail, head)
                elif way is Way.IS_USED:
                    yield Edge(tail, head, uses=True)


def _with_surroundings(first: Sequence[str], links: Iterable[Edge]) -> set[str]:
    """Add what one line leads to, as long as there is room."""
    kept, middle = dict.fromkeys(first), set(first)
    for edge in links:
        if len(kept) >= MOST_SHOWN:
            break
        if edge.tail in middle or edge.head in middle:
            kept.setdefault(edge.tail)
            kept.setdefault(edge.head)
    return set(kept)


def _rank(one: _Shown) -> int:
    return _ORDER.index(one.thing.sort) if one.thing.sort in _ORDER else len(_ORDER)


def _frames(change: Change) -> Mapping[int, str]:
    """Give the title of each sub-topology of the new version, with what became of it."""
    titles = {group.id: f"Sub-topology {group.id}" for group in change.compared.new.analyzed.groups}
    for one in change.compared.sub_topologies:
        for number in one.new:
            if one.fate is Fate.ADDED:
                titles[number] += " (new)"
            elif one.fate is not Fate.KEPT:
                titles[number] += f", was {' and '.join(map(str, one.old))}"
    return titles


def _group_of(one: _Shown) -> int | None:
    """Give the frame of a node, or of the first that uses a store; what is gone stands in none."""
    if one.fate is Fates.GONE:
        return None
    if one.thing.sort is Sort.STORE:
        return min(one.side.stores[one.thing.name].sub_topologies, default=None)
    return None if one.thing.sort in _KINDS else one.side.group_of.get(one.thing.name)


def _node(key: str, one: _Shown, group: int | None) -> Node:
    said = CHANGE_WORDS.get(one.fate, "")
    look, rows = _words(one, said)
    if one.was:
        rows = (*rows, (f"was {_short(one.was)}",))
    return Node(key, look, rows, None if group is None else f"frame{group}", one.fate)


def _words(one: _Shown, said: str) -> tuple[Kind, tuple[tuple[str, ...], ...]]:
    kind = _KINDS.get(one.thing.sort)
    if kind is not None:
        return kind, ((KIND_WORDS[kind],), (f"{_short(one.thing.name)}{said}",))
    analyzed, marks = one.side.analyzed, Marks(one.side.topology.unsure, longest=None)
    plan = None if analyzed.optimized is None else analyzed.optimized.plan
    node = next(node for node in one.side.topology.nodes if node.name == one.thing.name)
    title = " ".join(filter(None, (_short(runtime_title(node, plan, marks)), number_of(node.name, marks))))
    return runtime_kind(node, plan), ((f"{title}{said}",),)


def _short(name: str) -> str:
    return name if len(name) <= _LONGEST else f"{name[:_LONGEST]}…"


def _notes(changed: int, shown: int, edges: int) -> Iterator[str]:
    if changed > shown:
        yield f"{changed - shown:,} more things change than are shown."
    if edges > MOST_EDGES:
        yield f"{edges - MOST_EDGES:,} lines are not shown."
