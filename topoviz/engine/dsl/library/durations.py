"""java.time.Duration, as far as the sizes of windows and of their stores have to agree."""

from __future__ import annotations

from typing import Final

from topoviz.engine.dsl.values import Constant, Opaque, Value

_PREFIX: Final = "Duration:"
_UNITS: Final = {
    "ofMillis": 1, "ofSeconds": 1000, "ofMinutes": 60_000, "ofHours": 3_600_000, "ofDays": 86_400_000,
}  # fmt: skip


def make_duration(method: str, amount: Value | None) -> Value | None:
    """Call a static method of Duration on a known number; None for all others."""
    if method not in _UNITS or not isinstance(amount, Constant) or not isinstance(amount.value, int):
        return None
    return Opaque(f"{_PREFIX}{amount.value * _UNITS[method]}")


def milliseconds(value: Value) -> int | None:
    """Give the length of a duration, or of a plain number, in milliseconds; None when it is not known."""
    if isinstance(value, Opaque) and value.type_name.startswith(_PREFIX):
        return int(value.type_name.removeprefix(_PREFIX))
    if isinstance(value, Constant) and isinstance(value.value, int) and not isinstance(value.value, bool):
        return value.value
    return None
