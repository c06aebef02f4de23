"""What every operator is: it gets a record and gives what goes on, one after another."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, Protocol

from topoviz.engine.simulation import node_events
from topoviz.engine.simulation.nodes.context import Context
from topoviz.engine.simulation.nodes.moving import Moving

NO_KEY: Final = "it has no key"
NO_VALUE: Final = "it has no value"


class Operator(Protocol):
    """The operator of one node in one task. It may be asked for the next record only when the last one has gone."""

    def process(self, record: Moving) -> Iterable[Moving]:
        """Take a record, and give what goes on to the successors."""
        ...


def skip(context: Context, node: str, record: Moving, why: str) -> tuple[Moving, ...]:
    """Take no notice of a record, and count it."""
    context.tally(node).skipped += 1
    context.tell(node_events.SkippedByNode, node, record.key, why)
    return ()


def why_not_joined(record: Moving) -> str | None:
    """Say why a record cannot be joined at all, if so."""
    if record.key is None:
        return NO_KEY
    return NO_VALUE if record.value is None else None
