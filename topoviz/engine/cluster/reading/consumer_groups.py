"""Who reads which partitions, as `kafka-consumer-groups.sh --describe --members --verbose` prints it.

Kafka: ConsumerGroupCommand. Until 3.9 a member's partitions are `orders(0,1), payments(0)`, since 4.0
`orders:0,1;payments:0`, with a target beside them that is not reached yet.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
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
_OLD: Final = re.compile(r"(?P<topic>[A-Za-z0-9._-]+)\((?P<partitions>[\d,\s]*)\)")
_NEW: Final = re.compile(r"(?P<topic>[A-Za-z0-9._-]+):(?P<partitions>[\d,]*)")
_NO_STANDBYS: Final = "The command prints partitions that are read: standby tasks and stored state are not in it."


def is_consumer_group(text: str) -> bool:
    """Tell whether a text has the headings of that command."""
    return any(is_heading(line, _HEADINGS) for line in text.splitlines())


def read_consumer_group(text: str, known: KnownTasks) -> FoundCluster:
    """Turn partitions into the tasks that read them; raises BadCluster for what is cut short."""
    members: list[Found] = []
    unread: list[TopicPartition] = []
    others: list[str] = []
    group = ""
    for row in read_rows(text.splitlines(), _HEADINGS):
        if group and row["GROUP"] != group:
            raise BadCluster(row.line, f"is of group {row['GROUP']}, after members of group {group}; one is wanted.")
        group = row["GROUP"]
        name = read_thread_name(row["CLIENT-ID"])
        if name is None:
            others.append(row["CLIENT-ID"])
            continue
        tasks, left = known.reading(_partitions(row), group)
        unread.extend(left)
        members.append((name, StreamThread(name.short, tuple(tasks), consumer_id=row["CONSUMER-ID"])))
    if not members:
        raise BadCluster(None, "has no member that is a stream thread: client ids do not have StreamThread-N in them.")
    return FoundCluster(gather(members), notes=tuple(_notes(unread, others)), doubts=(_NO_STANDBYS,))


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
