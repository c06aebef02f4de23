"""Topics get other partition counts while the application runs.

The leader of the group sees it when its metadata is renewed, and starts a rebalance. It then works out all counts anew,
and fails where an internal topic that is there would need another count, or where topics that are joined differ.

Source: ConsumerCoordinator#rejoinNeededOrPending, InternalTopicManager, CopartitionedTopicsEnforcer.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from topoviz.engine.scenarios.events.event import EventKind, Stage
from topoviz.engine.scenarios.reading.values import Reader, listed
from topoviz.engine.syntax.data_text import Data
from topoviz.engine.tasks.reading_counts import MOST_PARTITIONS


@dataclass(frozen=True, slots=True)
class ChangePartitions:
    """Topics have so many partitions from now on."""

    counts: Mapping[str, int]

    def happen(self, stage: Stage) -> None:
        """Change them."""
        changes = [
            f"{topic} gets 1 partition" if count == 1 else f"{topic} gets {count:,} partitions"
            for topic, count in self.counts.items()
        ]
        stage.say(f"{listed(changes)}.")
        stage.change_partitions(self.counts)


def _read(data: Data, reader: Reader) -> ChangePartitions:
    return ChangePartitions(
        {
            topic.text: reader.number(count, f"the partitions of {topic.text[:80]}", 1, MOST_PARTITIONS)
            for topic, count in reader.named(data, "topics with counts")
        }
    )


KIND: Final = EventKind("partitions", "Topics get more partitions.", "partitions: {orders: 16}", _read)
