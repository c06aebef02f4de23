"""What brokers say of topics, as `kafka-topics.sh --describe` prints it, with a time before each look."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from topoviz.lag.capture.appended_file import AppendedFile
from topoviz.lag.capture.look import written
from topoviz.lag.forms.capture_lines import time_stamp


@dataclass(frozen=True, slots=True)
class PartitionFacts:
    """A partition: brokers by their ids, the leader None where there is none."""

    number: int
    leader: int | None
    replicas: tuple[int, ...]
    in_sync: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TopicFacts:
    """A topic with its partitions, in their order; `topic_id` is empty where a broker is too old to have one."""

    topic: str
    topic_id: str
    partitions: tuple[PartitionFacts, ...]


def topics_text(time: datetime, topics: Iterable[TopicFacts]) -> str:
    """Write a look as the tool does; its settings are not asked for, and stay empty."""
    lines = [written(time)]
    for topic in topics:
        copies = max((len(one.replicas) for one in topic.partitions), default=0)
        named = f"\tTopicId: {topic.topic_id}" if topic.topic_id else ""
        counts = f"PartitionCount: {len(topic.partitions)}\tReplicationFactor: {copies}"
        lines.append(f"Topic: {topic.topic}{named}\t{counts}\tConfigs: ")
        lines += [_line(topic.topic, one) for one in topic.partitions]
    return "\n".join(lines) + "\n"


def _line(topic: str, one: PartitionFacts) -> str:
    leader = "none" if one.leader is None else one.leader
    replicas, in_sync = (",".join(map(str, ids)) for ids in (one.replicas, one.in_sync))
    return f"\tTopic: {topic}\tPartition: {one.number}\tLeader: {leader}\tReplicas: {replicas}\tIsr: {in_sync}"


class TopicsFile(AppendedFile):
    """A text that looks at topics are appended to."""

    def is_ours(self, first: str) -> bool:
        """Tell whether it begins with the time of a look."""
        return time_stamp(first) is not None

    def first_of_torn(self, lines: list[bytes]) -> int:
        """Give the line with the time of the last look."""
        kept = len(lines) - 1
        while kept > 0 and lines[kept].startswith((b"\t", b"T")):
            kept -= 1
        return kept
