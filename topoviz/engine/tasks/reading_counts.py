"""Partition counts as people have them: lines, YAML, JSON, or what `kafka-topics.sh --describe` printed.

What that command printed also says which broker holds which replica, and which internal topics are there already.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from topoviz.engine.syntax.bad_text import BadText
from topoviz.engine.syntax.data_text import Data, Fields, Items, Word
from topoviz.engine.syntax.data_values import read_document
from topoviz.engine.tasks.topic_partition import TopicPartition

MOST_PARTITIONS: Final = 200_000
"""Of one topic; the largest clusters have fewer partitions of all topics."""

MOST_TOPICS: Final = 20_000

_DESCRIBED: Final = re.compile(r"^\s*Topic:\s*(?P<topic>\S+)(?P<rest>.*)$")
_FIELD: Final = re.compile(r"(\w+):[ \t]*([^\t]*?)[ \t]*(?=\t|$|\s[A-Z]\w*:)")
_LINE: Final = re.compile(r"^\s*(?P<topic>[^\s=:{}\[\],\"']+)\s*=\s*(?P<count>.*)$")
_LEGAL_TOPIC: Final = re.compile(r"[A-Za-z0-9._\-]{1,249}")
_NOT_OF_THE_OUTPUT: Final = re.compile(r"^\s*($|#|\$ |> |\[\d{4}-|OpenJDK |WARNING|WARN )|kafka-topics")


class BadPartitionCounts(BadText):
    """The user's partition counts cannot be read."""

    thing = "partition counts"


@dataclass(frozen=True, slots=True)
class GivenCounts:
    """Counts by topic, and the line that says each.

    `is_listing` when a running cluster printed them: then its internal topics are there, with the application's id
    before their names. `replicas` are ids of brokers by partition, the leader's first choice first.
    """

    counts: Mapping[str, int]
    lines: Mapping[str, int] = field(default_factory=dict)
    is_listing: bool = False
    replicas: Mapping[TopicPartition, tuple[int, ...]] = field(default_factory=dict)

    def racks(self, rack_of: Mapping[int, str]) -> dict[TopicPartition, tuple[str, ...]]:
        """Give the racks of the replicas of each partition whose brokers all have one."""
        return {
            partition: tuple(rack_of[broker] for broker in brokers)
            for partition, brokers in self.replicas.items()
            if brokers and all(broker in rack_of for broker in brokers)
        }


def read_partition_counts(text: str) -> GivenCounts:
    """Read counts in any of the forms; an empty text gives none. Raises BadPartitionCounts."""
    lines = text.lstrip("\ufeff").splitlines()
    significant = [line for line in lines if line.strip() and not line.lstrip().startswith("#")]
    if not significant:
        return GivenCounts({})
    if any(_DESCRIBED.match(line) for line in significant):
        return _read_listing(lines)
    if any(_LINE.match(line) for line in significant):
        return _collect(_read_lines(lines))
    return _collect(_read_document(text))


def _collect(found: Iterator[tuple[str, str, int]]) -> GivenCounts:
    """Check topics and counts, each with its line."""
    counts: dict[str, int] = {}
    lines: dict[str, int] = {}
    for topic, count, line in found:
        if not _LEGAL_TOPIC.fullmatch(topic):
            raise BadPartitionCounts(line, f"has {topic[:80]!r}, which is no name that a topic can have.")
        if topic in counts and counts[topic] != _count(count, line):
            raise BadPartitionCounts(line, f"names {topic} again, which line {lines[topic]} gives {counts[topic]}.")
        counts[topic] = _count(count, line)
        lines.setdefault(topic, line)
        if len(counts) > MOST_TOPICS:
            raise BadPartitionCounts(line, f"is one topic too many: {MOST_TOPICS:,} are read.")
    return GivenCounts(counts, lines)


def _count(text: str, line: int) -> int:
    number = Word(text.strip(), line).number
    if number is None:
        raise BadPartitionCounts(line, f"has {text.strip()[:80]!r} where a number of partitions is wanted.")
    if not 0 < number <= MOST_PARTITIONS:
        raise BadPartitionCounts(line, f"says {number:,}; a topic has 1 to {MOST_PARTITIONS:,} partitions here.")
    return number


