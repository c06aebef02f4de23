"""Who reads which partitions, as `kafka-consumer-groups.sh --describe` prints it, with `--members --verbose` or not.

Kafka: ConsumerGroupCommand. Until 3.9 a member's partitions are `orders(0,1), payments(0)`, since 4.0
`orders:0,1;payments:0`, with a target beside them that is not reached yet. Without `--members` there is a line for each
partition, and none for a member that reads nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from topoviz.engine.cluster.model import StreamThread
from topoviz.engine.cluster.reading.bad_cluster import BadCluster
from topoviz.engine.cluster.reading.found import FoundCluster
from topoviz.engine.cluster.reading.gathering import Found, gather
from topoviz.engine.cluster.reading.known_tasks import KnownTasks
from topoviz.engine.cluster.reading.tables import Row, is_heading, read_rows
from topoviz.engine.cluster.reading.thread_names import read_thread_name
from topoviz.engine.tasks.topic_partition import TopicPartition

_HEADINGS: Final = ("GROUP", "CONSUMER-ID", "CLIENT-ID", "#PARTITIONS")
_OF_PARTITIONS: Final = ("GROUP", "TOPIC", "PARTITION", "CONSUMER-ID", "CLIENT-ID")
_OLD: Final = re.compile(r"(?P<topic>[A-Za-z0-9._-]+)\((?P<partitions>[\d,\s]*)\)")
_NEW: Final = re.compile(r"(?P<topic>[A-Za-z0-9._-]+):(?P<partitions>[\d,]*)")
_NO_STANDBYS: Final = "The command prints partitions that are read: standby tasks and stored state are not in it."
_NO_IDLE_THREADS: Final = (
    "A thread without an active task has no line there; kafka-consumer-groups.sh --describe --members --verbose prints "
    "those too."
)


@dataclass(frozen=True, slots=True)
class _Member:
    line: int
    group: str
    consumer_id: str
    client_id: str
    partitions: tuple[TopicPartition, ...]


def is_consumer_group(text: str) -> bool:
    """Tell whether a text has the headings of that command."""
    return any(is_heading(line, _HEADINGS) or is_heading(line, _OF_PARTITIONS) for line in text.splitlines())


def read_consumer_group(text: str, known: KnownTasks) -> FoundCluster:
    """Turn partitions into the tasks that read them; raises BadCluster for what is cut short."""
    lines = text.splitlines()
    listed = [_member(row) for row in read_rows(lines, _HEADINGS)]
    members: list[Found] = []
    unread: list[TopicPartition] = []
    others: list[str] = []
    group = ""
    for member in listed or _members_by_partition(lines):
        if group and member.group != group:
            raise BadCluster(member.line, f"is of group {member.group}, after members of group {group}; one is wanted.")
        group = member.group
        name = read_thread_name(member.client_id)
        if name is None:
            others.append(member.client_id)
            continue
        tasks, left = known.reading(member.partitions, group)
        unread.extend(left)
        members.append((name, StreamThread(name.short, tuple(tasks), consumer_id=member.consumer_id)))
    if not members:
        raise BadCluster(None, "has no member that is a stream thread: client ids do not have StreamThread-N in them.")
    doubts = (_NO_STANDBYS,) if listed else (_NO_STANDBYS, _NO_IDLE_THREADS)
    return FoundCluster(gather(members), notes=tuple(_notes(unread, others)), doubts=doubts)


def _member(row: Row) -> _Member:
    return _Member(row.line, row["GROUP"], row["CONSUMER-ID"], row["CLIENT-ID"], tuple(_partitions(row)))


def _members_by_partition(lines: Sequence[str]) -> list[_Member]:
    """Gather the lines of each member; a partition that nobody reads has none. Raises BadCluster where all are so."""
    found: dict[tuple[str, str], list[Row]] = {}
    for row in read_rows(lines, _OF_PARTITIONS):
        if not row["PARTITION"].isdecimal():
            raise BadCluster(row.line, "does not say which partition: it is cut short.")
        if row["CONSUMER-ID"]:
            found.setdefault((row["GROUP"], row["CONSUMER-ID"]), []).append(row)
    if not found:
        raise BadCluster(None, "has no active member: nothing ran when the command was called.")
    return [
        _Member(
            rows[0].line,
            group,
            consumer_id,
            rows[0]["CLIENT-ID"],
            tuple(TopicPartition(row["TOPIC"], int(row["PARTITION"])) for row in rows),
        )
        for (group, consumer_id), rows in found.items()
    ]


def _partitions(row: Row) -> Iterator[TopicPartition]:
    """Give the partitions of a member, and hold them against their number."""
    if "ASSIGNMENT" not in row.cells and "CURRENT-ASSIGNMENT" not in row.cells:
        if row["#PARTITIONS"] == "0":
            return
        raise BadCluster(row.line, "does not say which partitions: kafka-consumer-groups.sh wants --verbose too.")
    text = row["ASSIGNMENT"] or row["CURRENT-ASSIGNMENT"]
    form = _OLD if "(" in text else _NEW
    found = [
        TopicPartition(match["topic"], int(number))
        for match in form.finditer(text)
        for number in match["partitions"].replace(" ", "").split(",")
        if number
    ]
    if str(len(found)) != row["#PARTITIONS"]:
        raise BadCluster(row.line, f"lists {len(found)} of {row['#PARTITIONS'] or 'its'} partitions: it is cut short.")
    yield from found


def _notes(unread: list[TopicPartition], others: list[str]) -> Iterator[str]:
    if unread:
        listed = ", ".join(sorted({partition.topic for partition in unread})[:6])
        yield f"{len(unread)} partitions belong to no task of this topology with these partition counts: {listed}."
    if others:
        yield f"{len(others)} members are no stream threads and stand aside: {', '.join(sorted(set(others))[:4])}."
