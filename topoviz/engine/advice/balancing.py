"""Dividing tasks of known load among instances, so that no thread has much more than another and little moves.

Which division has the smallest largest load is a problem for which only trying all is exact. The largest task goes to
where it finds most room, one after the other, and single moves and swaps mend the rest: that is within 4/3 of the best
at worst, and within a few hundredths in practice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

_SLACK: Final = 0.01
"""So much more than the smallest largest load found is taken for less to move."""

_MOST_MENDS: Final = 200
_MOST_SWAPS: Final = 50_000
"""Pairs of tasks that are tried for one step; where there are more, single moves do."""

_EVEN: Final = 1.001
"""A largest load that is so near to what no division can be below is not mended."""


@dataclass(frozen=True, slots=True)
class Holder:
    """Somebody who takes tasks: an instance with its threads, or a thread by itself."""

    name: str
    threads: int = 1


def largest_load(loads: Mapping[str, float], holders: Sequence[Holder], owners: Mapping[str, str]) -> float:
    """Give the largest load for each thread of a holder, where `owners` says who has which task."""
    return max(_loads(loads, holders, owners).values(), default=0.0)


def least_load(loads: Mapping[str, float], holders: Sequence[Holder]) -> float:
    """Give what the largest load for each thread cannot be below: all of it shared evenly."""
    threads = sum(one.threads for one in holders)
    return sum(loads[task] for task in sorted(loads)) / threads if threads else 0.0


def balance(
    loads: Mapping[str, float],
    holders: Sequence[Holder],
    owners: Mapping[str, str],
    weights: Mapping[str, float] | None = None,
) -> dict[str, str]:
    """Give who shall have which task; `owners` have them now, and keep as much as they can.

    `weights` say what moving a task costs, such as bytes to restore; without them all cost the same. The answer depends
    on nothing but what is given. Raises ValueError where there are tasks and nobody to take them.
    """
    if loads and not holders:
        raise ValueError("There is nobody who could take a task.")
    fresh = _mended(loads, holders, _by_size(loads, holders, {}), _EVEN * least_load(loads, holders))
    limit = largest_load(loads, holders, fresh) * (1 + _SLACK)
    costs = weights or {}
    kept = _mended(loads, holders, _by_size(loads, holders, _kept(loads, holders, owners, limit, costs)), limit)
    return kept if largest_load(loads, holders, kept) <= limit else fresh


def _loads(loads: Mapping[str, float], holders: Sequence[Holder], owners: Mapping[str, str]) -> dict[str, float]:
    found = {one.name: 0.0 for one in holders}
    for task, owner in owners.items():
        if owner in found:
            found[owner] += loads.get(task, 0.0)
    return {one.name: found[one.name] / one.threads for one in holders}


def _by_size(loads: Mapping[str, float], holders: Sequence[Holder], kept: Mapping[str, str]) -> dict[str, str]:
    """Give the tasks that nobody has to whoever is loaded least with them, the largest first."""
    owners = dict(kept)
    sums = {one.name: 0.0 for one in holders}
    for task, owner in owners.items():
        sums[owner] += loads[task]
    for task in sorted((one for one in loads if one not in owners), key=lambda one: (-loads[one], one)):
        best = min(holders, key=lambda one: ((sums[one.name] + loads[task]) / one.threads, one.name))
        owners[task] = best.name
        sums[best.name] += loads[task]
    return owners


def _kept(
    loads: Mapping[str, float],
    holders: Sequence[Holder],
    owners: Mapping[str, str],
    limit: float,
    costs: Mapping[str, float],
) -> dict[str, str]:
    """Give what owners keep within the limit: they give away what rids them of most for what it costs to move."""
    threads = {one.name: one.threads for one in holders}
    held: dict[str, list[str]] = {}
    for task in sorted(loads):
        if owners.get(task) in threads:
            held.setdefault(owners[task], []).append(task)
    kept: dict[str, str] = {}
    for name, tasks in held.items():
        excess = sum(loads[task] for task in tasks) - limit * threads[name]
        staying = list(tasks)
        while staying and excess > 1e-9 * limit:
            enough = [task for task in staying if loads[task] >= excess]
            gone = _given_away(enough or staying, loads, costs, is_enough=bool(enough))
            staying.remove(gone)
            excess -= loads[gone]
        kept.update(dict.fromkeys(staying, name))
    return kept


def _given_away(
    tasks: Sequence[str], loads: Mapping[str, float], costs: Mapping[str, float], *, is_enough: bool
) -> str:
    """Choose what moves: of tasks that are enough alone the cheapest and smallest, else what rids of most for it."""

    def key(task: str) -> tuple[float, float, str]:
        cost = costs.get(task, 1.0)
        return (cost, loads[task], task) if is_enough else (cost / max(loads[task], 1e-9), -loads[task], task)

    return min(tasks, key=key)


def _mended(
    loads: Mapping[str, float], holders: Sequence[Holder], owners: dict[str, str], limit: float = 0.0
) -> dict[str, str]:
    """Move or swap tasks of whoever has most, as long as that makes the larger of both smaller and is above a limit."""
    owners = dict(owners)
    held: dict[str, set[str]] = {one.name: set() for one in holders}
    for task, owner in owners.items():
        held[owner].add(task)
    sums = {name: sum(loads[task] for task in sorted(tasks)) for name, tasks in held.items()}
    for _ in range(_MOST_MENDS):
        most = max(holders, key=lambda one: (sums[one.name] / one.threads, one.name))
        top = sums[most.name] / most.threads
        if top <= limit:
            break
        best: tuple[float, str, str, str] | None = None
        for other in holders:
            if other.name == most.name:
                continue
            partners = held[other.name] if len(held[most.name]) * len(loads) <= _MOST_SWAPS else ()
            for mine in held[most.name]:
                for theirs in ("", *partners):
                    moved = loads[mine] - (loads[theirs] if theirs else 0.0)
                    if moved <= 0:
                        continue
                    larger = max((sums[most.name] - moved) / most.threads, (sums[other.name] + moved) / other.threads)
                    found = (larger, other.name, mine, theirs)
                    if larger < top * (1 - 1e-9) and (best is None or found < best):
                        best = found
        if best is None:
            break
        _, name, mine, theirs = best
        for task, source, target in ((mine, most.name, name), (theirs, name, most.name)):
            if task:
                held[source].remove(task)
                held[target].add(task)
                owners[task] = target
                sums[source] -= loads[task]
                sums[target] += loads[task]
    return owners
