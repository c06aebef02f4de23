"""The consumer of one stream thread: what it has fetched, what a poll gives, and which lags it knows.

After KafkaConsumer, Fetcher and FetchCollector, with two things simpler than they are. Each partition is fetched by a
request of its own, as if its leader were a broker of its own; and a fetch takes the same time however much it brings.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Container, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from topoviz.engine.simulation.broker.partition_log import PartitionLog
from topoviz.engine.tasks.topic_partition import TopicPartition

NEVER: Final = 1 << 62
"""A time, in microseconds, that does not come."""

_MAX_WAIT: Final = 500_000
"""fetch.max.wait.ms, after which a broker answers that there is nothing."""

_NOT_SENT: Final = -1


@dataclass(slots=True, eq=False)
class Fetched:
    """What is fetched of one partition: offsets from `position` to `fetched_to` wait for a poll."""

    log: PartitionLog
    position: int
    fetched_to: int = field(init=False)
    sent: int = _NOT_SENT
    known_end: int | None = None
    asked_end: int | None = None

    def __post_init__(self) -> None:
        self.fetched_to = self.position

    def readable_at(self) -> int:
        """Give when the broker could answer the request that was sent with records, as far as is known now."""
        visible, at = self.log.visible, self.fetched_to
        if at >= len(visible):
            return NEVER
        readable = visible[at]
        return max(self.sent, readable)

    def answered_at(self) -> int:
        """Give when the broker answers the request that was sent."""
        visible, at, sent = self.log.visible, self.fetched_to, self.sent
        if at >= len(visible):
            return sent + _MAX_WAIT
        readable = visible[at]
        return sent if readable <= sent else min(sent + _MAX_WAIT, readable)


class Consumer:
    """Fetches ahead and gives records at each poll. Times are in microseconds."""

    def __init__(
        self,
        fetch: int,
        most_polled: int,
        most_fetched: int,
    ) -> None:
        """Have no partitions yet; a fetch takes `fetch`, and brings at most `most_fetched` records of its partition."""
        self.fetched: dict[TopicPartition, Fetched] = {}
        self._fetch = fetch
        self._most_polled = most_polled
        self._most_fetched = most_fetched
        self._filled: list[Fetched] = []

    def assign(
        self, logs: Iterable[PartitionLog], positions: Mapping[TopicPartition, int], anew: Container[TopicPartition]
    ) -> None:
        """Have these partitions: new ones, and those that begin `anew`, at positions; others go on where they are."""
        before = self.fetched
        self.fetched = {
            log.partition: before[log.partition]
            if log.partition in before and log.partition not in anew
            else Fetched(log, positions.get(log.partition, 0))
            for log in logs
        }
        self._filled = [one for one in self._filled if self.fetched.get(one.log.partition) is one]

    def take(
        self, now: int, paused: Collection[set[TopicPartition]], waited_since: int
    ) -> list[tuple[Fetched, int, int]]:
        """Give what a poll finds: partitions with the first offset and the one after the last.

        While it waited, since `waited_since`, answers without records were followed by new requests at once.
        """
        stopped: Collection[TopicPartition] = set().union(*paused) if paused else ()
        self._receive(now, waited_since)
        found: list[tuple[Fetched, int, int]] = []
        left = self._most_polled
        for one in self._filled:
            if not left:
                break
            if one.log.partition in stopped:
                continue
            end = min(one.fetched_to, one.position + left)
            found.append((one, one.position, end))
            left -= end - one.position
            one.position = end
        if found:
            self._filled = [one for one in self._filled if one.position < one.fetched_to]
        for one in self.fetched.values():
            if one.sent == _NOT_SENT and one.position == one.fetched_to and one.log.partition not in stopped:
                one.sent = now
        return found

    def next_answer(self, now: int, *, with_records: bool) -> int:
        """Give when the next answer comes, as far as is known now; `with_records` passes over empty ones."""
        found = NEVER
        for one in self.fetched.values():
            if one.sent == _NOT_SENT:
                continue
            answered = one.readable_at() if with_records else one.answered_at()
            comes = answered + self._fetch + one.log.slowed_by
            if comes < found:
                found = comes
        return max(found, now + 1)

    def lag(self, partition: TopicPartition, now: int) -> int | None:
        """Give KafkaConsumer#currentLag: by what the last answer said; asks for the end where there was none yet."""
        one = self.fetched[partition]
        if one.known_end is None:
            if one.asked_end is None:
                one.asked_end = now
            came = one.asked_end + self._fetch + one.log.slowed_by
            if one.asked_end == now or came > now:
                return None
            one.known_end = one.log.end_at(came)
        return max(0, one.known_end - one.position)

    def _receive(self, now: int, waited_since: int) -> None:
        fetch = self._fetch
        for one in self.fetched.values():
            if one.sent == _NOT_SENT or one.sent + fetch > now:
                continue
            answered = one.answered_at()
            latency = fetch + one.log.slowed_by
            if answered + latency > now:
                continue
            if one.sent >= waited_since and one.log.end_at(answered) <= one.fetched_to:
                # Empty answers while it did nothing but wait: as many as fit, and the request that is under way now.
                around = _MAX_WAIT + latency
                one.known_end = one.fetched_to
                until = min(now, one.readable_at())
                one.sent += (until - one.sent) // around * around
                answered = one.answered_at()
                if answered + latency > now:
                    continue
            visible = one.log.visible
            one.known_end = bisect_right(visible, answered)
            one.sent = _NOT_SENT
            upto = min(one.known_end, one.fetched_to + self._most_fetched)
            if upto > one.fetched_to:
                one.fetched_to = upto
                self._filled.append(one)
