"""A store that keeps its name and is filled from other topics, which the application read before as well."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from topoviz.engine.changes.compared import Compared, StoreChange
from topoviz.engine.changes.finding import Finding, Level
from topoviz.engine.changes.matching.graph import thing_of
from topoviz.engine.changes.matching.thing import Thing
from topoviz.engine.changes.side import Side
from topoviz.engine.changes.store_inputs import inputs_of, may_fill
from topoviz.engine.explanations.wording import code


@dataclass(frozen=True, slots=True)
class _Refilled:
    change: StoreChange
    before: frozenset[str]
    now: frozenset[str]


def find_exchanged_inputs(compared: Compared) -> Iterator[Finding]:
    """Find stores whose rows were written by another operator: names or sides were exchanged."""
    found = list(_refilled(compared))
    for one in found:
        is_sure = any(other.before == one.now and other.now == one.before for other in found)
        yield _finding(compared, one, is_sure=is_sure)
    refilled = {one.change.new.name for one in found}
    yield from (_of_sides(*one) for one in _with_sides_exchanged(compared) if one[0] not in refilled)


def _with_sides_exchanged(compared: Compared) -> Iterator[tuple[str, str]]:
    """Give stores of which each is filled by what filled the other one, from the same topics: sides of a join."""
    before, now = _feeds(compared.old), _feeds(compared.new)
    partners = compared.matching.new_of
    ways: dict[tuple[frozenset[Thing], frozenset[Thing]], str] = {}
    for change in compared.kept_stores:
        old, new = before.get(change.old.name, frozenset()), now.get(change.new.name, frozenset())
        mapped = frozenset(match.new for match in (partners.get(thing) for thing in old) if match is not None)
        if mapped and new and len(mapped) == len(old) and mapped != new:
            ways[mapped, new] = change.new.name
    for (mapped, new), name in ways.items():
        if (new, mapped) in ways:
            yield name, ways[new, mapped]


def _feeds(side: Side) -> dict[str, frozenset[Thing]]:
    """Give for each store what the operator that fills it gets its records from."""
    things = _things(side)
    above = {node.name: node.predecessors for node in side.topology.nodes}
    return {
        store: frozenset(things[name] for owner in owners for name in above[owner])
        for store, owners in may_fill(side).items()
    }


def _refilled(compared: Compared) -> Iterator[_Refilled]:
    olds, news = _things(compared.old), _things(compared.new)
    fill, fill_now = may_fill(compared.old), may_fill(compared.new)
    partners = compared.matching.new_of
    for change in compared.kept_stores:
        owners, owners_now = fill.get(change.old.name, ()), fill_now.get(change.new.name, ())
        stays = [match.new for match in (partners.get(olds[owner]) for owner in owners) if match and not match.is_moved]
        if any(news[owner] in stays for owner in owners_now):
            continue
        before = frozenset(topic for owner in owners for topic in inputs_of(compared.old, owner))
        now = frozenset(topic for owner in owners_now for topic in inputs_of(compared.new, owner))
        if before and now and not before & now and now <= _read(compared.old):
            yield _Refilled(change, before, now)


def _things(side: Side) -> dict[str, Thing]:
    return {node.name: thing_of(node) for node in side.topology.nodes}


def _read(side: Side) -> frozenset[str]:
    topics = {topic for group in side.topics for topic in group.sources}
    return frozenset(topics | {f"/{pattern}/" for group in side.topics for pattern in group.patterns})


def _of_sides(name: str, other: str) -> Finding:
    return Finding(
        "state-taken-over",
        Level.STATE_LOSS,
        f"{code(name)} is filled by what filled {code(other)} before, and the other way round.",
        "Each goes on with the rows of the other side: wrong results without an error, or a SerializationException "
        "when one of them is read.",
        "Leave the sides where they were, or give both stores names that the old version does not use, and reprocess "
        "the input.",
        "ProcessorStateManager#storeChangelogTopic",
        (name,),
        (name,),
    )


def _finding(compared: Compared, one: _Refilled, *, is_sure: bool) -> Finding:
    name = one.change.new.name
    before, now = ", ".join(map(code, sorted(one.before))), ", ".join(map(code, sorted(one.now)))
    return Finding(
        "state-taken-over",
        Level.STATE_LOSS,
        f"{code(name)} was filled from {before} and is filled from {now} now.",
        f"It goes on with the rows of {code(compared.deployment.topic(f'{name}-changelog'))}, which came from "
        f"{before}: wrong results without an error.",
        "Give the store a name that the old version does not use, and reprocess the input; or leave the name where it "
        "was.",
        "ProcessorStateManager#storeChangelogTopic",
        (name,),
        (name,),
        is_unsure=not is_sure,
        rests_on=() if is_sure else (f"whether {now} has what {before} had",),
    )
