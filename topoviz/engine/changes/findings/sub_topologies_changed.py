"""Sub-topologies under other numbers, or with other sources and stores."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

from topoviz.engine.changes.compared import Compared
from topoviz.engine.changes.finding import Finding, Level
from topoviz.engine.changes.side import Side
from topoviz.engine.changes.sub_topologies import Fate
from topoviz.engine.explanations.wording import code

Contents = tuple[frozenset[str], frozenset[str]]
_MOST_SAID = 4


def find_changed_sub_topologies(compared: Compared) -> Iterator[Finding]:
    """Find that tasks of one id do other work in the new version."""
    if _contents(compared.old) == _contents(compared.new):
        return
    changes = [one for one in compared.sub_topologies if one.fate is not Fate.KEPT]
    said = " ".join(one.sentence for one in changes[:_MOST_SAID])
    more = f" {len(changes) - _MOST_SAID} more are other ones." if len(changes) > _MOST_SAID else ""
    yield Finding(
        "sub-topologies-changed",
        Level.STOP_ALL,
        f"{said}{more}" if changes else "What belongs to a sub-topology reads other topics or has other stores.",
        _effect(compared),
        "Stop all instances and wait until the group is empty, then start the new ones.",
        "StateDirectory; StreamTask.RecordQueueCreator; StreamsPartitionAssignor#assign",
        tuple(str(number) for one in changes for number in one.old),
        tuple(str(number) for one in changes for number in one.new),
    )


def _effect(compared: Compared) -> str:
    moved = compared.moved_stores
    stores = ", ".join(code(one.new.name) for one in moved[:3]) + (
        f" and {len(moved) - 3} more" if len(moved) > 3 else ""
    )
    restored = (
        f"No state is lost by this: {stores} {'is' if len(moved) == 1 else 'are'} restored from changelogs, for tasks "
        "and their directories are numbered after sub-topologies, and topics are not. "
        if moved
        else ""
    )
    if moved and compared.deployment.guarantee.is_exact:
        restored += "With exactly-once, all stores of such a task are restored anew. "
    return (
        f"{restored}In a rolling restart, members of both versions would take a task for different work: some have "
        "nothing to do, join again for ever, or die."
    )


def _contents(side: Side) -> Mapping[int, Contents]:
    """Give the sources and stores of each sub-topology that has tasks."""
    stores: defaultdict[int, set[str]] = defaultdict(set)
    for name, store in side.stores.items():
        for number in store.sub_topologies:
            stores[number].add(name)
    found: dict[int, Contents] = {}
    for group in side.topics:
        found[group.group_id] = (
            frozenset(group.sources) | frozenset(group.patterns),
            frozenset(stores[group.group_id]),
        )
    return found
