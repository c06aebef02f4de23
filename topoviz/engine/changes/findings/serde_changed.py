"""A store whose rows are written by another serde."""

from __future__ import annotations

from collections.abc import Iterator

from topoviz.engine.changes.compared import Compared, StoreChange
from topoviz.engine.changes.finding import Finding, Level
from topoviz.engine.changes.row_meaning import UNCERTAIN, is_class
from topoviz.engine.explanations.wording import code
from topoviz.engine.logical.store_settings import DEFAULT_SERDE, OWN_SERDE


def find_changed_serdes(compared: Compared) -> Iterator[Finding]:
    """Find stores whose old rows the new serde may not read."""
    for change in compared.kept_stores:
        old, new = change.old.settings, change.new.settings
        for what, before, now in (("keys", old.key_serde, new.key_serde), ("values", old.value_serde, new.value_serde)):
            if before is not None and now is not None and before != now and OWN_SERDE not in (before, now):
                yield _finding(change, what, before, now)


def _finding(change: StoreChange, what: str, before: str, now: str) -> Finding:
    open_ones = tuple(_asked(serde) for serde in (before, now) if not is_class(serde))
    if not open_ones and before.partition("(")[0] == now.partition("(")[0]:
        open_ones = (f"whether {code(now)} reads what {code(before)} wrote",)
    return Finding(
        "serde-changed",
        Level.STATE_LOSS,
        f"The {what} of the store {code(change.new.name)} were written by {code(_said(before))} and are read by "
        f"{code(_said(now))} now.",
        "The application starts, for restoring copies bytes; a SerializationException ends it when such a row is read, "
        "or the row is read as something else.",
        "Give the store another name and fill it by reprocessing the input, unless the new serde reads what the old "
        "one wrote.",
        "MeteredKeyValueStore; seen with 3.9.2 and 4.3.1",
        (change.old.name,),
        (change.new.name,),
        is_unsure=bool(open_ones),
        rests_on=open_ones,
    )


def _said(serde: str) -> str:
    return serde.removesuffix(UNCERTAIN)


def _asked(serde: str) -> str:
    return f"which serde {'is the default one' if serde == DEFAULT_SERDE else f'{code(_said(serde))} gives'}"
