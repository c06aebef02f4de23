"""What a part of the text may change, as values."""

from __future__ import annotations

from dataclasses import dataclass

from topoviz.engine.dsl.classes import ClassInfo
from topoviz.engine.syntax import tree


@dataclass(frozen=True, slots=True)
class Touched:
    """A static field that may be given another value, or whose object may be changed."""

    declaring: ClassInfo
    name: str
    is_assigned: bool


@dataclass(frozen=True, slots=True)
class Touching:
    """What some nodes do. The names are those of variables and fields that are not the nodes' own.

    `giving` are the calls of what is not in the text, which may keep what they are given.
    """

    assigned: tuple[str, ...]
    touched: tuple[str, ...]
    statics: tuple[Touched, ...]
    giving: tuple[tree.Call, ...]
    sets_system_property: bool
    changes: bool
