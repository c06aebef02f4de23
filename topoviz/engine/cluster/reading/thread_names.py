"""What the name of a stream thread says of its process.

Kafka: KafkaStreams, StreamThread. A thread is called `<client id>-StreamThread-<n>`; the client id is `client.id` where
that is set, else `<application id>-<process id>`. Its consumer has `-consumer` behind that, and what the broker adds.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final
from uuid import UUID

_THREAD: Final = re.compile(r"(?P<client>.+)-StreamThread-(?P<number>\d{1,6})")
_PROCESS: Final = re.compile(r"(?P<application>.+)-(?P<process>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})")


@dataclass(frozen=True, slots=True)
class ThreadName:
    """The client of a stream thread and its number; the process id is None where `client.id` hides it."""

    client: str
    number: int
    process_id: UUID | None

    @property
    def short(self) -> str:
        """The name without what is the same for all threads of the client."""
        return f"StreamThread-{self.number}"


def read_thread_name(text: str) -> ThreadName | None:
    """Read the name of a thread, of its consumer, or a member id; None for what belongs to no stream thread."""
    match = _THREAD.match(text)
    if match is None:
        return None
    process = _PROCESS.fullmatch(match["client"])
    return ThreadName(match["client"], int(match["number"]), None if process is None else UUID(process["process"]))


def process_id_at(place: int) -> UUID:
    """Give the id that stands for an unknown one: the n-th client's ends in n, so that ids sort as clients stand."""
    return UUID(int=place + 1)


def named_clients(clients: Iterable[str]) -> Mapping[str, str]:
    """Give short names to client ids: the first part of the process id, or the whole id where that is not enough."""
    short: dict[str, str] = {}
    for client in dict.fromkeys(clients):
        match = _PROCESS.fullmatch(client)
        name = client if match is None else match["process"].partition("-")[0]
        short[client] = client if name in short.values() else name
    return short
