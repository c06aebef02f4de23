"""A client is closed: its tasks are committed and closed, and its state is whole.

It stays a member of the group until session.timeout.ms is over, because Kafka Streams sets the consumer's
internal.leave.group.on.close to false, so that a restart does not move tasks. CloseOptions#leaveGroup asks otherwise:
since 3.3 (KIP-812) it removes static members, and only from 4.2 on others too.

Source: KafkaStreams#close, StreamsConfig#CONSUMER_DEFAULT_OVERRIDES.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from topoviz.engine.scenarios.events.event import BadEvent, EventKind, Stage
from topoviz.engine.scenarios.reading.values import Reader
from topoviz.engine.syntax.data_text import Data, Word


@dataclass(frozen=True, slots=True)
class Stop:
    """A client is closed; with `leaves_group` as by CloseOptions."""

    client: str
    leaves_group: bool = False

    def happen(self, stage: Stage) -> None:
        """Close it."""
        if self.leaves_group and not stage.behaviours.has("may_leave_group_on_close"):
            raise BadEvent(f"lets {self.client} leave the group, which came with Kafka Streams 3.3.0.")
        asked = " and asked to leave the group" if self.leaves_group else ""
        stage.say(f"{self.client} is closed cleanly{asked}.")
        stage.halt(self.client, is_clean=True, leaves_group=self.leaves_group)


def _read(data: Data, reader: Reader) -> Stop:
    if isinstance(data, Word):
        return Stop(reader.client(data))
    fields = reader.fields(data, "a stop", ("client", "leave"))
    leaves = fields.get("leave")
    return Stop(reader.client(reader.wanted(fields, "client")), leaves is not None and reader.truth(leaves))


KIND: Final = EventKind("stop", "A client is closed cleanly.", "stop: b", _read)
