"""Records made from a seed: so many a second, with keys, disorder, bursts and stalls."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import merge
from itertools import accumulate, pairwise
from operator import attrgetter
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
    expected = sum(map(_expected, sources))
    if expected > MOST_RECORDS:
        raise BadRecords(None, f"would be about {expected:,.0f}; {MOST_RECORDS:,} are the most here.")
    made = [
        _of_source(one, counts[one.topic], Random(f"{seed}/{number}/{one.topic}"))  # noqa: S311
        for number, one in enumerate(sources)
    ]
    return made[0] if len(made) == 1 else merge(*made, key=attrgetter("time_ms"))


def _expected(source: Source) -> float:
    """Say how many records there will be, but for one that a span of another rate begins with or not."""
    bounds = {0, source.lasts, *(at for span in source.spans for at in (span.since, span.until) if at < source.lasts)}
    spans = pairwise(sorted(bounds))
    return sum((until - since) / 1_000 * source.rate * _factor(source.spans, since) for since, until in spans)


def _factor(spans: Sequence[Span], time: float) -> float:
    return next((span.factor for span in spans if span.since <= time < span.until), 1.0)


def _of_source(source: Source, count: int, random: Random) -> Iterator[InputRecord]:
    spans, disorder, behind = source.spans, source.disorder, source.behind
    sums = list(accumulate(1 / (rank + 1) ** source.skew for rank in range(source.keys)))
    total, last = sums[-1], source.keys - 1
    partitions = [TopicPartition(source.topic, number) for number in range(count)]
    time, step = 0.0, 1_000 / source.rate
    # Steps add up to a hair below the end; that is no further record.
    end = source.lasts - 1e-6
    while time < end:
        if spans:
            factor = _factor(spans, time)
            if factor <= 0:
                time = min(span.until for span in spans if span.since <= time < span.until)
                continue
            step = 1_000 / (source.rate * factor)
        now = int(time)
        # As random.choices draws one.
        key = f"k{bisect(sums, random.random() * total, 0, last)}"
        timestamp = now - behind
        if disorder:
            timestamp -= random.randint(0, disorder)
        yield InputRecord(now, partitions[partition_of_key(key, count)], key, max(0, timestamp))
        time += step
