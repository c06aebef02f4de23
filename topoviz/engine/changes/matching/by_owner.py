"""Pairs a store with the one that the same operator has now, whatever was called like it before.

Where the sides of a join are swapped, each of its two stores has the name of the other one: names say that nothing
changes, and the operators that fill the stores say that both are others. A store is its operator's, so that goes first,
but only where nothing else holds the stores of that name together.
"""

from __future__ import annotations

from collections.abc import Mapping

from topoviz.engine.changes.matching.graph import Graph, Way
from topoviz.engine.changes.matching.pairs import Evidence, Pairing
from topoviz.engine.changes.matching.thing import Sort, Thing, first_made

_OF_JOIN = "#-store"


def pair_by_owner(pairing: Pairing) -> None:
    """Pair stores anew whose operator stays and has another one; names of the program's own are not doubted."""
    ours, theirs = _owned(pairing.old), _owned(pairing.new)
    wanted: dict[int, int] = {}
    for owner, store in ours.items():
        partner = pairing.new_of[owner]
        there = None if partner is None else theirs.get(partner)
        if there is None or partner is None or pairing.new_of[store] == there:
            continue
        now = pairing.new_of[store]
        if now is not None and (Way.USES, now) in pairing.new.links[partner]:
            continue
        if not _may_be_same(pairing.old.things[store], pairing.new.things[there]):
            continue
        wanted[store] = there
    # A partner that another store has is taken only where that one gets another as well.
    while kept := {store: there for store, there in wanted.items() if _is_free(pairing, there, wanted)}:
        if len(kept) == len(wanted):
            break
        wanted = kept
    pairing.part(kept.keys(), set(kept.values()))
    for store, there in kept.items():
        pairing.pair(store, there, Evidence.NEIGHBOUR)


def _is_free(pairing: Pairing, there: int, wanted: Mapping[int, int]) -> bool:
    before = pairing.old_of[there]
    return before is None or before in wanted


def _may_be_same(old: Thing, new: Thing) -> bool:
    """Tell whether one may be the other: the stores of a join are called after its sides, others after what they do."""
    if not (old.is_numbered and new.is_numbered):
        return False
    return old.mark == new.mark or all(thing.mark.endswith(_OF_JOIN) for thing in (old, new))


def _owned(graph: Graph) -> dict[int, int]:
    """Give the store of each node that is the first to use exactly one."""
    found: dict[int, list[int]] = {}
    for place, thing in enumerate(graph.things):
        if thing.sort is not Sort.STORE:
            continue
        users = sorted(there for way, there in graph.links[place] if way is Way.IS_USED)
        if users:
            things = [graph.things[user] for user in users]
            found.setdefault(users[things.index(first_made(things))], []).append(place)
    return {owner: stores[0] for owner, stores in found.items() if len(stores) == 1}
