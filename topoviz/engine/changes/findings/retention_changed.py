"""A store that keeps its windows, or old versions of its rows, for another time."""

from __future__ import annotations

from collections.abc import Iterator

from topoviz.engine.changes.changelog_settings import kept_for, time_to_set
from topoviz.engine.changes.compared import Compared, StoreChange
from topoviz.engine.changes.deployment import wiped
from topoviz.engine.changes.finding import Finding, Level
from topoviz.engine.explanations.wording import code
from topoviz.engine.logical.nodes import StoreKind
from topoviz.engine.scenarios.durations import duration_text


def find_changed_retention(compared: Compared) -> Iterator[Finding]:
    """Find stores whose segments have other names now, and changelogs that keep rows for the old time."""
    for change in compared.kept_stores:
        old, new = change.old, change.new
        if old.kind is not new.kind:
            continue
        before, now = kept_for(change)
        if before is None or now is None:
            continue
        if before != now or _is_shifted(change):
            yield _finding(compared, change, before, now)


def _is_shifted(change: StoreChange) -> bool:
    before, now = change.old.settings.segment_interval, change.new.settings.segment_interval
    return before is not None and now is not None and before != now


def _finding(compared: Compared, change: StoreChange, before: int, now: int) -> Finding:
    lies = (change.old.is_in_memory, change.new.is_in_memory)
    level, effect, way_out, rests_on = _topic_only(compared, change, now)
    if _is_shifted(change) and True not in lies:
        level, effect, way_out, rests_on = _shifted(compared, change, now)
        rests_on += ("whether the store lies in RocksDB or in memory",) if None in lies else ()
    name, kept, keeps = change.new.name, duration_text(before), duration_text(now)
    sentence = f"The store {code(name)} kept rows for {kept} and keeps them for {keeps} now."
    if before == now:
        sentence = f"The store {code(name)} keeps rows for {keeps} as before, in segments of another length."
    return Finding(
        "retention-changed",
        level,
        sentence,
        effect,
        way_out,
        "Stores#persistentWindowStore; AbstractSegments#openExisting; seen with 2.8.2, 3.9.2 and 4.3.1",
        (change.old.name,),
        (change.new.name,),
        is_unsure=bool(rests_on),
        rests_on=rests_on,
    )


Consequence = tuple[Level, str, str, tuple[str, ...]]


def _topic_only(compared: Compared, change: StoreChange, now: int) -> Consequence:
    if not change.new.is_logged:
        return Level.NOTE, "Rows are kept for the new time from now on.", "Nothing is to be done for it.", ()
    topic = compared.deployment.topic(change.new.changelog or "")
    effect = f"Kafka Streams does not change {code(topic)}, which keeps rows for the old time."
    return Level.NOTE, effect, _alter(compared, change, now), ()


def _shifted(compared: Compared, change: StoreChange, now: int) -> Consequence:
    """Segments are named after their length: those on disk are not found under their new names."""
    lost = "Segments on disk are named after their length, so that rows in them are not found any more"
    if not (change.old.is_logged and change.new.is_logged):
        effect = f"{lost}, and no changelog restores them."
        return Level.STATE_LOSS, effect, "Give the store another name, and fill it by reprocessing the input.", ()
    wipe = f"{wiped(compared.deployment)} {_alter(compared, change, now)}"
    kept, keeps = (side.behaviours.has("keeps_offsets_in_stores") for side in (compared.old, compared.new))
    if change.new.kind is StoreKind.VERSIONED:
        effect = f"{lost}: old versions of rows, that is; the newest ones stay."
        return Level.STATE_LOSS, effect, wipe, ("what a versioned store makes of its old segments: this was not run",)
    if kept and keeps:
        effect = f"{lost}, and neither is the offset in them: the store is restored from its changelog."
        return Level.NOTE, effect, _alter(compared, change, now), ()
    effect = f"{lost}, without an error: the offset beside them says that nothing is to be restored."
    return Level.STATE_LOSS, effect, wipe, ()


def _alter(compared: Compared, change: StoreChange, now: int) -> str:
    topic, (name, text) = compared.deployment.topic(change.new.changelog or ""), time_to_set(change, now)
    return f"Alter {code(topic)} too, with `kafka-configs.sh`: {code(f'{name}={text}')}, which is a day more."
