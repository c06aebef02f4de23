"""How a table is looked up: in its store, or in those of the two tables that it is a join of.

Source: KTableValueGetter of KTableSource, KTableKTableInnerJoin, -LeftJoin and -OuterJoin.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from topoviz.engine.simulation.nodes.moving import SOME, Key
from topoviz.engine.simulation.nodes.operations import JoinKind, JoinView, StoreView
from topoviz.engine.simulation.nodes.stores.key_values import Entry, KeyValues

View = Callable[[Key], Entry | None]


def view_of(plan: StoreView | JoinView, stores: Mapping[str, KeyValues]) -> tuple[View, str]:
    """Give how to look a key up, and where that is."""
    if isinstance(plan, StoreView):
        store = stores[plan.store]
        return store.get, store.name
    left, right = stores[plan.left.store], stores[plan.right.store]
    kind = plan.kind

    def look_up(key: Key) -> Entry | None:
        one, other = left.get(key), right.get(key)
        if one is None and (other is None or kind is not JoinKind.OUTER):
            return None
        if other is None and kind is JoinKind.INNER:
            return None
        return Entry(max(each.timestamp for each in (one, other) if each is not None), SOME)

    return look_up, f"{left.name}, {right.name}"
