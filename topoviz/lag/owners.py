"""Who reads a partition, by the client id that the group's members give themselves.

Kafka Streams calls the consumer of a thread `<client.id>-StreamThread-<number>-consumer`, and without a `client.id` of
the program's own that begins with the application's id and a UUID of the process (`StreamThread.getConsumerClientId`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

_THREAD: Final = re.compile(r"(.+)-StreamThread-(\d+)(?:-consumer)?", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Owner:
    """An instance, and which of its threads; `thread` is None for a consumer that is not of Kafka Streams."""

    process: str
    thread: int | None


def owner_of(client_id: str) -> Owner:
    """Read the client id of a member."""
    found = _THREAD.fullmatch(client_id)
    return Owner(client_id, None) if found is None else Owner(found[1], int(found[2]))
