"""Records made from a seed: so many a second, with keys, disorder, bursts and stalls."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from topoviz.engine.simulation.broker.partitioner import partition_of_key
from topoviz.engine.simulation.records.model import MOST_RECORDS, BadRecords, InputRecord
from topoviz.engine.tasks.topic_partition import TopicPartition


@dataclass(frozen=True, slots=True)
class Span:
    """A time of a topic, in ms, with another rate: none is a stall, more is a burst."""

    since: int
    until: int
    factor: float


@dataclass(frozen=True, slots=True)
class Source:
    """A topic to make records of: `rate` a second for `lasts` ms, evenly apart.

    With `skew` 0, each of the `keys` is as frequent as the others; the higher, the more go to the first ones, as 1 over
    the rank to that power. Timestamps are the time of arrival, less up to `disorder` ms, less `behind` ms.
    """

    topic: str
    rate: float
    lasts: int
    keys: int = 1_000
    skew: float = 0.0
    disorder: int = 0
    behind: int = 0
    spans: tuple[Span, ...] = ()


def make_records(sources: Sequence[Source], counts: Mapping[str, int], seed: int) -> Iterator[InputRecord]:
    """Make records of topics with these partition counts, in the order of their times; raises BadRecords."""
    for one in sources:
        if one.topic not in counts:
            known = ", ".join(sorted(counts)[:20]) or "none"
            raise BadRecords(
                None, f"have topic {one.topic[:80]!r}, which no task reads; topics that are read: {known}."
            )
    most = sum(one.rate * one.lasts / 1_000 * max((span.factor for span in one.spans), default=1) for one in sources)
    if most > MOST_RECORDS * 4:
        raise BadRecords(None, f"would be about {most:,.0f}; {MOST_RECORDS:,} are the most here.")
    made = [
        record
        for number, one in enumerate(sources)
        for record in _of_source(one, counts[one.topic], Random(f"{seed}/{number}/{one.topic}"))  # noqa: S311
    ]
    if len(made) > MOST_RECORDS:
        raise BadRecords(None, f"would be {len(made):,}; {MOST_RECORDS:,} are the most here.")
    made.sort(key=lambda record: record.time_ms)
    return iter(made)


def _of_source(source: Source, count: int, random: Random) -> Iterator[InputRecord]:
    keys = [f"k{number}" for number in range(source.keys)]
    weights = [1 / (rank + 1) ** source.skew for rank in range(source.keys)]
    sums, total = [], 0.0
    for weight in weights:
        total += weight
        sums.append(total)
    time = 0.0
    # Steps add up to a hair below the end; that is no further record.
    while time < source.lasts - 1e-6:
        factor = next((span.factor for span in source.spans if span.since <= time < span.until), 1.0)
        if factor <= 0:
            time = min(span.until for span in source.spans if span.since <= time < span.until)
            continue
        now = int(time)
        key = random.choices(keys, cum_weights=sums)[0]
        back = random.randint(0, source.disorder) if source.disorder else 0
        timestamp = max(0, now - back - source.behind)
        yield InputRecord(now, TopicPartition(source.topic, partition_of_key(key, count)), key, timestamp)
        time += 1_000 / (source.rate * factor)
