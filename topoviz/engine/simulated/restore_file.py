"""What a configuration says of changelogs and of how fast stores are restored from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from topoviz.engine.scenarios.model import RestoreRate, StateSize
from topoviz.engine.simulated.bad_configuration import BadConfiguration
from topoviz.engine.simulated.fields import fields_of, named, text_of
from topoviz.engine.syntax.data_text import Data
from topoviz.engine.syntax.data_values import whole_number

_MOST: Final = 10**12
_WHOSE: Final = ("client", "thread")


@dataclass(frozen=True, slots=True)
class RestoreFile:
    """Records in each changelog partition at the beginning, by store where that differs, and the rate of restoring."""

    state: StateSize = field(default_factory=lambda: StateSize(0))
    rate: RestoreRate = field(default_factory=RestoreRate)
    says_rate: bool = False


def read_restore(data: Data | None, lines: dict[str, int]) -> RestoreFile | None:
    """Read it; `lines` gets those of stores. Records may be given as MB, by their size in bytes."""
    if data is None:
        return None
    fields = fields_of(data, "restore", ("records", "mb", "rate", "size", "of", "stores"))
    usual = RestoreRate()
    size = _number(fields.get("size"), "bytes", usual.record_bytes, 10**9)
    rate = _number(fields.get("rate"), "records a second", usual.records_per_second, 10**9)
    of, megabytes = fields.get("of"), fields.get("mb")
    if of is not None and text_of(of) not in _WHOSE:
        raise BadConfiguration(of.line, f"has of: {text_of(of)[:40]}; the rate is that of a client or of a thread.")
    records = _number(fields.get("records"), "records", 0, _MOST, least=0)
    if megabytes is not None:
        if fields.get("records") is not None:
            raise BadConfiguration(megabytes.line, "has records and mb; one is enough.")
        records = _number(megabytes, "MB", 0, _MOST // 1_000_000, least=0) * 1_000_000 // size
    return RestoreFile(
        StateSize(records, _stores(fields.get("stores"), lines)),
        RestoreRate(rate, size, of is not None and text_of(of) == "thread"),
        fields.get("rate") is not None,
    )


def _stores(data: Data | None, lines: dict[str, int]) -> Mapping[str, int]:
    found = {}
    for name, value in named(data):
        lines[name.text] = name.line
        found[name.text] = whole_number(value, "records", 0, _MOST, BadConfiguration)
    return found


def _number(data: Data | None, what: str, usual: int, most: int, least: int = 1) -> int:
    return usual if data is None else whole_number(data, what, least, most, BadConfiguration)
