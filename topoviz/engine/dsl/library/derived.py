"""Functions that the JDK makes of others: comparators, and predicates put together.

Java: java.util.Comparator, java.util.Collections#reverseOrder, java.util.Map.Entry and java.util.function.Predicate.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from topoviz.engine.dsl.values import Value


@dataclass(eq=False, slots=True)
class Derived(Value):
    """A function, by the method that makes it and what that is given."""

    method: str
    parts: tuple[Value, ...] = ()


_COMPARATORS: Final = frozenset({
    "naturalOrder", "reverseOrder", "comparing", "comparingInt", "comparingLong", "comparingDouble",
})  # fmt: skip
_OF_ENTRIES: Final = ("comparingByKey", "comparingByValue")
TESTS: Final = frozenset({"negate", "and", "or"})
_GIVEN: Final = {
    "negate": 0, "and": 1, "or": 1, "reversed": 0, "thenComparing": 1, "thenComparingInt": 1, "thenComparingLong": 1,
    "thenComparingDouble": 1,
}  # fmt: skip
"""Methods of comparators and predicates that make another one of them, and how many functions they are given."""


def makes_another(method: str, arguments: list[Value]) -> bool:
    """Tell whether a call on a function is one that makes another of it."""
    return method in _GIVEN and (len(arguments) == _GIVEN[method] or (method, len(arguments)) == ("thenComparing", 2))


def make_derived(owner: str, method: str, arguments: list[Value]) -> Derived | None:
    """Call a static method that makes a comparator or a predicate, or give None when it is none."""
    is_one = (
        (owner == "Comparator" and method in _COMPARATORS)
        or ((owner, method) == ("Collections", "reverseOrder"))
        or (owner == "Entry" and method in _OF_ENTRIES)
        or ((owner, method) == ("Predicate", "not"))
    )
    return Derived("negate" if method == "not" else method, tuple(arguments)) if is_one else None