def _read_lines(lines: list[str]) -> Iterator[tuple[str, str, int]]:
    """Read `orders=4`; several may stand in a line, with commas between."""
    for number, line in enumerate(lines, 1):
        for part in line.split(","):
            stripped = part.strip()
            if not stripped or line.lstrip().startswith("#"):
                continue
            match = _LINE.match(stripped)
            if match is None:
                raise BadPartitionCounts(number, f"is not of the form TOPIC=NUMBER: {stripped[:80]!r}.")
            yield match["topic"], match["count"], number


def _read_document(text: str) -> Iterator[tuple[str, str, int]]:
    """Read names with counts, or a list of topics with their partitions; below `topics` too, in either case."""
    data = read_document(text, BadPartitionCounts)
    if isinstance(data, Fields) and (inner := data.get("topics")) is not None and not isinstance(inner, Word):
        data = inner
    if isinstance(data, Word):
        raise BadPartitionCounts(data.line, f"is not of the form TOPIC=NUMBER: {data.text[:80]!r}.")
    if isinstance(data, Fields):
        for name, value in data.fields:
            count = value.get("partitions") if isinstance(value, Fields) else value
            yield name.text, _word(count, name.line).text, name.line
        return
    for item in data.items:
        yield (
            _topic_of(item),
            _word(item.get("partitions") if isinstance(item, Fields) else None, item.line).text,
            item.line,
        )


def _topic_of(item: Data) -> str:
    name = (item.get("topic") or item.get("name")) if isinstance(item, Fields) else None
    if not isinstance(name, Word):
        raise BadPartitionCounts(item.line, "is an item without `topic` and `partitions`.")
    return name.text


def _word(value: Data | None, line: int) -> Word:
    if isinstance(value, Word):
        return value
    place = value.line if isinstance(value, Items | Fields) else line
    raise BadPartitionCounts(place, "has no number of partitions where one is wanted.")


def _read_listing(lines: list[str]) -> GivenCounts:
    """Read what `kafka-topics.sh --describe` printed, of any version."""
    counts: dict[str, int] = {}
    found: dict[str, int] = {}
    replicas: dict[TopicPartition, tuple[int, ...]] = {}
    listed: dict[str, set[int]] = {}
    for number, line in enumerate(lines, 1):
        match = _DESCRIBED.match(line)
        if match is None:
            if not _NOT_OF_THE_OUTPUT.search(line):
                raise BadPartitionCounts(
                    number, f"is not what kafka-topics.sh --describe prints: {line.strip()[:80]!r}."
                )
            continue
        topic, fields = match["topic"], dict(_FIELD.findall(match["rest"]))
        if "PartitionCount" in fields:
            counts[topic] = _count(fields["PartitionCount"], number)
            found[topic] = number
        elif "Partition" in fields:
            partition = _partition(fields["Partition"], number)
            listed.setdefault(topic, set()).add(partition)
            found.setdefault(topic, number)
            brokers = [part for part in fields.get("Replicas", "").split(",") if part.strip().isdigit()]
            replicas[TopicPartition(topic, partition)] = tuple(map(int, brokers))
        else:
            raise BadPartitionCounts(number, f"is cut short: neither a partition nor a count of {topic}.")
    for topic, partitions in listed.items():
        if topic not in counts:
            counts[topic] = max(partitions) + 1
        if partitions != set(range(counts[topic])):
            raise BadPartitionCounts(
                found[topic], f"begins topic {topic}, of which {len(partitions)} of {counts[topic]} partitions follow."
            )
    return GivenCounts(counts, found, True, replicas)


def _partition(text: str, line: int) -> int:
    number = Word(text, line).number
    if number is None or not 0 <= number < MOST_PARTITIONS:
        raise BadPartitionCounts(line, f"has {text[:80]!r} where the number of a partition is wanted.")
    return number
