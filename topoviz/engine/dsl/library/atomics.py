"""java.util.concurrent.atomic: numbers and references that a lambda can change, as counters in names are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from topoviz.engine.dsl.arithmetic import combined, converted
from topoviz.engine.dsl.numbers import LONG
from topoviz.engine.dsl.values import NULL, Constant, Unknown, Value, text_parts

_STARTS: Final[dict[str, Constant]] = {
    "AtomicInteger": Constant(0),
    "AtomicLong": Constant(0, LONG),
    "LongAdder": Constant(0, LONG),
    "AtomicBoolean": Constant(False),
    "AtomicReference": NULL,
}
_STEPS: Final = {"increment": 1, "incrementAndGet": 1, "getAndIncrement": 1, "decrementAndGet": -1}
_STEPS_BACK: Final = {"decrement": -1, "getAndDecrement": -1}
_READS: Final = frozenset({
    "get", "getPlain", "getAcquire", "getOpaque", "intValue", "longValue", "sum", "intSum",
})  # fmt: skip
_WRITES: Final = frozenset({"set", "lazySet", "setPlain", "setRelease"})


@dataclass(eq=False, slots=True)
class AtomicValue(Value):
    """An object that holds one value, which can be replaced."""

    class_name: str
    held: Value

    def forget(self, reason: str) -> Iterable[Value]:
        """Lose what it holds."""
        held, self.held = self.held, Unknown(self.class_name, reason)
        return (held,)

    def written(self) -> Sequence[str | Value]:
        """Give the text of what it holds."""
        return [self.held]


def make_atomic(class_name: str, arguments: list[Value]) -> AtomicValue | None:
    """Make an atomic object with what it is given, or with what Java puts into it."""
    if class_name not in _STARTS or len(arguments) > 1:
        return None
    held = arguments[0] if arguments else _STARTS[class_name]
    return AtomicValue(class_name, converted(held, "long") if class_name == "AtomicLong" else held)


def call_atomic(atomic: AtomicValue, method: str, arguments: list[Value]) -> Value | None:
    """Call a method that takes no function; None when it is not known here."""
    before = atomic.held
    match method, arguments:
        case _, [] if method in _READS:
            return before
        case "toString", []:
            parts = text_parts(before)
            return Constant(parts[0]) if len(parts) == 1 and isinstance(parts[0], str) else None
        case _, [value] if method in _WRITES:
            atomic.held = _fitting(atomic, value)
            return NULL
        case "getAndSet", [value]:
            atomic.held = _fitting(atomic, value)
            return before
        case _, [] if method in _STEPS or method in _STEPS_BACK:
            step = Constant(_STEPS.get(method, -1))
            return _add(atomic, step, gives_before=method.startswith("getAnd"))
        case (("addAndGet" | "getAndAdd" | "add"), [Constant() as step]):
            return _add(atomic, step, gives_before=method == "getAndAdd")
        case "reset", []:
            atomic.held = Constant(0, LONG)
            return NULL
        case _:
            return None


def _add(atomic: AtomicValue, step: Constant, *, gives_before: bool) -> Value:
    before = atomic.held
    after = combined("+", before, step) if isinstance(before, Constant) else None
    atomic.held = Unknown(atomic.class_name, "The text does not determine this number.") if after is None else after
    return before if gives_before else atomic.held


def _fitting(atomic: AtomicValue, value: Value) -> Value:
    return converted(value, "long") if atomic.class_name == "AtomicLong" else value
