"""What was read of a cluster, before it is joined to the tasks of a topology."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from topoviz.engine.cluster.model import Client
from topoviz.engine.syntax.data_text import Word


@dataclass(frozen=True, slots=True)
class FoundCluster:
    """Clients in the order of the text, with settings of Kafka Streams and racks of brokers where it has them.

    With `has_usual_threads` some client does not say how many threads it has. `notes` are whole sentences about what
    the text has and is not taken, `doubts` about what it cannot tell.
    """

    clients: tuple[Client, ...]
    settings: Mapping[str, Word] = field(default_factory=dict)
    broker_racks: Mapping[int, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    doubts: tuple[str, ...] = ()
    has_usual_threads: bool = False
