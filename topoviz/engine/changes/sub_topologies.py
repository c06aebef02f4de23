"""Which sub-topology became which: by the nodes that stay, whatever its number is now."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from topoviz.engine.changes.matching.match import Matching
from topoviz.engine.changes.matching.thing import Sort
from topoviz.engine.changes.side import Side


class Fate(StrEnum):
    """What became of sub-topologies."""

    KEPT = "kept"
    RENUMBERED = "renumbered"
    SPLIT = "split"
    MERGED = "merged"
    REARRANGED = "rearranged"
    ADDED = "added"
    REMOVED = "removed"


@dataclass(frozen=True, slots=True)
class SubTopologyChange:
    """Old and new numbers that belong together, and what became of them."""

    fate: Fate
    old: tuple[int, ...]
    new: tuple[int, ...]

    @property
    def sentence(self) -> str:
        """Say it in words."""
        before, now = _listed(self.old), _listed(self.new)
        return {
            Fate.KEPT: f"Sub-topology {before} stays {now}.",
            Fate.RENUMBERED: f"Sub-topology {before} becomes {now}.",
            Fate.SPLIT: f"Sub-topology {before} is split into {now}.",
            Fate.MERGED: f"Sub-topologies {before} become one, {now}.",
            Fate.REARRANGED: f"What sub-topologies {before} did is divided anew among {now}.",
            Fate.ADDED: f"Sub-topology {now} is new.",
            Fate.REMOVED: f"Sub-topology {before} is gone.",
        }[self.fate]


def sub_topology_changes(old: Side, new: Side, matching: Matching) -> tuple[SubTopologyChange, ...]:
    """Say what became of each sub-topology; global stores have numbers too."""
    nodes = (Sort.SOURCE, Sort.PROCESSOR, Sort.SINK)
    pairs = {
        (old.group_of[one.old.name], new.group_of[one.new.name]) for one in matching.matched if one.old.sort in nodes
    }
    parts = _parts(pairs)
    linked_old, linked_new = {one for one, _ in pairs}, {other for _, other in pairs}
    found = [SubTopologyChange(_fate(before, now), before, now) for before, now in parts]
    found += [
        SubTopologyChange(Fate.REMOVED, (group.id,), ()) for group in old.analyzed.groups if group.id not in linked_old
    ]
    found += [
        SubTopologyChange(Fate.ADDED, (), (group.id,)) for group in new.analyzed.groups if group.id not in linked_new
    ]
    return tuple(sorted(found, key=lambda one: (one.new or one.old, one.old)))


def _fate(old: tuple[int, ...], new: tuple[int, ...]) -> Fate:
    if len(old) == len(new) == 1:
        return Fate.KEPT if old == new else Fate.RENUMBERED
    if len(old) == 1:
        return Fate.SPLIT
    return Fate.MERGED if len(new) == 1 else Fate.REARRANGED


def _parts(pairs: Iterable[tuple[int, int]]) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Give the connected parts of old and new numbers."""
    new_of: defaultdict[int, set[int]] = defaultdict(set)
    old_of: defaultdict[int, set[int]] = defaultdict(set)
    for one, other in pairs:
        new_of[one].add(other)
        old_of[other].add(one)
    parts = []
    open_old = set(new_of)
    while open_old:
        waiting = [open_old.pop()]
        before, now = set(waiting), set[int]()
        while waiting:
            for other in new_of[waiting.pop()] - now:
                now.add(other)
                fresh = old_of[other] - before
                before |= fresh
                waiting.extend(fresh)
        open_old -= before
        parts.append((tuple(sorted(before)), tuple(sorted(now))))
    return parts


def _listed(numbers: tuple[int, ...]) -> str:
    texts = [str(number) for number in numbers]
    return texts[0] if len(texts) == 1 else f"{', '.join(texts[:-1])} and {texts[-1]}" if texts else ""
