"""What becomes of the state of each store when the new version starts, and how many bytes that is.

State goes on where the store keeps its name and its sub-topology, and nothing has to be deleted: a task finds it on its
disk. It is restored where the sub-topology has another number, where files have to be deleted first, and at each start
where it lies in memory; it is lost where another name leads to another changelog. How many bytes that is, somebody has
to have measured.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Final

from topoviz.engine.changes.compared import Compared, StoreChange
from topoviz.engine.changes.finding import Finding
from topoviz.engine.explanations.wording import code, listed
from topoviz.engine.sizing.sizes import size_text
from topoviz.engine.state_sizes.model import ChangelogSize

_LOST: Final = ("changelog-renamed", "changelog-starts-empty")
_MOST_NAMED: Final = 3


class StateFate(StrEnum):
    """What becomes of the state of a store."""

    GOES_ON = "goes on"
    RESTORED = "restored"
    LOST = "lost"
    GIVEN_UP = "given up"


@dataclass(frozen=True, slots=True)
class StoreCost:
    """A store by its old name, and its new one where it has one; `size` is that of its changelog where it is known.

    Where it is not certain what becomes of it, `is_unsure` says so.
    """

    old: str
    new: str | None
    fate: StateFate
    size: ChangelogSize | None
    is_unsure: bool = False


@dataclass(frozen=True, slots=True)
class StateCost:
    """What becomes of all stores with a changelog, and the same in sentences; `day` is when sizes were measured."""

    stores: tuple[StoreCost, ...]
    sentences: tuple[str, ...]
    day: date | None


def state_cost(compared: Compared, findings: Sequence[Finding], *, is_wiped: bool) -> StateCost | None:
    """Add up what restoring takes and what is lost; None where nobody said sizes.

    `is_wiped` tells that the state of all stores has to be deleted from the disks first.
    """
    sizes = compared.deployment.sizes
    if sizes is None:
        return None
    stores = tuple(
        StoreCost(old, new, fate, sizes.stores.get(old), is_unsure)
        for old, new, fate, is_unsure in _fates(compared, findings, is_wiped=is_wiped)
    )
    said = [sentence for fate in _SAID if (sentence := _sentence(fate, [one for one in stores if one.fate is fate]))]
    if not said:
        said = ["all stores go on with what is on the disks, so that nothing is restored as a whole."]
    on_disk = [one.size.total for one in stores if one.fate is StateFate.GOES_ON and one.size is not None]
    totals = [total for total in on_disk if total is not None]
    if totals and len(totals) == len(on_disk):
        more = " more" if len(totals) < len(stores) else ""
        said.append(f"Instances that start without their disks restore {size_text(sum(totals))}{more}.")
    unknown = [one.old for one in stores if one.size is None]
    if unknown:
        said.append(f"The size of {_named(unknown)} is not known.")
    said[0] = f"{sizes.source}, {said[0]}"
    return StateCost(stores, tuple(said), sizes.day)


def _fates(
    compared: Compared, findings: Sequence[Finding], *, is_wiped: bool
) -> Iterable[tuple[str, str | None, StateFate, bool]]:
    lost = {name: one.is_unsure for one in findings if one.code in _LOST for name in one.old}
    is_other_application = any(one.code == "application-id-changed" for one in findings)
    for change in compared.stores:
        if change.old.is_logged is False:
            continue
        if is_other_application or change.old.name in lost:
            is_unsure = not is_other_application and lost[change.old.name]
            yield change.old.name, change.new.name, StateFate.LOST, is_unsure
        elif is_wiped or _is_restored(change):
            yield change.old.name, change.new.name, StateFate.RESTORED, False
        else:
            yield change.old.name, change.new.name, StateFate.GOES_ON, False
    for store in compared.removed_stores:
        if store.is_logged is not False and store.name not in compared.new.stores:
            yield store.name, None, StateFate.GIVEN_UP, False


def _is_restored(change: StoreChange) -> bool:
    """Tell whether its task does not find it on the disk: another name or place, memory, or another topic."""
    places = (change.old.is_in_memory, change.new.is_in_memory)
    is_elsewhere = None not in places and places[0] != places[1]
    sources = (change.old.is_restored_from_source, change.new.is_restored_from_source)
    is_other = change.old.name != change.new.name or change.old.sub_topologies != change.new.sub_topologies
    return is_other or change.new.is_in_memory is True or is_elsewhere or sources == (False, True)


_SAID: Final = {
    StateFate.RESTORED: "is restored from changelogs before its tasks go on",
    StateFate.LOST: "is lost",
    StateFate.GIVEN_UP: "is given up",
}


def _sentence(fate: StateFate, stores: Sequence[StoreCost]) -> str:
    known = [(one, one.size) for one in stores if one.size is not None]
    if not known:
        return ""
    by_size = sorted(known, key=lambda pair: (-(pair[1].total or 0), pair[0].old))
    named = _named([one.old for one, _ in by_size])
    totals = [size.total for _, size in known]
    largest = max((size.largest or 0 for _, size in known), default=0)
    if None in totals:
        whose = "each task" if len(known) == 1 else "a task and store"
        amount = f"{'' if len(known) == 1 else 'up to '}{size_text(largest)} of state for {whose}"
        part = ""
    else:
        amount = f"{size_text(sum(total for total in totals if total is not None))} of state"
        part = f", {size_text(largest)} of it for one task" if largest and fate is StateFate.RESTORED else ""
    may = " or may be" if any(one.is_unsure for one in stores) else ""
    said = _SAID[fate].replace("is ", f"is{may} ", 1)
    return f"{amount} {said}: that of {named}{part}."


def _named(stores: Sequence[str]) -> str:
    more = len(stores) - _MOST_NAMED
    names = [*map(code, stores[:_MOST_NAMED]), *([f"{more} more"] if more > 0 else [])]
    return listed(names)
