"""What is known of topics before they are measured."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pyspark.sql import DataFrame, Row

from topoviz.lag.bad_history import BadHistory
from topoviz.lag.limits import Limits
from topoviz.lag.onto_topology import Placement
from topoviz.lag.topics.shape import Role, application_of, roles_of
from topoviz.lag.topics.transforms.counts import counts_of


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of topics before they are measured: their counts, their times, and what the application has.

    `start` and `end` are in microseconds since 1970.
    """

    counts: Mapping[str, Row]
    start: int
    end: int
    roles: Mapping[str, Role]
    application_id: str | None
    unsure: tuple[str, ...]


def know_topics(facts: DataFrame, placement: Placement, group: str | None, limits: Limits) -> Known:
    """Find out which topics are the application's; raises BadHistory for more topics than a report may have."""
    rows = counts_of(facts).limit(limits.max_partitions + 1).collect()
    if len(rows) > limits.max_partitions:
        raise BadHistory(
            "too-many-partitions",
            f"The history has more than {limits.max_partitions:,} topics, which is the limit.",
            "Give `--topic` to kafka-topics.sh and `--topic-list` to kafka-log-dirs.sh.",
        )
    counts = {row["topic"]: row for row in sorted(rows, key=lambda row: row["topic"])}
    start, end = min(row["start"] for row in rows), max(row["end"] for row in rows)
    own_id, doubt = placement.application_id or group, None
    if placement.shape is None:
        return Known(counts, start, end, {}, own_id, ())
    if own_id is None:
        own_id, doubt = application_of(placement.shape, counts)
    roles = roles_of(placement.shape, list(counts), own_id)
    return Known(counts, start, end, roles, own_id, () if doubt is None else (doubt,))
