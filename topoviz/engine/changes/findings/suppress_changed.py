"""A suppress() that holds updates back for another time, or so many others."""

from __future__ import annotations

from collections.abc import Iterator

from topoviz.engine.changes.compared import Compared
from topoviz.engine.changes.finding import Finding, Level
from topoviz.engine.explanations.wording import code
from topoviz.engine.logical.store_settings import UNBOUNDED, Suppression
from topoviz.engine.scenarios.durations import duration_text


def find_changed_suppression(compared: Compared) -> Iterator[Finding]:
    """Find buffers that pass updates on at other times."""
    for change in compared.kept_stores:
        before, now = change.old.settings.suppression, change.new.settings.suppression
        said = [] if before is None or now is None else list(_differences(before, now))
        if said:
            yield Finding(
                "suppress-changed",
                Level.NOTE,
                f"The buffer {code(change.new.name)} holds updates back otherwise: {', '.join(said)}.",
                "Results come at other times, and more or fewer of them. What is in the buffer stays there.",
                "Nothing is to be done for the state. See to it that what reads the results can take them.",
                "KTable#suppress; KIP-328",
                (change.old.name,),
                (change.new.name,),
            )


def _differences(before: Suppression, now: Suppression) -> Iterator[str]:
    if before.awaits_windows != now.awaits_windows:
        yield f"{'until windows close' if now.awaits_windows else 'for a time'} now"
    if before.time_limit is not None and now.time_limit is not None and before.time_limit != now.time_limit:
        yield f"for {duration_text(now.time_limit)}, and before for {duration_text(before.time_limit)}"
    for what, old, new in (
        ("records", before.max_records, now.max_records),
        ("bytes", before.max_bytes, now.max_bytes),
    ):
        if old is not None and new is not None and old != new:
            yield f"{_limit(new)} {what}, and before {_limit(old)}"


def _limit(number: int) -> str:
    return "any number of" if number == UNBOUNDED else f"at most {number:,}"
