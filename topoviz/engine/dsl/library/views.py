"""What Collections.unmodifiableList and its kin give: another collection, shown as it is, that may not be changed.

Java: java.util.Collections.UnmodifiableCollection and UnmodifiableMap; what changes behind them shows in them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from topoviz.engine.dsl.library.object_classes import UNNAMED
from topoviz.engine.dsl.objects import PropertiesValue
from topoviz.engine.dsl.values import ListValue, MapValue, Value


class _Behind:
    """An attribute that is that of the collection behind."""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    def __get__(self, view: Any, owner: type | None = None) -> Any:
        return getattr(view.behind, self.name)

    def __set__(self, view: Any, value: object) -> None:
        setattr(view.behind, self.name, value)


class _View:
    """What shows all of another collection."""

    __slots__ = ()

    behind: ListValue | MapValue | PropertiesValue

    def forget(self, reason: str) -> Iterable[Value]:
        """Lose what is behind it, which alone can change."""
        return self.behind.forget(reason)


class UnmodifiableList(_View, ListValue):
    """A list, set or any collection that shows all of another one."""

    __slots__ = ("behind",)

    elements: Any = _Behind()
    kind: Any = _Behind()
    is_exact: Any = _Behind()
    is_resized: Any = _Behind()
    backing: Any = _Behind()

    def __init__(self, behind: ListValue) -> None:
        self.behind = behind
        self.is_fixed = True
        self.lets_through = False
        self.element_type = ""
        self.shown = behind.shown
        self.refuses_null = False
        self.class_name = UNNAMED


class PropertiesMap(_View, MapValue):
    """Properties as a map, in no order: java.util.Properties keeps its entries by their hashes."""

    __slots__ = ("behind",)

    entries: Any = _Behind()
    is_exact: Any = _Behind()

    def __init__(self, behind: PropertiesValue) -> None:
        self.behind = behind
        self.kind = "unordered map"
        self.is_resized = False
        self.is_fixed = False
        self.lets_through = False
        self.refusal = None
        self.class_name = "Properties"


class UnmodifiableMap(_View, MapValue):
    """A map that shows all of another one."""

    __slots__ = ("behind",)

    entries: Any = _Behind()
    kind: Any = _Behind()
    is_exact: Any = _Behind()
    is_resized: Any = _Behind()

    def __init__(self, behind: MapValue) -> None:
        self.behind = behind
        self.is_fixed = True
        self.lets_through = False
        self.refusal = None
        self.class_name = UNNAMED
