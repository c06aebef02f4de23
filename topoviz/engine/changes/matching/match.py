"""Matches two topologies: what is surely the same first, then what follows from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from topoviz.engine.changes.matching.by_call import Written, calls_in_both, pair_by_call
from topoviz.engine.changes.matching.by_gap import pair_by_gap
from topoviz.engine.changes.matching.by_name import pair_by_name
from topoviz.engine.changes.matching.by_neighbours import pair_by_neighbours
from topoviz.engine.changes.matching.by_order import pair_by_order
from topoviz.engine.changes.matching.by_owner import pair_by_owner
from topoviz.engine.changes.matching.by_place import pair_by_place
from topoviz.engine.changes.matching.by_surroundings import pair_by_surroundings
from topoviz.engine.changes.matching.by_topic import pair_by_topic
from topoviz.engine.changes.matching.colours import colour
from topoviz.engine.changes.matching.graph import graph_of
from topoviz.engine.changes.matching.moved import moved_places
from topoviz.engine.changes.matching.pairs import Evidence, Pairing
from topoviz.engine.changes.matching.thing import Thing
from topoviz.engine.topology.nodes import Topology


@dataclass(frozen=True, slots=True)
class Matched:
    """Two things that are one, and what tells it; one that `is_moved` stands behind other things now."""

    old: Thing
    new: Thing
    evidence: Evidence
    is_moved: bool = False

    @property
    def is_renamed(self) -> bool:
        """Tell whether its name is another now."""
        return self.old.name != self.new.name


@dataclass(frozen=True, slots=True)
class Matching:
    """What became of each thing; `removed` and `added` in the order in which the topologies were written."""

    matched: tuple[Matched, ...]
    removed: tuple[Thing, ...]
    added: tuple[Thing, ...]

    @property
    def new_of(self) -> Mapping[Thing, Matched]:
        """Give what each old thing is now."""
        return {one.old: one for one in self.matched}

    @property
    def old_of(self) -> Mapping[Thing, Matched]:
        """Give what each new thing was."""
        return {one.new: one for one in self.matched}


def match(old: Topology, old_written: Written, new: Topology, new_written: Written) -> Matching:
    """Match two topologies in near-linear time."""
    pairing = Pairing(graph_of(old), graph_of(new))
    colours = colour(pairing.old, pairing.new)
    calls = calls_in_both(pairing.old, old_written, pairing.new, new_written)
    pair_by_name(pairing)
    pair_by_topic(pairing)
    pair_by_call(pairing, calls)
    pair_by_surroundings(pairing, *colours)
    pair_by_neighbours(pairing, *colours)
    # What is surer comes first again after whatever it makes possible.
    while pair_by_gap(pairing, *colours) or pair_by_place(pairing) or pair_by_order(pairing, calls, *colours):
        pair_by_neighbours(pairing, *colours)
    pair_by_owner(pairing)
    return _matching(pairing)


def _matching(pairing: Pairing) -> Matching:
    old, new = pairing.old.things, pairing.new.things
    moved = frozenset(moved_places(pairing))
    return Matching(
        tuple(
            Matched(old[pair.old], new[pair.new], pair.evidence, pair.new in moved) for pair in sorted(pairing.pairs)
        ),
        tuple(old[place] for place in pairing.open_old()),
        tuple(new[place] for place in pairing.open_new()),
    )
