"""A store of the same name that holds its rows in another form."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from topoviz.engine.changes.compared import Compared, StoreChange
from topoviz.engine.changes.finding import Finding, Level
from topoviz.engine.changes.row_meaning import has_other_form
from topoviz.engine.explanations.wording import code
from topoviz.engine.logical.nodes import StoreKind

_WITHOUT_TIMES: Final = (StoreKind.KEY_VALUE, StoreKind.VERSIONED)

_LEAST_BYTES: Final = {StoreKind.WINDOW: 12, StoreKind.SESSION: 16}
"""Keys of such stores end in times, and windows' in a number too: nothing shorter can be restored."""

_BYTES: Final = {
    "BooleanSerde": 1,
    "ShortSerde": 2,
    "IntegerSerde": 4,
    "FloatSerde": 4,
    "LongSerde": 8,
    "DoubleSerde": 8,
}
"""What serdes write that write equally much for each key."""


def find_changed_kinds(compared: Compared) -> Iterator[Finding]:
    """Find stores whose changelog has rows that the new kind of store cannot read."""
    for change in compared.stores:
        old, new = change.old, change.new
        if old.name != new.name or old.kind is None or new.kind is None or not has_other_form(change):
            continue
        yield _changed(compared, change, old.kind, new.kind)
        if old.kind in _WITHOUT_TIMES and new.kind in _LEAST_BYTES and old.is_logged and new.is_logged:
            yield from _not_restored(compared, change, _LEAST_BYTES[new.kind])


def _changed(compared: Compared, change: StoreChange, before: StoreKind, now: StoreKind) -> Finding:
    effect = (
        "Keys of the old rows do not have the form of the new ones: restoring fails, or the store has rows that mean "
        "nothing."
    )
    if not compared.new.behaviours.has("keeps_offsets_in_stores"):
        effect += (
            " Where the directory of the old version is, it starts empty, without an error: the offset beside it says "
            "that nothing is to be restored."
        )
    return Finding(
        "store-kind-changed",
        Level.STATE_LOSS,
        f"The store {code(change.new.name)} was a {before.value} store and is a {now.value} store now.",
        effect,
        "Give the store another name, and fill it by reprocessing the input.",
        "StoreChangelogReader#restore; seen with 2.8.2, 3.9.2 and 4.3.1",
        (change.old.name,),
        (change.new.name,),
    )


def _not_restored(compared: Compared, change: StoreChange, least: int) -> Iterator[Finding]:
    """With offsets in the stores a store of another kind has none, so that it is restored from the old rows."""
    if not compared.new.behaviours.has("keeps_offsets_in_stores"):
        return
    rests_on: tuple[str, ...] = ()
    if _BYTES.get(change.old.settings.key_serde or "", least) >= least:
        rests_on += (f"whether a key has less than {least} bytes",)
    topic = compared.deployment.topic(change.old.changelog or "")
    yield Finding(
        "restoring-fails",
        Level.WILL_NOT_START,
        f"{code(change.new.name)} is restored from {code(topic)}, whose keys are too short for {change.new.kind}s.",
        "It ends with a ProcessorStateException (Exception caught while trying to restore state), also without local "
        "state.",
        "Give the store another name, and fill it by reprocessing the input.",
        "WindowKeySchema#extractStoreTimestamp; SessionKeySchema#extractEndTimestamp; seen with 4.3.1",
        (change.old.name,),
        (change.new.name,),
        is_unsure=bool(rests_on),
        rests_on=rests_on,
    )
