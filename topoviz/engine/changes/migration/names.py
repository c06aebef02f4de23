"""Names to give in the new program, so that it finds the topics of the old one.

A store that gets a name takes no number any more, so that all numbers after it change once more. For this, every
numbered store from the first one that moved on is named, those that stay by themselves too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from topoviz.engine.changes.compared import Compared, StoreChange
from topoviz.engine.changes.matching.thing import Thing
from topoviz.engine.changes.row_meaning import has_other_meaning
from topoviz.engine.logical.nodes import (
    GraphNode,
    StatefulProcessor,
    TableProcessor,
    TableSource,
    TableTableJoin,
)
from topoviz.engine.source import Origin

_NAMED_OTHERWISE: Final = ("SUPPRESS", "FK-JOIN", "JOINTHIS", "JOINOTHER")
_NAMES_OTHERWISE: Final = ("suppress",)
_OF_SEVERAL: Final = (
    (
        re.compile(r"(.+?)(?:-outer)?-(?:this|other)-join-store|(.+)-(?:left|outer)-shared-join-store"),
        "StreamJoined.as",
    ),
    (re.compile(r"(.+)-subscription-store"), "TableJoined.as"),
)
"""What is made of a name of the program's own where it names several stores, and by which call."""
_NUMBER: Final = re.compile(r"\d{10}", re.ASCII)


@dataclass(frozen=True, slots=True)
class NameToGive:
    """A store that keeps its changelog if it is named; `code` is what to give to the call at `origin`.

    Where no name that may be given leads to the old topic, `code` is empty.
    """

    store: str
    now: str
    code: str
    origin: Origin | None

    @property
    def helps(self) -> bool:
        """Tell whether a name can keep the topic."""
        return bool(self.code)


def names_to_give(compared: Compared) -> tuple[NameToGive, ...]:
    """Give the names that keep all changelogs, in the order of the new program; none where nothing is lost."""
    logged = [change for change in compared.stores if change.old.is_logged is not False]
    renamed = [change for change in logged if change.old.name != change.new.name]
    moved = [number_in(change.match.new) for change in renamed if change.match.new.is_numbered]
    first = min(moved, default=None)
    return tuple(
        name_to_give(compared, change)
        for change in logged
        if _follows(change.match.new, first) or (change in renamed and not change.match.new.is_numbered)
    )


def _follows(thing: Thing, first: int | None) -> bool:
    """Tell whether a store has a number from the first one on that moved."""
    return first is not None and thing.is_numbered and number_in(thing) >= first


def number_in(thing: Thing) -> int:
    """Give the number that Kafka Streams put into a name."""
    found = _NUMBER.search(thing.name)
    return 0 if found is None else int(found[0])


def name_to_give(compared: Compared, change: StoreChange) -> NameToGive:
    """Give the name that keeps the changelog of one store."""
    makers = list(_makers(compared, change.new.name))
    code = "" if has_other_meaning(change) else _code(makers, change)
    origin = next((node.origin for node in makers if node.origin is not None), None)
    return NameToGive(change.old.name, change.new.name, code, origin)


def _code(makers: list[GraphNode], change: StoreChange) -> str:
    """Give what names the store as it was; operators that have several stores make their names of one."""
    if not change.match.old.is_numbered:
        for pattern, call in _OF_SEVERAL:
            if (found := pattern.fullmatch(change.old.name)) is not None:
                return f'{call}("{next(filter(None, found.groups()))}")'
    return f'Materialized.as("{change.old.name}")' if _takes_name(makers, change.match.new) else ""


def _takes_name(makers: list[GraphNode], store: Thing) -> bool:
    """Tell whether Materialized names the store as a whole; joins and suppress() add words of their own to a name."""
    if store.is_numbered and any(part in store.name for part in _NAMED_OTHERWISE):
        return False
    if not makers:
        return "-STATE-STORE-" in store.name
    takers = (StatefulProcessor, TableSource, TableProcessor, TableTableJoin)
    return any(isinstance(node, takers) and node.operator not in _NAMES_OTHERWISE for node in makers)


def _makers(compared: Compared, store: str) -> Iterator[GraphNode]:
    """Give the operators of the new plan that use a store, the first one first."""
    topology, optimized = compared.new.topology, compared.new.analyzed.optimized
    if optimized is None:
        return
    nodes = optimized.plan.nodes
    by_name = {node.name: node for node in topology.nodes}
    for user in topology.store_users.get(store, ()):
        plan_node = by_name[user].plan_node
        if plan_node is not None and plan_node in nodes:
            yield nodes[plan_node]
