"""What was seen means a level: by what happens to members, rows and records, and by no line of the engine."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from tests.oracle.deployments.deployments import Deployed
from tests.oracle.deployments.seen import Look, Looks

LEVELS: Final = ("compatible", "note", "stop-all", "state-loss", "will-not-start")
COPIED: Final = "new, changelogs copied"
ROLLING: Final = ("rolling", "rolling, old leads", "rolling, new leads")


@dataclass(frozen=True, slots=True)
class Loss:
    """What is lost: of which store, by its old and its new name, or of which topic; none where the program ends."""

    names: frozenset[str]
    sentence: str


def level_of(deployed: Deployed, looks: Looks) -> str:
    """Give the level that the looks at a deployment add up to."""
    if not looks["new, started"].runs:
        return "will-not-start"
    if losses(deployed, looks):
        return "state-loss"
    if any(list(troubles(deployed, looks, way)) for way in ROLLING if way in looks):
        return "stop-all"
    return "note" if list(differences(deployed, looks)) else "compatible"


def is_good_at_once(deployed: Deployed, looks: Looks) -> bool:
    """Tell whether the new version starts after all are stopped, and goes on with all that was there."""
    return looks["new, started"].runs and not losses(deployed, looks)


def lost_names(deployed: Deployed, looks: Looks) -> list[frozenset[str]]:
    """Give the stores and topics that lost something, each by all of its names."""
    return list(dict.fromkeys(one.names for one in losses(deployed, looks) if one.names))


def losses(deployed: Deployed, looks: Looks) -> list[Loss]:
    """Say which rows and records the new version does not go on with, where the old one would have."""
    return [*_lost_rows(deployed, looks), *_lost_records(looks)]


def _lost_rows(deployed: Deployed, looks: Looks) -> Iterator[Loss]:
    before, again = looks["before"], looks["the same again, started"]
    new, on, wiped = looks["new, started"], looks["new, went on"], looks["new, without local state"]
    for old, name in going_on(deployed, looks):
        names = frozenset((old, name))
        if old in before.stores:
            # Records that were left in a topic are in the rows of a restart; whether they are read is another matter.
            if not any(_has_all(new.stores.get(name), look.stores.get(old)) for look in (before, again)):
                yield Loss(names, f"{name} does not have the rows that {old} had")
            elif not _has_all(wiped.stores.get(name), on.stores.get(name)):
                yield Loss(names, f"{name} is not restored as it was")
        elif _rows_of_changelog(new, name) < _rows_of_changelog(before, old):
            yield Loss(names, f"{name} does not hold what {old} held")
    if not on.runs:
        yield Loss(frozenset(), "the new version ends when it goes on")


def _lost_records(looks: Looks) -> Iterator[Loss]:
    again = looks["the same again, went on"].unread
    for topic, number in looks["new, went on"].unread.items():
        if looks["new, went on"].runs and number > again.get(topic, 0):
            yield Loss(frozenset({topic.removeprefix("app-")}), f"{number} records of {topic} are never read")


def going_on(deployed: Deployed, looks: Looks) -> Iterator[tuple[str, str]]:
    """Give each store that goes on, by its old and its new name; those that cannot be queried have a changelog."""
    before = looks["before"]
    logged = {topic.removeprefix("app-").removesuffix("-changelog") for topic in before.topics if "-changelog" in topic}
    for store in dict.fromkeys((*before.stores, *sorted(logged))):
        if store not in deployed.gone:
            yield store, deployed.goes_on.get(store, store)


def is_good_without_local_state(deployed: Deployed, looks: Looks) -> bool:
    """Tell whether the new version starts without its local state, and is restored with all that was there."""
    wiped, had = looks["new, without local state"], looks["before"].stores
    going = [(had[old], wiped.stores.get(name)) for old, name in going_on(deployed, looks) if old in had]
    touched = _touched(deployed)
    return wiped.runs and all(
        _has_all(has, tuple(row for row in rows if _key(row) not in touched)) for rows, has in going
    )


def keeps_copied(deployed: Deployed, looks: Looks) -> bool:
    """Tell whether the new version has all rows, once changelogs are copied to topics of the new names."""
    had, look = looks["before"].stores, looks[COPIED]
    going = [(had[old], look.stores.get(name)) for old, name in going_on(deployed, looks) if old in had]
    return look.runs and all(_has_all(has, rows) for rows, has in going)


def troubles(deployed: Deployed, looks: Looks, way: str) -> Iterator[str]:
    """Say what goes wrong while members of both versions are in one group."""
    look, after = looks[way], looks[f"{way}, then all new"]
    yield from (f"the {name} member does not run" for name, one in look.members.items() if one.state != "RUNNING")
    yield from (f"the {name} member joins again and again" for name in look.rejoined)
    yield from (f"{number} records of {topic} wait" for topic, number in look.unread.items())
    if not after.runs:
        yield "the new version does not go on alone"
    for old, name in going_on(deployed, looks):
        again, on = looks["the same again, went on"], looks["new, went on"]
        if _rows_of_changelog(on, name) < _rows_of_changelog(again, old):
            yield f"an old member that takes a task back restores {name} without what came since"
        rows = looks["before"].stores.get(old, ())
        if not _has_all(after.stores.get(name), tuple(row for row in rows if _key(row) not in _touched(deployed))):
            yield f"{name} lacks rows"


def differences(deployed: Deployed, looks: Looks) -> Iterator[str]:
    """Say what somebody would notice of a deployment that loses nothing."""
    if deployed.old.version != deployed.new.version:
        yield "members of two versions of Kafka Streams are in the group for a while"
    if deployed.old.guarantee != deployed.new.guarantee:
        yield "members of two guarantees are in the group for a while"
    if looks["the same again, went on"].wrote != looks["new, went on"].wrote:
        yield "what it writes is not the same"
    yield from (f"{store} is restored although its directory is there" for store in again_restored(looks))
    if not comes_back(deployed, looks):
        yield "the old version does not go on over what the new one leaves"


def comes_back(deployed: Deployed, looks: Looks) -> bool:
    """Tell whether the old version runs over the directories of the new one, and has all rows that it had."""
    had, back = looks["before"].stores, looks["back to old"]
    return back.runs and all(
        _has_all(back.stores.get(old), tuple(row for row in had[old] if _key(row) not in _touched(deployed)))
        for old, _ in going_on(deployed, looks)
        if old in had
    )


def again_restored(looks: Looks) -> list[str]:
    """Give the stores that are restored although their directories are there, and would not be by a restart."""
    again = looks["the same again, started"].restored
    return [store for store, number in looks["new, started"].restored.items() if number > again.get(store, 0)]


def _has_all(rows: tuple[str, ...] | None, wanted: tuple[str, ...] | None) -> bool:
    return set(wanted or ()) <= set(rows or ())


def _rows_of_changelog(look: Look, store: str) -> int:
    topic = look.topics.get(f"app-{store}-changelog")
    return 0 if topic is None else topic.rows


def _key(row: str) -> str:
    return row.partition("=")[0].partition("@")[0]


def _touched(deployed: Deployed) -> set[str]:
    """Give the keys that get records after the new version started."""
    return {_key(record) for _, records in deployed.then for record in records}
