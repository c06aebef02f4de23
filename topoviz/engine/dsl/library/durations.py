"""java.time.Duration and Instant, as far as the sizes of windows and of their stores have to agree."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from topoviz.engine.dsl.values import Constant, Opaque, Value

_SECOND: Final = 1_000_000_000
_CHRONO_UNIT: Final = "ChronoUnit:"
_CHRONO_UNITS: Final = {
    "NANOS": 1, "MICROS": 1000, "MILLIS": 1_000_000, "SECONDS": _SECOND, "MINUTES": 60 * _SECOND,
    "HOURS": 3600 * _SECOND, "HALF_DAYS": 12 * 3600 * _SECOND, "DAYS": 86_400 * _SECOND,
}  # fmt: skip
_TIME_UNIT: Final = "TimeUnit:"
_TIME_UNITS: Final = {
    "NANOSECONDS": 1, "MICROSECONDS": 1000, "MILLISECONDS": 1_000_000, "SECONDS": _SECOND, "MINUTES": 60 * _SECOND,
    "HOURS": 3600 * _SECOND, "DAYS": 86_400 * _SECOND,
}  # fmt: skip
_LONGEST: Final = (2**63 - 1) * _SECOND


@dataclass(frozen=True, slots=True)
class DurationValue(Value):
    """A java.time.Duration whose length the text determines."""

    nanos: int

    def written(self) -> Sequence[str | Value]:
        """Give its text."""
        return [str(self)]

    @property
    def milliseconds(self) -> int | None:
        """Give what toMillis() gives, or None where that overflows."""
        whole = abs(self.nanos) // 1_000_000
        return None if whole > 2**63 - 1 else whole if self.nanos >= 0 else -whole

    def __str__(self) -> str:
        """Print it as Java does: PT1H, PT0.5S."""
        seconds, rest = divmod(abs(self.nanos), _SECOND)
        sign = "-" if self.nanos < 0 else ""
        hours, minutes, seconds = seconds // 3600, seconds // 60 % 60, seconds % 60
        text = "".join(f"{sign}{count}{unit}" for count, unit in ((hours, "H"), (minutes, "M")) if count)
        fraction = f".{rest:09d}".rstrip("0") if rest else ""
        last = f"{sign}{seconds}{fraction}S" if seconds or rest else ""
        return f"PT{text}{last}" if text or last else "PT0S"


@dataclass(frozen=True, slots=True)
class InstantValue(Value):
    """A java.time.Instant whose milliseconds since 1970 the text determines."""

    milliseconds: int


def make_duration(method: str, arguments: list[Value]) -> Value | None:
    """Call a static method of Duration on known numbers; None for all others."""
    amount = _number(arguments[0]) if arguments else None
    if amount is None:
        return None
    if method == "of" and len(arguments) == 2:
        return _of_unit(amount, arguments[1])
    unit = (
        _CHRONO_UNITS.get(method.removeprefix("of").upper())
        if method.startswith("of") and len(arguments) == 1
        else None
    )
    return None if unit is None else _duration(amount * unit)


def make_instant(method: str, arguments: list[Value]) -> Value | None:
    """Call a static method of Instant on a known number; None for all others."""
    amount = _number(arguments[0]) if len(arguments) == 1 else None
    if amount is None or method not in ("ofEpochMilli", "ofEpochSecond"):
        return None
    return InstantValue(amount if method == "ofEpochMilli" else amount * 1000)


def duration_constant(owner: str, name: str) -> Value | None:
    """Give Duration.ZERO, Instant.EPOCH, a ChronoUnit or a TimeUnit."""
    if owner == "TimeUnit" and name in _TIME_UNITS:
        return Opaque(f"{_TIME_UNIT}{name}")
    if owner == "ChronoUnit" and name in _CHRONO_UNITS:
        return Opaque(f"{_CHRONO_UNIT}{name}")
    if (owner, name) == ("Instant", "EPOCH"):
        return InstantValue(0)
    return DurationValue(0) if (owner, name) == ("Duration", "ZERO") else None


def call_duration(duration: DurationValue, method: str, arguments: list[Value]) -> Value | None:
    """Call a method of a duration, or give None when it is not known here."""
    first = arguments[0] if arguments else None
    amount = None if first is None else _number(first)
    unit = _CHRONO_UNITS.get(method.removeprefix("plus").removeprefix("minus").upper())
    sign = -1 if method.startswith("minus") else 1
    match method:
        case "plus" | "minus" if isinstance(first, DurationValue):
            return _duration(duration.nanos + sign * first.nanos)
        case _ if unit is not None and amount is not None:
            return _duration(duration.nanos + sign * amount * unit)
        case "multipliedBy" if amount is not None:
            return _duration(duration.nanos * amount)
        case "toMillis" if duration.milliseconds is not None:
            return Constant(duration.milliseconds, "long")
        case "getSeconds" | "toSeconds":
            return Constant(duration.nanos // _SECOND, "long")
        case "toMinutes" | "toHours" | "toDays" if duration.nanos >= 0:
            return Constant(duration.nanos // _CHRONO_UNITS[method.removeprefix("to").upper()], "long")
        case "toString":
            return Constant(str(duration))
        case _:
            return None


def is_unit(value: Opaque) -> bool:
    """Tell whether something is a java.util.concurrent.TimeUnit."""
    return value.type_name.startswith(_TIME_UNIT)


def convert_unit(unit: Opaque, method: str, arguments: list[Value]) -> Value | None:
    """Call a method of a TimeUnit that converts a number; None for all others, and where it does not fit."""
    size = _TIME_UNITS[unit.type_name.removeprefix(_TIME_UNIT)]
    match method, [_number(argument) for argument in arguments], arguments:
        case "convert", [int(amount), None], [_, Opaque() as other] if is_unit(other):
            given, wanted = _TIME_UNITS[other.type_name.removeprefix(_TIME_UNIT)], size
        case _, [int(amount)], _ if method.removeprefix("to").upper() in _CHRONO_UNITS and method.startswith("to"):
            given, wanted = size, _CHRONO_UNITS[method.removeprefix("to").upper()]
        case _:
            return None
    whole = abs(amount) * given // wanted
    return Constant(whole if amount >= 0 else -whole, "long") if whole < 2**63 else None


def milliseconds(value: Value) -> int | None:
    """Give the length of a duration, or of a plain number, in milliseconds; None when it is not known."""
    return value.milliseconds if isinstance(value, DurationValue | InstantValue) else _number(value)


def _of_unit(amount: int, unit: Value) -> Value | None:
    if not isinstance(unit, Opaque) or not unit.type_name.startswith(_CHRONO_UNIT):
        return None
    return _duration(amount * _CHRONO_UNITS[unit.type_name.removeprefix(_CHRONO_UNIT)])


def _duration(nanos: int) -> DurationValue | None:
    """Make a duration, unless Java throws because it is too long."""
    return DurationValue(nanos) if abs(nanos) <= _LONGEST else None


def _number(value: Value) -> int | None:
    if isinstance(value, Constant) and isinstance(value.value, int) and not isinstance(value.value, bool):
        return value.value
    return None
