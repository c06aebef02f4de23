"""A store that lies elsewhere, or in another format on disk, under the name that it had."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from topoviz.engine.changes.compared import Compared, StoreChange
from topoviz.engine.changes.deployment import wiped
from topoviz.engine.changes.finding import Finding, Level
from topoviz.engine.changes.side import StoreFacts
from topoviz.engine.explanations.wording import code
from topoviz.engine.logical.nodes import StoreKind

_NOT_RUN = "what RocksDB makes of the old format: this was not run"
_SEEN = "RocksDBTimestampedStore; RocksDBStore#openRocksDB; seen with 3.9.2 and 4.3.1"


@dataclass(frozen=True, slots=True)
class _Consequence:
    level: Level
    effect: str
    is_run: bool = True


def find_changed_formats(compared: Compared) -> Iterator[Finding]:
    """Find stores for which files on disk are there that the new version reads otherwise, or not at all."""
    for change in compared.kept_stores:
        if _is_elsewhere(change):
            yield _elsewhere(change)
        elif _format(change.old) is not None and _format(change.new) is not None:
            yield from _reformatted(compared, change)


def _is_elsewhere(change: StoreChange) -> bool:
    before, now = change.old.is_in_memory, change.new.is_in_memory
    return before is not None and now is not None and before != now


def _elsewhere(change: StoreChange) -> Finding:
    name, is_logged = change.new.name, change.old.is_logged and change.new.is_logged
    effect = "It is restored from its changelog as a whole" if is_logged else "It starts empty, for nothing restores it"
    if change.new.is_in_memory:
        effect += ". Its files on disk stay: when it goes back to RocksDB, rows from then come back that were deleted."
    else:
        effect += ". Files that an earlier version left on disk would bring back rows that were deleted since."
    return Finding(
        "store-format-changed",
        Level.NOTE if is_logged else Level.STATE_LOSS,
        f"The store {code(name)} lies {'in memory' if change.new.is_in_memory else 'in RocksDB'} now.",
        effect,
        f"Delete the directories of {code(name)} in the state directories while an instance is stopped."
        if is_logged
        else "Give the store another name, and fill it by reprocessing the input.",
        "Stores; StoreChangelogReader#restore; seen with 4.3.1",
        (change.old.name,),
        (name,),
    )


def _format(store: StoreFacts) -> str | None:
    """Give the format on disk; a versioned store has one of its own."""
    if store.is_in_memory:
        return None
    if store.kind is StoreKind.VERSIONED:
        return store.kind.value
    return None if store.settings.format is None else store.settings.format.value


def _reformatted(compared: Compared, change: StoreChange) -> Iterator[Finding]:
    before, now = _format(change.old), _format(change.new)
    keeps_kind = change.old.kind is change.new.kind or StoreKind.VERSIONED in (change.old.kind, change.new.kind)
    if before == now or not keeps_kind or before is None or now is None:
        return
    told = _consequence(before, now, is_older=not compared.new.behaviours.has("keeps_offsets_in_stores"))
    rests_on: tuple[str, ...] = () if told.is_run else (_NOT_RUN,)
    if None in (change.old.is_in_memory, change.new.is_in_memory):
        rests_on += ("whether the store lies in RocksDB or in memory",)
    yield Finding(
        "store-format-changed",
        told.level,
        f"The store {code(change.new.name)} was a {before} store on disk and is a {now} store now.",
        told.effect,
        _way_out(compared, change, told.level),
        _SEEN,
        (change.old.name,),
        (change.new.name,),
        is_unsure=bool(rests_on),
        rests_on=rests_on,
    )


def _consequence(before: str, now: str, *, is_older: bool) -> _Consequence:
    """Say what a version makes of files in the old format; the changelog has the same form for all."""
    refused = f"It does not start over the files of a {before} store: they cannot be opened as a {now} one."
    if (before, now) == ("timestamped", "plain"):
        words = (
            "Column families not opened: keyValueWithTimestamp"
            if is_older
            else "cannot be opened as a regular key-value store"
        )
        refused += f" It ends with: {words}."
    match before, now:
        case ("versioned", _) | ("plain", "versioned"):
            effect = "It starts, and reads rows from before as if they had the new form: they mean nothing."
            return _Consequence(Level.STATE_LOSS, effect, is_run=now == "timestamped")
        case ("time-ordered", _) | (_, "time-ordered"):
            effect = "Keys on disk are in another order: rows from before are not found."
            return _Consequence(Level.STATE_LOSS, effect, is_run=False)
        case ("plain", ("timestamped" | "timestamped with headers")) | ("timestamped", "timestamped with headers"):
            effect = "Rows are brought into the new format where they lie, one by one; going back is not possible."
            return _Consequence(Level.NOTE, effect, is_run=before == "timestamped" or now == "timestamped")
        case _:
            return _Consequence(Level.WILL_NOT_START, refused)


def _way_out(compared: Compared, change: StoreChange, level: Level) -> str:
    if level is Level.NOTE:
        return "Nothing is to be done for it. To go back later, delete the state directories first."
    if not (change.old.is_logged and change.new.is_logged):
        return "Give the store another name, and fill it by reprocessing the input: no changelog restores it."
    way_out = wiped(compared.deployment)
    if change.new.kind is StoreKind.VERSIONED:
        topic = compared.deployment.topic(change.new.changelog or "")
        way_out += (
            f" Set `min.compaction.lag.ms` of {code(topic)} too, to a day more than it keeps old versions of rows."
        )
    return way_out
