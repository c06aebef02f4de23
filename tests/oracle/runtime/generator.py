"""Made-up lives of a task: what it gets, when it is asked, and what its punctuators do; the same for the same seed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Final

TOPICS: Final = ("orders", "payments", "a", "clicks", "shop-orders-repartition", "T9")
EXTRACTORS: Final = ("fail", "fail", "skip", "partition-time")
MOST_CALLS: Final = 60


def make_life(seed: int) -> list[str]:
    """Make the calls of one task."""
    return list(_calls(random.Random(seed)))  # noqa: S311 - the same for the same seed


def _calls(chance: random.Random) -> Iterator[str]:
    partitions = [f"{topic}-{chance.randrange(12)}" for topic in chance.sample(TOPICS, chance.randint(1, 5))]
    idle = chance.choice((0, 0, -1, 5, 100))
    words = [f"{one}/{chance.choice(EXTRACTORS)}" for one in partitions]
    yield f"task {idle} {chance.randint(1, 5)} {' '.join(words)}"
    now, schedules = 1_000, list[str]()
    offsets = dict.fromkeys(partitions, 0)
    times = dict.fromkeys(partitions, chance.choice((0, 0, 50)))
    for _ in range(chance.randint(10, MOST_CALLS)):
        partition = chance.choice(partitions)
        match chance.choices(KINDS, WEIGHTS)[0]:
            case "at":
                now += chance.choice((0, 1, 3, 50, 400))
                yield f"at {now}"
            case "add":
                records = list(_records(chance, partition, offsets, times))
                yield " ".join(("add", partition, *records))
            case "lag":
                yield f"lag {partition} {chance.choice(('-', 0, 0, 0, 7))}"
            case "schedule":
                schedules.append(f"p{len(schedules)}")
                yield f"schedule {schedules[-1]} {chance.choice(('stream', 'wall'))} {chance.choice((1, 10, 60, 300))}"
                if chance.random() < 0.2:
                    yield f"cancel-when-called {schedules[-1]}"
            case "punctuate":
                yield f"punctuate {chance.choice(('stream', 'wall'))}"
            case "suspend":
                yield "suspend"
                yield "resume"
            case "checkpoint":
                before = chance.randrange(50_000)
                yield f"checkpoint {before} {before + chance.choice((0, 9_999, 10_000, 10_001, 30_000))}"
            case kind:
                yield kind


KINDS: Final = ("at", "add", "lag", "turn", "process", "schedule", "punctuate", "commit", "suspend", "checkpoint")
WEIGHTS: Final = (6, 8, 6, 5, 22, 1, 5, 3, 1, 0.5)


def _records(chance: random.Random, partition: str, offsets: dict[str, int], times: dict[str, int]) -> Iterator[str]:
    for _ in range(chance.choice((1, 1, 2, 4))):
        # Gaps are what transactions and compaction leave.
        offsets[partition] += chance.choice((1, 1, 1, 3))
        times[partition] = max(times[partition] + chance.choice((0, 0, 1, 5, 30, -4, -20)), 0)
        time = -1 if chance.random() < 0.05 else times[partition]
        yield f"{offsets[partition]}:{time}{':x' if chance.random() < 0.08 else ''}"
