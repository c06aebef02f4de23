"""What threads of Kafka Streams would say of their time in a simulated history, in the forms that people have."""

from __future__ import annotations

import csv
import json
import random
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from tests.lag.simulation import START

EVERY = 60
ACTIVITIES = ("process", "commit", "poll", "punctuate")
Shares = tuple[float, float, float, float]


@dataclass(frozen=True)
class Habit:
    """What a thread does by time: shares of its four activities; latencies are milliseconds."""

    shares: Callable[[float], Shares]
    process_ms: float = 2.0
    commit_ms: float = 20.0
    without_ratios: bool = False


@dataclass(frozen=True)
class Sample:
    """A value of a thread at a time in seconds since 1970."""

    time: int
    thread: str
    measure: str
    value: float


def samples_of(thread: str, habit: Habit, minutes: int, seed: int) -> Iterable[Sample]:
    """Give what one thread says every minute, a little uneven."""
    chance = random.Random(f"{thread} {seed}")  # noqa: S311
    for at in range(0, minutes * 60, EVERY):
        uneven = [share * chance.uniform(0.95, 1.05) for share in habit.shares(at)]
        shares = dict(zip(ACTIVITIES, (share / sum(uneven) for share in uneven), strict=True))
        latencies = {"process": habit.process_ms, "commit": habit.commit_ms, "poll": 50.0, "punctuate": 5.0}
        for name, share in shares.items():
            if not habit.without_ratios:
                yield Sample(START + at, thread, f"{name}_ratio", share)
            yield Sample(START + at, thread, f"{name}_rate", 1000 * share / latencies[name])
            yield Sample(START + at, thread, f"{name}_latency_avg", latencies[name])


def exposition(samples: Iterable[Sample], path: Path, name="kafka_streams_stream_thread_metrics_{}") -> Path:
    """Write what an exporter shows, with its time before each look."""
    lines, last = [], None
    for one in sorted(samples, key=lambda sample: sample.time):
        if one.time != last:
            lines.append(_iso(one.time))
            last = one.time
        lines.append(f'{name.format(one.measure)}{{thread_id="{one.thread}",job="app"}} {one.value!r}')
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def micrometer(samples: Iterable[Sample], path: Path) -> Path:
    """Write what an actuator of Spring Boot shows."""
    return exposition(samples, path, "kafka_stream_thread_{}")


def prometheus(samples: Iterable[Sample], path: Path) -> Path:
    """Write the answer of Prometheus to a query for all of it."""
    of_series: dict[tuple[str, str], list] = {}
    for one in samples:
        of_series.setdefault((one.measure, one.thread), []).append([one.time, repr(one.value)])
    result = [
        {
            "metric": {"__name__": f"kafka_streams_stream_thread_metrics_{measure}", "thread_id": thread},
            "values": values,
        }
        for (measure, thread), values in of_series.items()
    ]
    path.write_text(json.dumps({"status": "success", "data": {"resultType": "matrix", "result": result}}))
    return path


def jmx_tool(samples: Iterable[Sample], path: Path) -> Path:
    """Write what Kafka's JmxTool prints."""
    samples = list(samples)
    columns = list(dict.fromkeys((one.thread, one.measure) for one in samples))
    rows: dict[int, dict] = {}
    for one in samples:
        rows.setdefault(one.time, {})[one.thread, one.measure] = one.value
    with path.open("w", newline="") as file:
        write = csv.writer(file, quoting=csv.QUOTE_ALL, lineterminator="\n").writerow
        bean = "kafka.streams:type=stream-thread-metrics,thread-id={}:{}"
        write(["time", *(bean.format(thread, measure.replace("_", "-")) for thread, measure in columns)])
        for time, values in sorted(rows.items()):
            write([time * 1000, *(repr(values[column]) for column in columns)])
    return path


def always(*shares: float) -> Callable[[float], Shares]:
    """Give the same shares at all times."""
    return lambda time: shares


def _iso(time: int) -> str:
    return datetime.fromtimestamp(time, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def threads_in(rows: Iterable[tuple]) -> Mapping[str, str]:
    """Give the group of each thread of a history."""
    return {row[6].removesuffix("-consumer"): row[1] for row in rows}
