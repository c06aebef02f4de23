"""Sub-topologies under other numbers, or with other sources and stores."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from topoviz.engine.changes.compared import Compared
from topoviz.engine.changes.finding import Finding, Level
from topoviz.engine.changes.matching.thing import Sort
from topoviz.engine.changes.side import Side

Contents = tuple[frozenset[str], frozenset[str]]


def find_changed_sub_topologies(compared: Compared) -> Iterator[Finding]:
    """Find that tasks of one id do other work in the new version."""
    before, now = _contents(compared.old), _contents(compared.new)
    if before == now:
        return
    moved = _moved(compared)
    numbers = ", ".join(f"{old} becomes {new}" for old, new in moved)
    is_exact = compared.deployment.guarantee.is_exact
    yield Finding(
        "sub-topologies-changed",
        Level.STOP_ALL,
        "The sub-topologies are not the same: "
        + (f"{numbers}." if numbers else "what belongs to a number reads other topics or has other stores."),
        "State is not lost: topics are not named after sub-topologies, and tasks restore what their directory lacks"
        + ("; with exactly-once they restore all of it anew." if is_exact else ".")
        + " In a rolling restart, members of both versions would take the same task for different work: some idle, "
        "rejoin for ever, or die.",
        "Stop all instances and wait until the group is empty, then start the new ones.",
        "StateDirectory; StreamTask.RecordQueueCreator; StreamsPartitionAssignor#assign",
        tuple(str(old) for old, _ in moved),
        tuple(str(new) for _, new in moved),
    )


def _contents(side: Side) -> Mapping[int, Contents]:
    """Give the sources and stores of each sub-topology that has tasks."""
    found: dict[int, Contents] = {}
    for group in side.topics:
        stores = frozenset(name for name, store in side.stores.items() if group.group_id in store.sub_topologies)
        found[group.group_id] = (frozenset(group.sources) | frozenset(group.patterns), stores)
    return found


def _moved(compared: Compared) -> list[tuple[int, int]]:
    """Give the numbers that stay together under others: old ones and new ones whose nodes are the same."""
    nodes = (Sort.SOURCE, Sort.PROCESSOR, Sort.SINK)
    pairs = {
        (compared.old.group_of[one.old.name], compared.new.group_of[one.new.name])
        for one in compared.matching.matched
        if one.old.sort in nodes
    }
    return sorted((old, new) for old, new in pairs if old != new)
