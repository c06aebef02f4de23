"""A store that goes on under another name: its changelog topic is another one, and that is empty."""

from __future__ import annotations

from collections.abc import Iterator

from topoviz.engine.changes.compared import Compared, StoreChange
from topoviz.engine.changes.finding import Finding, Level
from topoviz.engine.changes.migration.names import name_to_give
from topoviz.engine.changes.row_meaning import has_other_meaning
from topoviz.engine.changes.store_inputs import owners_of
from topoviz.engine.explanations.wording import code

_TABLE = "KTABLE-SOURCE-"
_NUMBERED = "Kafka Streams numbers the names that it makes, and what takes a number before this one is not the same."
_NOTHING_FILLS = "Input is read on from the committed offsets, so that nothing fills it again."
_SUBSCRIPTIONS = "KTABLE-FK-JOIN-SUBSCRIPTION-STATE-STORE"
_OF_SUBSCRIPTIONS = "Updates of the right table reach no row of the left one until that is sent again."
_FROM_SOURCE = "whether `topology.optimization` restores the table from its own topic, which keeps its name"


def find_renamed_changelogs(compared: Compared) -> Iterator[Finding]:
    """Find stores that start empty, without an error, because their name is another."""
    tables = _tables_of_dumps(compared)
    for change in compared.stores:
        if change.old.name != change.new.name and change.old.is_logged is not False and not _is_from_source(change):
            yield _finding(compared, change, may_be_from_source=change.old.name in tables)


def _tables_of_dumps(compared: Compared) -> frozenset[str]:
    """Give the stores right behind a table's topic: a dump does not say whether they are restored from that."""
    if not compared.old.is_dump and not compared.new.is_dump:
        return frozenset()
    owners = owners_of(compared.old)
    return frozenset(store for store, owner in owners.items() if owner.startswith(_TABLE))


def _is_from_source(change: StoreChange) -> bool:
    """Tell whether a table is restored from its own topic before or after: that topic is not called after the store."""
    return change.old.is_restored_from_source is True or change.new.is_restored_from_source is True


def _finding(compared: Compared, change: StoreChange, *, may_be_from_source: bool) -> Finding:
    old, new = change.old, change.new
    topic = compared.deployment.topic
    before, now = topic(f"{old.name}-changelog"), topic(f"{new.name}-changelog")
    rests_on: tuple[str, ...] = () if change.match.evidence.is_sure else (change.match.evidence.value,)
    rests_on += (_FROM_SOURCE,) if may_be_from_source else ()
    renamed = f"The store {code(old.name)} is called {code(new.name)} now."
    return Finding(
        "changelog-renamed",
        Level.STATE_LOSS,
        f"{renamed}{_why(change)}",
        _effect(compared, change, before, now),
        _way_out(compared, change),
        "ProcessorStateManager#storeChangelogTopic; InternalStreamsBuilder#newStoreName",
        (old.name,),
        (new.name,),
        is_unsure=bool(rests_on),
        rests_on=rests_on,
    )


def _effect(compared: Compared, change: StoreChange, before: str, now: str) -> str:
    if change.new.name in compared.old.stores:
        return f"Its rows are in {code(before)}, and {code(now)} has those of another store."
    left = "goes on as that of another store" if change.old.name in compared.new.stores else "stays behind"
    return (
        f"It starts empty, without an error: {code(now)} is a new topic, and {code(before)} {left} with the old "
        f"state. {_OF_SUBSCRIPTIONS if _has_subscriptions(change) else _NOTHING_FILLS}"
    )


def _has_subscriptions(change: StoreChange) -> bool:
    return change.match.new.mark == f"{_SUBSCRIPTIONS}-#" or change.new.name.endswith("-subscription-store")


def _way_out(compared: Compared, change: StoreChange) -> str:
    if has_other_meaning(change):
        return (
            "Reprocess the input, or begin without the old state. Its old name would not keep it: the old rows mean "
            "nothing to what the store holds now."
        )
    return f"{_keeping(compared, change)} copy the topic while the application is stopped, or reprocess the input."


def _why(change: StoreChange) -> str:
    """Say why a name is another one that nobody wrote down."""
    if not change.match.new.is_numbered:
        return ""
    if change.match.old.is_numbered:
        return f" {_NUMBERED}"
    return " The program does not name it any more, so that Kafka Streams gives it a name with a number."


def _keeping(compared: Compared, change: StoreChange) -> str:
    """Say which name keeps the topic, if any that may be given does."""
    name = name_to_give(compared, change)
    if name.helps:
        return f"Keep the name, with {code(name.code)} where this store is made, or"
    if not change.match.old.is_numbered:
        return "Keep the name that the old version gives it, or"
    if not change.match.new.is_numbered:
        return "Leave the name out, if nothing else changes that takes a number before it, or"
    return "No name that may be given leads to the old topic:"
