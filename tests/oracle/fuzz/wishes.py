"""What a program should come to call: one overload of the table, so that each has its turn."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final

from tests.oracle.fuzz.java_types import JavaType
from tests.oracle.fuzz.production import Production

_FAR: Final = 99


class Wish:
    """An overload, and the ways that lead to it."""

    def __init__(self, wanted: Production, productions: Sequence[Production]) -> None:
        self._wanted = wanted
        self._distances = _distances(wanted, tuple(productions))
        self._weights: dict[Production, float] = {}

    def weight(self, production: Production) -> float:
        """Say how much rather than others a production is chosen."""
        if production not in self._weights:
            self._weights[production] = self._weigh(production)
        return self._weights[production]

    def _weigh(self, production: Production) -> float:
        if production is self._wanted:
            return 12.0
        here = self.distance(production.owner)
        there = min((self._distances.get(name, _FAR) for name in _leads_to(production)), default=_FAR)
        return 4.0 if there < here or (production.is_static and there < _FAR) else 1.0

    def distance(self, kind: JavaType) -> int:
        """Say how many calls it takes from an object of a type to what is wanted."""
        return self._distances.get(_name(kind), _FAR)


def _distances(wanted: Production, productions: tuple[Production, ...]) -> dict[str, int]:
    """Say of each class how many calls it takes from there to what is wanted."""
    owners = _owners_before(productions)
    found = {_name(wanted.owner): 0}
    reached = [_name(wanted.owner)]
    while reached:
        name = reached.pop(0)
        for owner in owners.get(name, ()):
            if owner not in found:
                found[owner] = found[name] + 1
                reached.append(owner)
    return found


@cache
def _owners_before(productions: tuple[Production, ...]) -> Mapping[str, Sequence[str]]:
    """Name the classes from which one call leads to each class."""
    owners: dict[str, list[str]] = defaultdict(list)
    for one in productions:
        if not one.is_static:
            for name in _leads_to(one):
                owners[name].append(_name(one.owner))
    return owners


@cache
def _leads_to(production: Production) -> frozenset[str]:
    """Name what a call gives, and what it takes that has to be made for it."""
    return frozenset((_name(production.result), *(_name(parameter.type) for parameter in production.parameters)))


def _name(kind: JavaType) -> str:
    """Name a class; a table with windows is another one, for some calls are only for it."""
    has_windows = kind.name == "KTable" and kind.arguments[0].name == "Windowed"
    return "KTable of windows" if has_windows else kind.name
