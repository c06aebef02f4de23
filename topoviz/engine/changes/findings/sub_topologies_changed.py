"""Sub-topologies under other numbers, or with other sources and stores."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

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
    # A number that is new is said after whose it was.
    changes.sort(key=lambda one: one.fate is Fate.ADDED)
    said = " ".join(one.sentence for one in changes[:_MOST_SAID])
    more = f" {len(changes) - _MOST_SAID} more are other ones." if len(changes) > _MOST_SAID else ""
    yield Finding(
        "sub-topologies-changed",
        Level.STOP_ALL,
        f"{said}{more}" if changes else " ".join(_differences(compared)),
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
    if _read(compared.old) == _read(compared.new):
        if _only_gives_up(compared):
            return (
                f"{restored}In a rolling restart, members of the old version go on with it and those of the new one do "
                "not: what comes in meanwhile is in its changelog for some tasks only."
            )
        return (
            f"{restored}In a rolling restart, only the leader's stores count: members of the new version wait for "
            "changelogs that an old leader does not make, or the state is divided between the topics of both."
        )
    return (
        f"{restored}In a rolling restart, members of both versions would take a task for different work: some have "
        "nothing to do, join again for ever, or die."
    )


def _only_gives_up(compared: Compared) -> bool:
    """Tell whether the new version has nothing that the old one does not have."""
    old, new = _contents(compared.old), _contents(compared.new)
    return all(number in old and stores <= old[number][1] for number, (_, stores) in new.items())


def _read(side: Side) -> Mapping[int, frozenset[str]]:
    return {number: sources for number, (sources, _) in _contents(side).items()}


def _differences(compared: Compared) -> Iterator[str]:
    """Say what each sub-topology that keeps its number reads and has otherwise."""
    old, new = _contents(compared.old), _contents(compared.new)
    internal = {*compared.old.topology.repartition_topics, *compared.new.topology.repartition_topics}

    def named(topics: frozenset[str]) -> str:
        return _listed(compared.deployment.topic(one) if one in internal else one for one in topics)

    found = [number for number in new if number in old and old[number] != new[number]]
    for number in found[:_MOST_SAID]:
        (reads_before, has_before), (reads, has) = old[number], new[number]
        said = [*_exchanged("reads", "does not read", named(reads_before - reads), named(reads - reads_before))]
        said += _exchanged("has", "does not have", _stores(has_before - has), _stores(has - has_before))
        yield f"Sub-topology {number} {' and '.join(said)}."
    if len(found) > _MOST_SAID:
        yield f"{len(found) - _MOST_SAID} more are other ones."


def _exchanged(does: str, does_not: str, gone: str, fresh: str) -> Iterator[str]:
    if fresh:
        yield f"{does} {fresh} {f'in place of {gone}' if gone else 'now'}"
    elif gone:
        yield f"{does_not} {gone} any more"


def _stores(names: frozenset[str]) -> str:
    return f"the store{'' if len(names) == 1 else 's'} {_listed(names)}" if names else ""


def _listed(names: Iterable[str]) -> str:
    shown = sorted(names)
    more = f" and {len(shown) - _MOST_SAID} more" if len(shown) > _MOST_SAID else ""
    return ", ".join(map(code, shown[:_MOST_SAID])) + more


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
