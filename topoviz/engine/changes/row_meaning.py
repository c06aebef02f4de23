"""Whether the rows that a store has from the old version mean the same to the new one."""

from __future__ import annotations

from typing import Final

from topoviz.engine.changes.compared import StoreChange
from topoviz.engine.logical.nodes import StoreKind
from topoviz.engine.logical.store_settings import DEFAULT_SERDE, OWN_SERDE

_OF_ONE_FORM: Final = {StoreKind.KEY_VALUE, StoreKind.VERSIONED}
"""Their changelogs have rows of one form; what lies on disk differs."""

_SAY_WHERE_WINDOWS_END: Final = ("join", "session")
UNCERTAIN: Final = "?"
"""Stands behind a serde that the text does not name by its class."""


def has_other_form(change: StoreChange) -> bool:
    """Tell whether the keys of both kinds of stores have another form, as far as both are known."""
    kinds = {change.old.kind, change.new.kind}
    return len(kinds) == 2 and not kinds & {None, StoreKind.OTHER} and kinds != _OF_ONE_FORM


def has_other_meaning(change: StoreChange) -> bool:
    """Tell whether the old rows certainly mean nothing to the new version, whatever the store is called."""
    return has_other_form(change) or _has_other_windows(change) or _has_other_serdes(change)


def _has_other_windows(change: StoreChange) -> bool:
    old, new = change.old.settings, change.new.settings
    if None in (old.windows, new.windows):
        return False
    if old.windows != new.windows:
        return True
    sizes = (old.window_size, new.window_size)
    return new.windows not in _SAY_WHERE_WINDOWS_END and None not in sizes and sizes[0] != sizes[1]


def _has_other_serdes(change: StoreChange) -> bool:
    old, new = change.old.settings, change.new.settings
    pairs = ((old.key_serde, new.key_serde), (old.value_serde, new.value_serde))
    return any(is_class(before) and is_class(now) and _made(before) != _made(now) for before, now in pairs)


def is_class(serde: str | None) -> bool:
    """Tell whether the class of a serde is known."""
    return serde is not None and serde not in (DEFAULT_SERDE, OWN_SERDE) and not serde.endswith(UNCERTAIN)


def _made(serde: str | None) -> str:
    return (serde or "").partition("(")[0]
