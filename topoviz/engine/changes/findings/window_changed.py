"""Windows of another size, advance or grace period over a store that stays."""

from __future__ import annotations

from collections.abc import Iterator

from topoviz.engine.changes.compared import Compared, StoreChange
from topoviz.engine.changes.finding import Finding, Level
from topoviz.engine.explanations.wording import code
from topoviz.engine.scenarios.durations import duration_text

_KEEPS_START_ALONE = ("time", "sliding")


def find_changed_windows(compared: Compared) -> Iterator[Finding]:
    """Find windows that mean something else than those which the store holds already."""
    for change in compared.kept_stores:
        if change.old.kind is not change.new.kind or None in (change.old.settings.windows, change.new.settings.windows):
            continue
        found = _kind(change) or _size(change) or _advance(change) or _grace(change)
        if found is not None:
            yield found


def _kind(change: StoreChange) -> Finding | None:
    before, now = change.old.settings.windows, change.new.settings.windows
    if before == now:
        return None
    sentence = f"The store {code(change.new.name)} held {before} windows and holds {now} windows now."
    return _misread(change, sentence)


def _size(change: StoreChange) -> Finding | None:
    before, now = change.old.settings.window_size, change.new.settings.window_size
    if before is None or now is None or before == now:
        return None
    sizes = f"{duration_text(before)} before, {duration_text(now)} now"
    match change.new.settings.windows:
        case "join":
            sentence = f"The window of the join over {code(change.new.name)} spans another time: {sizes}."
            effect = "Records that are kept already are joined as the new window says, as far as they are still there."
        case "session":
            sentence = f"The inactivity gap of the sessions in {code(change.new.name)} is another: {sizes}."
            effect = "Sessions from before keep their bounds until records come that are near enough to merge them."
        case _:
            return _misread(change, f"The windows in {code(change.new.name)} have another size: {sizes}.")
    return _noted(change, sentence, effect)


def _misread(change: StoreChange, sentence: str) -> Finding:
    return Finding(
        "window-changed",
        Level.STATE_LOSS,
        sentence,
        "Keys in the store say where a window begins and not where it ends: what was counted before is read as if it "
        "were of the new windows.",
        "Give the store another name, and fill it by reprocessing the input.",
        "WindowKeySchema; TimeWindowedDeserializer; seen with 4.3.1",
        (change.old.name,),
        (change.new.name,),
    )


def _advance(change: StoreChange) -> Finding | None:
    before, now = change.old.settings.advance, change.new.settings.advance
    if before is None or now is None or before == now:
        return None
    advances = f"by {duration_text(before)} before, by {duration_text(now)} now"
    sentence = f"The windows in {code(change.new.name)} advance otherwise: {advances}."
    effect = "Windows that begin at other times are there beside the new ones until they expire."
    return _noted(change, sentence, effect)


def _grace(change: StoreChange) -> Finding | None:
    before, now = change.old.settings.grace, change.new.settings.grace
    if before is None or now is None or before == now:
        return None
    waits = f"for {duration_text(before)} before, for {duration_text(now)} now"
    sentence = f"The windows in {code(change.new.name)} wait otherwise for late records: {waits}."
    effect = "Late records count that were dropped before, or are dropped that counted."
    return _noted(change, sentence, effect)


def _noted(change: StoreChange, sentence: str, effect: str) -> Finding:
    return Finding(
        "window-changed",
        Level.NOTE,
        sentence,
        f"{effect} In a rolling restart both versions give results at the same time.",
        "Nothing is to be done for it, unless results of both may not mix: then stop all instances first.",
        "TimeWindows; SessionWindows; JoinWindows",
        (change.old.name,),
        (change.new.name,),
    )
