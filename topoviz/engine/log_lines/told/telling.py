"""The lines that an event prints at a version, with prefixes and values; what is not known of them is `…`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from typing import Final

from topoviz.engine.log_lines.loggers import logger_of
from topoviz.engine.log_lines.table import LEVELS, Line, Releases, all_lines
from topoviz.engine.log_lines.template import Hole
from topoviz.engine.log_lines.told.ends import ENDS
from topoviz.engine.log_lines.told.life import LIFE
from topoviz.engine.log_lines.told.model import BY, IN, OF, Json, Told, Values, Who, topic_and_number
from topoviz.engine.log_lines.told.records import RECORDS
from topoviz.engine.versions import KafkaVersion

TOLD: Final[Mapping[str, tuple[Told, ...]]] = {**RECORDS, **LIFE, **ENDS}

UNKNOWN: Final = "…"

_TASKS_NAME_THEIR_THREAD: Final = Releases.read("2.4.0-")
_RESTORES_APART: Final = Releases.read("4.0.0-")
_STATE_IS_OF_STREAM_TASK: Final = Releases.read("3.4.1-")


@dataclass(frozen=True, slots=True)
class LogLine:
    """A line as a logger gets it: level, the full name of the logger, and the text with its prefix."""

    level: str
    logger: str
    text: str


@dataclass(frozen=True, slots=True)
class Teller:
    """Says what events print: at a version, of an application whose sub-topologies read these topics.

    Kafka Streams names threads after client.id, which is the application's id with a random UUID unless it is set;
    here the name of the instance takes the place of the UUID.
    """

    version: KafkaVersion
    application_id: str
    sub_topologies: Mapping[str, int]
    """By topic."""

    def lines(self, event: Json) -> Iterator[LogLine]:
        """Give the lines of an event, in the order in which they are printed."""
        # Lines of the same things, such as those of each task in a commit, are printed for one after the other.
        for values_of, several in groupby(_told_at(event["event"], self.version), lambda pair: pair[0].values):
            those = list(several)
            for values in values_of(event):
                for told, line in those:
                    prefix = self._prefix(told.who, event, values)
                    yield LogLine(line.level, logger_of(line, self.version), prefix + _filled(line, values))

    def _prefix(self, who: Who, event: Json, values: Values) -> str:
        if who is Who.NOBODY:
            return ""
        if who is Who.CLIENT:
            return f"stream-client [{self.application_id}-{event['thread']}] "
        instance, _, number = event["thread"].rpartition("-")
        if who is Who.ITS_CLIENT:
            return f"stream-client [{self.application_id}-{instance}] "
        thread = f"{self.application_id}-{instance or UNKNOWN}-StreamThread-{number or UNKNOWN}"
        if who is Who.RESTORER and self.version in _RESTORES_APART:
            return f"state-updater [{thread.replace('StreamThread', 'StateUpdater')}] "
        if who is Who.CONSUMER:
            return f"[Consumer clientId={thread}-consumer, groupId={self.application_id}] "
        task = event.get("task") or values.get(IN) or self._task_of(str(values.get(OF, "")))
        if who is Who.PRODUCER:
            return self._of_producer(thread, number, str(values.get(BY, event.get("producer"))), event["thread"])
        if who in (Who.THREAD, Who.RESTORER):
            return f"stream-thread [{thread}] "
        name = "standby-task" if event.get("role") == "standby" else "task"
        if who is Who.STATE and name == "task" and self.version in _STATE_IS_OF_STREAM_TASK:
            name = "stream-task"
        of_thread = f"stream-thread [{thread}] " if self.version in _TASKS_NAME_THEIR_THREAD else ""
        return f"{of_thread}{name} [{task}] "

    def _of_producer(self, thread: str, number: str, producer: str, its_thread: str) -> str:
        """Give the prefix of a task's producer, or a thread's, whose transactional id has the UUID of its process."""
        whose, id_ = f"{thread}-{producer}", producer
        if producer == its_thread:
            whose, id_ = thread, f"{UNKNOWN}-{number}"
        return f"[Producer clientId={whose}-producer, transactionalId={self.application_id}-{id_}] "

    def _task_of(self, partition: str) -> str:
        topic, number = topic_and_number(partition)
        return f"{self.sub_topologies[topic]}_{number}" if topic in self.sub_topologies else UNKNOWN


@cache
def _told_at(kind: str, version: KafkaVersion) -> tuple[tuple[Told, Line], ...]:
    return tuple((told, line) for told in TOLD.get(kind, ()) if (line := line_of(told, version)) is not None)


def line_of(told: Told, version: KafkaVersion) -> Line | None:
    """Find the line of the table that is meant at a version, the shortest that begins so; None where it has none."""
    if (told.until is not None and version >= told.until) or (told.since is not None and version < told.since):
        return None
    having = (
        line
        for line in all_lines()
        if line.of.endswith(f".{told.of}")
        and line.level in LEVELS
        and (line.text == told.begins if told.is_whole else line.text.startswith(told.begins))
        and version in line.releases
    )
    return min(having, key=lambda line: len(line.text), default=None)


def _filled(line: Line, values: Values) -> str:
    return "".join(
        str(values.get(piece.name, UNKNOWN)) if isinstance(piece, Hole) else piece for piece in line.pieces
    ).rstrip()
