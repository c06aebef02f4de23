"""One look at a cluster: what it answers of groups and partitions, and the rows of a history that this makes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import NamedTuple


class Partition(NamedTuple):
    """A partition of a topic."""

    topic: str
    number: int


class Member(NamedTuple):
    """Who has a partition: the client id that a consumer gives itself, and the address it comes from."""

    client_id: str
    host: str


@dataclass(frozen=True, slots=True)
class GroupAnswer:
    """What a cluster says of a group.

    `owners` has the partitions that members have now; with `has_hidden_members` nobody could say, as of streams
    groups.
    """

    group: str
    committed: Mapping[Partition, int] = field(default_factory=dict)
    owners: Mapping[Partition, Member] = field(default_factory=dict)
    has_hidden_members: bool = False

    @property
    def partitions(self) -> frozenset[Partition]:
        """Those that the group has committed or one of its members has."""
        return frozenset(self.committed) | frozenset(self.owners)


class Row(NamedTuple):
    """A row of a history, in the order of its columns; `committed_offset` is None where nothing is committed."""

    timestamp: str
    group: str
    topic: str
    partition: int
    log_end_offset: int
    committed_offset: int | None
    client_id: str
    host: str


@dataclass(frozen=True, slots=True)
class Look:
    """All rows of one moment, and the groups of which nobody could say who their members are.

    `without_end` counts partitions that have no row because nobody could say where they end.
    """

    rows: tuple[Row, ...]
    hidden: frozenset[str] = frozenset()
    without_end: int = 0


def look_of(time: datetime, groups: Sequence[GroupAnswer], ends: Mapping[Partition, int]) -> Look:
    """Put answers together: a row for each partition of each group, in order of names and numbers."""
    stamp = written(time)
    rows = tuple(row for group in sorted(groups, key=lambda one: one.group) for row in _rows(stamp, group, ends))
    hidden = frozenset(group.group for group in groups if group.has_hidden_members)
    return Look(rows, hidden, sum(1 for group in groups for partition in group.partitions if partition not in ends))


def _rows(stamp: str, group: GroupAnswer, ends: Mapping[Partition, int]) -> Iterator[Row]:
    for partition in sorted(group.partitions):
        if partition in ends:
            owner = group.owners.get(partition, Member("", ""))
            committed = group.committed.get(partition)
            yield Row(stamp, group.group, *partition, ends[partition], committed, *owner)


def written(time: datetime) -> str:
    """Write a time in ISO 8601, in UTC, to the millisecond."""
    return f"{time.astimezone(UTC):%Y-%m-%dT%H:%M:%S}.{time.microsecond // 1000:03}Z"
