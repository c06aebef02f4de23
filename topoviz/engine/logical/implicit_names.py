"""Internal topics and stores that the user gave no name, which a TopologyConfig may refuse (KIP-1111).

Kafka: InternalTopologyBuilder#addImplicitInternalNames and #checkUnprovidedNames. Operators register them when they are
called, whether the store or topic comes to be or not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ImplicitNames:
    """What one operator made without a name: a repartition topic, or a store with its changelog, or either."""

    repartition: str | None = None
    store: str | None = None
    changelog: str | None = None


def store_without_name(name: str, *, is_logged: bool) -> ImplicitNames:
    """Give the names of a store, and of its changelog if it has one."""
    return ImplicitNames(store=name, changelog=f"{name}-changelog" if is_logged else None)


def words_about(found: Sequence[ImplicitNames]) -> str:
    """Say what has no name, as Kafka Streams does: a line for each kind."""
    kinds = {
        "changelog topic": [one.changelog for one in found if one.changelog],
        "state store": [one.store for one in found if one.store],
        "repartition topic": [one.repartition for one in found if one.repartition],
    }
    lines = (f"Following {kind}(s) has not been named: {', '.join(names)}\n" for kind, names in kinds.items() if names)
    return "".join(lines)
