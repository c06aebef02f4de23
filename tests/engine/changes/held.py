"""Holds the engine's matching and its verdict against what is known of an edit: which call each thing comes from.

Which changelogs and repartition topics each side has is the engine's own answer, which is the library's to the byte in
all random programs (`tests/README.md`).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import lru_cache

from tests.engine.analyzing import analysis_of
from tests.engine.changes.edits import Edited
from topoviz.engine.changes.compare import Change, compare
from topoviz.engine.changes.deployment import Deployment
from topoviz.engine.changes.finding import Level
from topoviz.engine.changes.matching.graph import Graph, graph_of, store_of, thing_of
from topoviz.engine.changes.matching.thing import Sort, Thing, first_made
from topoviz.engine.changes.side import Side
from topoviz.engine.results import Analysis
from topoviz.engine.topology.describe import describe, to_text

Path = tuple[int, ...]
"""The numbers of the statements that lead to a thing, outermost first."""

Truth = Mapping[Thing, Thing]
"""Which new thing an old one is, for all of which that is known."""


@dataclass(slots=True)
class Held:
    """How many things stayed, how many of them were found, and which were taken for others.

    What has a twin, whose surroundings are alike in every way, is not decidable by names, and nothing is where both
    sides print the same. `is_kept` says that no changelog and no repartition topic has another name than before;
    `alarm` and `overlooked` what the verdict made of it.
    """

    kept: int = 0
    found: int = 0
    not_decidable: int = 0
    wrong: list[tuple[Thing, Thing]] = field(default_factory=list)
    wrong_stores: list[tuple[Thing, Thing]] = field(default_factory=list)
    missed: list[Thing] = field(default_factory=list)
    is_kept: bool = True
    alarm: str = ""
    overlooked: list[str] = field(default_factory=list)


def hold(edited: Edited, version: str, *, reads_code: bool) -> Held | None:
    """Compare both sides; None where Kafka Streams refuses one, or something of it is not certain."""
    analyses = [_analysis(text, version) for text in (edited.old, edited.new)]
    sides = [_side(one, reads_code=reads_code) for one in analyses]
    if sides[0] is None or sides[1] is None:
        return None
    old, new = sides[0], sides[1]
    change = compare(old, new, Deployment())
    truth = _truth(edited, analyses, old, new)
    held = _compared(change, _by_own_names(truth), reads_code=reads_code)
    if reads_code or _described(old) != _described(new):
        _hold_verdict(held, change, truth)
    return held


@lru_cache(maxsize=8)
def _analysis(text: str, version: str) -> Analysis:
    return analysis_of(text, version=version)


def _side(analysis: Analysis, *, reads_code: bool) -> Side | None:
    if len(analysis.topologies) != 1 or analysis.is_unsure or analysis.topologies[0].topology is None:
        return None
    return Side(analysis.topologies[0], analysis.behaviours, analysis.submission.bundle if reads_code else None)


def _described(side: Side) -> str:
    return to_text(describe(side.topology, side.behaviours))


def _by_own_names(truth: Truth) -> Truth:
    """A store that the program names is the one of that name; whose rows it has is for the verdict to say."""
    there = set(truth.values())
    return {
        old: old if old.sort is Sort.STORE and not old.is_numbered and old in there else new
        for old, new in truth.items()
    }


def _compared(change: Change, truth: Truth, *, reads_code: bool) -> Held:
    held = Held()
    partners = change.compared.matching.new_of
    old_twins, new_twins = (_twins(graph_of(side.topology)) for side in (change.compared.old, change.compared.new))
    old_of = {new: old for old, new in truth.items()}
    for thing, right in truth.items():
        got = partners[thing].new if thing in partners else None
        if got == right:
            held.kept, held.found = held.kept + 1, held.found + 1
        elif not reads_code and (thing in old_twins or right in new_twins):
            held.not_decidable += 1
        else:
            held.kept += 1
            _blame(held, thing, got)
    for thing, match in partners.items():
        # What was removed may not be taken for what was added.
        if match.new in old_of and thing not in truth and (reads_code or match.new not in new_twins):
            _blame(held, thing, match.new)
    return held


def _blame(held: Held, thing: Thing, got: Thing | None) -> None:
    if got is None:
        held.missed.append(thing)
    elif "store" in thing.sort:
        held.wrong_stores.append((thing, got))
    else:
        held.wrong.append((thing, got))


def _hold_verdict(held: Held, change: Change, truth: Truth) -> None:
    old, new = change.compared.old, change.compared.new
    stores = {one.name: other.name for one, other in truth.items() if one.sort == "store"}
    lost = {
        name
        for name, now in stores.items()
        if name != now and old.stores[name].is_logged and not old.stores[name].is_restored_from_source
    }
    gone = set(old.topology.repartition_topics) - set(new.topology.repartition_topics)
    taken = {name for name in old.stores if name in new.stores and stores.get(name, name) != name}
    refilled = {name for name in old.stores if name in new.stores and name not in stores}
    # Without a supplier or its settings, a store of the same name may be logged that was not, or lie elsewhere.
    others = {one.old.name for one in change.compared.kept_stores if one.old.is_logged != one.new.is_logged}
    held.is_kept = not (lost or gone or taken or refilled or others or set(old.stores) - set(new.stores))
    said = {name for one in change.findings if one.level >= Level.STATE_LOSS for name in one.old}
    if held.is_kept and change.verdict.certain >= Level.STATE_LOSS:
        held.alarm = "; ".join(one.sentence for one in change.findings if one.level >= Level.STATE_LOSS)
    held.overlooked = sorted((lost | gone) - said)


def _truth(edited: Edited, analyses: Sequence[Analysis], old: Side, new: Side) -> Truth:
    ours = _by_path(analyses[0], old, edited.old_numbers)
    theirs = _by_path(analyses[1], new, edited.new_numbers)
    found: dict[Thing, Thing] = {}
    for path, things in ours.items():
        others = theirs.get(path, [])
        if path[-1] < 0 or not others:
            continue
        if edited.swapped is not None and path == (edited.swapped,):
            stores = ([one for one in side if one.sort == "store"] for side in (things, others))
            mine, its = stores
            if len(mine) == len(its) == 2:
                found.update(zip(mine, reversed(its), strict=True))
            continue
        # A table of another topic has a store that is called after that, and is another one.
        stores = set[str]() if edited.kind == "topic changed" else {"store"}
        found.update(_same(things, others, stores | {"source", "processor", "sink"}))
    return found


def _same(things: Sequence[Thing], others: Sequence[Thing], renamed: Set[str]) -> dict[Thing, Thing]:
    """Pair what one statement made: the first of a mark with the first, then what got another name."""
    found: dict[Thing, Thing] = {}
    left, right = _by_mark(things), _by_mark(others)
    for mark, here in left.items():
        found.update(zip(here, right.get(mark, []), strict=False))
    for sort in {thing.sort for thing in things} & renamed:
        open_old = [one for one in things if one not in found and one.sort is sort]
        open_new = [one for one in others if one not in found.values() and one.sort is sort]
        if len(open_old) == len(open_new):
            found.update(zip(open_old, open_new, strict=True))
    return found


def _by_mark(things: Sequence[Thing]) -> dict[tuple[str, str], list[Thing]]:
    found: defaultdict[tuple[str, str], list[Thing]] = defaultdict(list)
    for thing in things:
        found[thing.sort, thing.mark].append(thing)
    return found


def _by_path(analysis: Analysis, side: Side, numbers: Mapping[int, int]) -> dict[Path, list[Thing]]:
    """Give the nodes that each statement makes, and the stores of those nodes."""
    bundle = analysis.submission.bundle
    found: defaultdict[Path, list[Thing]] = defaultdict(list)
    paths: dict[str, Path] = {}
    for node in side.topology.nodes:
        if node.origin is None:
            continue
        lines = [bundle.position_of(span)[1].line for span in (*node.origin.callers, node.origin.span)]
        path = tuple(numbers[line] for line in lines if line in numbers)
        if path:
            paths[node.name] = path
            found[path].append(thing_of(node))
    things = {node.name: thing_of(node) for node in side.topology.nodes}
    for name, users in side.topology.store_users.items():
        owner = first_made([things[user] for user in users]).name if users else ""
        if owner in paths and name in side.stores:
            found[paths[owner]].append(store_of(name, side.topology))
    return found


def _twins(graph: Graph) -> frozenset[Thing]:
    """Give what something else has the same surroundings as, however far one looks."""
    labels = [f"{thing.sort} {thing.mark}" for thing in graph.things]
    kinds = 0
    while kinds < (kinds := len(set(labels))):
        keys = [
            (labels[place], tuple(sorted((way, labels[there]) for way, there in links)))
            for place, links in enumerate(graph.links)
        ]
        names = {key: str(place) for place, key in enumerate(sorted(set(keys)))}
        labels = [names[key] for key in keys]
    counts = Counter(labels)
    return frozenset(thing for thing, label in zip(graph.things, labels, strict=True) if counts[label] > 1)
