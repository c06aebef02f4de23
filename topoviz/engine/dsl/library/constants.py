"""Constants of library classes that decide about a topology."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from topoviz.engine.dsl.library.durations import duration_constant
from topoviz.engine.dsl.library.locales import locale_constant
from topoviz.engine.dsl.objects import SerdeValue, StoreTypeValue
from topoviz.engine.dsl.operators.call import OperatorCall
from topoviz.engine.dsl.operators.operator import refuse_missing
from topoviz.engine.dsl.values import BoundMethod, Constant, LibraryClass, Opaque, Value
from topoviz.engine.source import Span

if TYPE_CHECKING:
    from topoviz.engine.dsl.interpreter.world import World

_CONFIG: Final = "config_constants.txt"
_LINE: Final = re.compile(r"(\S+) (\S+) (\w+)\.(\w+) = (.+)")
_BELONGS_TO_STREAMS: Final = ("StreamsConfig", "InternalConfig")
"""Of the classes of clients nobody knows here which release stands beside a program."""

PREFIXES: Final = {
    "consumerPrefix": "consumer.",
    "mainConsumerPrefix": "main.consumer.",
    "restoreConsumerPrefix": "restore.consumer.",
    "globalConsumerPrefix": "global.consumer.",
    "producerPrefix": "producer.",
    "adminClientPrefix": "admin.",
    "topicPrefix": "topic.",
    "clientTagPrefix": "client.tag.",
}
"""What static methods of StreamsConfig put before the name of a setting."""

_LIMITS: Final = {
    ("Integer", "MAX_VALUE"): 2**31 - 1,
    ("Integer", "MIN_VALUE"): -(2**31),
    ("Long", "MAX_VALUE"): 2**63 - 1,
    ("Long", "MIN_VALUE"): -(2**63),
    ("Boolean", "TRUE"): True,
    ("Boolean", "FALSE"): False,
}


@dataclass(frozen=True, slots=True)
class _ConfigConstant:
    """What a constant is, and the releases in which it came and went, where one did."""

    value: str
    since: str
    until: str


@cache
def _settings() -> Mapping[tuple[str, str], _ConfigConstant]:
    """Read the table of constants that name settings, or are values of them."""
    text = Path(__file__).with_name(_CONFIG).read_text(encoding="utf-8")
    found = (_LINE.fullmatch(line) for line in text.splitlines())
    return {
        (line[3], line[4]): _ConfigConstant(line[5], line[1].strip("-"), line[2].strip("-"))
        for line in found
        if line is not None
    }


def library_constant(world: World, owner: str, name: str, span: Span) -> Value | None:
    """Give a constant of a library class, or None when it is not known here; raises Refused for one that is missing."""
    setting = _settings().get((owner, name))
    if setting is not None:
        if owner in _BELONGS_TO_STREAMS:
            reading = OperatorCall(name, (), world.origin(span), world.behaviours, world.report)
            refuse_missing(reading, f"{owner}.{name}", since=setting.since, until=setting.until)
        return Constant(setting.value)
    if (owner, name) in _LIMITS:
        return Constant(_LIMITS[owner, name])
    if owner == "AutoOffsetReset" or (owner == "Topology" and name in ("EARLIEST", "LATEST")):
        return Opaque(f"AutoOffsetReset:{name}")
    if owner in ("StoreType", "BuiltInDslStoreSuppliers"):
        is_known = name in ("IN_MEMORY", "ROCKS_DB")
        return StoreTypeValue(owner, is_in_memory=name == "IN_MEMORY") if is_known else Opaque(owner)
    if (owner, name) == ("String", "CASE_INSENSITIVE_ORDER"):
        return BoundMethod(LibraryClass("String"), "compareToIgnoreCase", span)
    locale = locale_constant(owner, name)
    if locale is not None:
        return locale
    time = duration_constant(owner, name)
    if time is not None:
        return time
    if owner == "Serdes" and name == "WindowedSerdes":
        return SerdeValue("")
    return None
