"""How findings about topics name partitions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final

from topoviz.engine.tasks.task_id import parse_task_id
from topoviz.lag.findings.words import listed
from topoviz.lag.report.finding import PartitionRef
from topoviz.lag.topics.model import TopicHistory, TopicPartitionState

_MOST_NUMBERS: Final = 8
_MOST_TOPICS: Final = 3


def partitions_named(partitions: Iterable[TopicPartitionState]) -> str:
    """Name partitions by topic: partitions 0 and 2 of `orders`."""
    ordered = sorted(partitions, key=lambda one: (one.topic, one.partition))
    return listed(
        [
            _of_topic(topic, [one.partition for one in own])
            for topic, own in groupby(ordered, key=lambda one: one.topic)
        ],
        most=_MOST_TOPICS,
    )


def _of_topic(topic: str, numbers: Sequence[int]) -> str:
    what = "partition" if len(numbers) == 1 else "partitions"
    return f"{what} {listed([str(one) for one in numbers], most=_MOST_NUMBERS)} of `{topic}`"


def references(history: TopicHistory, partitions: Iterable[TopicPartitionState]) -> tuple[PartitionRef, ...]:
    """Refer to partitions as the application's group has them; the group is empty where it is not known."""
    return tuple(PartitionRef(history.application_id or "", one.topic, one.partition) for one in partitions)


def tasks_of(partitions: Iterable[TopicPartitionState]) -> tuple[str, ...]:
    """Name the tasks of partitions, each once, in the order of their ids."""
    names = {task for one in partitions for task in one.tasks}
    return tuple(sorted(names, key=parse_task_id))


def spoken_of(history: TopicHistory, count: int) -> str:
    """Say of whose partitions a number is."""
    what = "partition" if count == 1 else "partitions"
    return f"{count:,} {what} of this application's topics" if history.is_own_only else f"{count:,} {what}"


def capital(text: str) -> str:
    """Begin a sentence with a large letter."""
    return text[:1].upper() + text[1:]
