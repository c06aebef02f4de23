"""Histories of topics with known causes, the same for the same seed: what brokers would say, look by look."""

from __future__ import annotations

import csv
import json
import random
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import duckdb

START = datetime(2026, 3, 2, 10, 0, tzinfo=UTC)
MINUTE = 60
HOUR = 3600
DAY = 86_400
MIB = 1024**2
COLUMNS = (
    "timestamp", "topic", "partition", "partition_count", "topic_id", "leader", "replicas", "in_sync", "min_in_sync",
    "broker", "size_bytes", "is_future",
)  # fmt: skip


@dataclass(frozen=True)
class Topic:
    """A topic on brokers 1 to 3 and what happens to it; times are seconds from the start."""

    name: str
    partitions: int = 6
    copies: int = 3
    min_in_sync: int = 2
    mib: float = 200.0
    mib_a_day: float = 0.0
    heavy: int | None = None
    heavy_times: float = 8.0
    grows_to: tuple[float, int] | None = None
    made_anew_at: float | None = None
    deletes_each: float | None = None


@dataclass(frozen=True)
class Cluster:
    """Topics on three brokers, `first_broker` and the next two, and when which of them is `away`, by their places.

    `elections` are times at which leaders are chosen anew without anybody having been away.
    """

    topics: tuple[Topic, ...] = (Topic("in"),)
    away: tuple[tuple[int, float, float], ...] = ()
    elections: tuple[float, ...] = ()
    first_broker: int = 1
    seconds: float = 3 * HOUR
    interval: float = 60.0
    is_missing: Callable[[float], bool] = lambda time: False


@dataclass
class _State:
    leader: int
    in_sync: list[int]


def looks(cluster: Cluster, seed: int) -> list[dict]:
    """Give the rows of all looks, leaders and sizes each: cells by the names of COLUMNS."""
    chance = random.Random(seed)  # noqa: S311
    states: dict[tuple[str, int], _State] = {}
    rows: list[dict] = []
    time = 0.0
    while time <= cluster.seconds:
        down = {cluster.first_broker + place for place, start, end in cluster.away if start <= time < end}
        for topic in cluster.topics:
            for partition in range(_count(topic, time)):
                rows += _of_partition(cluster, topic, partition, time, down, states, chance)
        time += cluster.interval
    return [row for row in rows if not cluster.is_missing((datetime.fromisoformat(row["timestamp"]) - START).seconds)]


def _count(topic: Topic, time: float) -> int:
    return topic.grows_to[1] if topic.grows_to is not None and time >= topic.grows_to[0] else topic.partitions


def _of_partition(cluster, topic, partition, time, down, states, chance) -> Iterable[dict]:
    brokers = [cluster.first_broker + (partition + step) % 3 for step in range(topic.copies)]
    state = states.setdefault((topic.name, partition), _State(brokers[0], list(brokers)))
    alive = [broker for broker in brokers if broker not in down]
    # Who comes back is in sync again a look later, and leads again five minutes later.
    state.in_sync = [broker for broker in state.in_sync if broker in alive] + [
        broker for broker in alive if broker not in state.in_sync
    ]
    if not alive:
        state.leader = -1
    elif state.leader not in alive:
        state.leader = alive[0]
    preferred = brokers[0]
    ended = [end for place, _, end in cluster.away if cluster.first_broker + place == preferred]
    if preferred in alive and any(end + 5 * MINUTE <= time for end in ended):
        state.leader = preferred
    for at in cluster.elections:
        if time - cluster.interval < at <= time and len(alive) > 1:
            state.leader = alive[(alive.index(state.leader) + 1) % len(alive)]
    written = (START + timedelta(seconds=time)).strftime("%Y-%m-%dT%H:%M:%SZ")
    anew = topic.made_anew_at is not None and time >= topic.made_anew_at
    yield {
        "timestamp": written, "topic": topic.name, "partition": partition, "partition_count": _count(topic, time),
        "topic_id": f"{topic.name}-id-{2 if anew else 1}", "leader": state.leader, "replicas": brokers,
        "in_sync": list(state.in_sync), "min_in_sync": topic.min_in_sync,
    }  # fmt: skip
    size = _size(topic, partition, time, anew)
    for broker in alive:
        yield {
            "timestamp": written, "topic": topic.name, "partition": partition, "broker": broker,
            "size_bytes": max(0, round(size * chance.uniform(0.995, 1.0))), "is_future": False,
        }  # fmt: skip


def _size(topic: Topic, partition: int, time: float, anew: bool) -> float:
    mib = topic.mib * (topic.heavy_times if partition == topic.heavy else 1.0)
    grown = topic.mib_a_day * time / DAY
    if anew:
        mib, grown = 0.0, 5.0 * (time - (topic.made_anew_at or 0.0)) / HOUR
    if topic.deletes_each is not None:
        grown += 40.0 * (time % topic.deletes_each) / topic.deletes_each
    return (mib + grown) * MIB


def write_csv(rows: Iterable[dict], path: Path) -> Path:
    """Write rows as the table; lists with a bar between, nobody as `none`."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        for row in rows:
            writer.writerow([_cell(row.get(name)) for name in COLUMNS])
    return path


def _cell(value: object) -> object:
    if isinstance(value, list):
        return "|".join(map(str, value)) or "[]"
    return "" if value is None else value


def write_json_lines(rows: Iterable[dict], path: Path) -> Path:
    """Write rows as an object a line."""
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def write_parquet(rows: Iterable[dict], path: Path) -> Path:
    """Write rows as Parquet, lists as lists."""
    lines = write_json_lines([{**dict.fromkeys(COLUMNS), **row} for row in rows], path.with_suffix(".jsonl"))
    with duckdb.connect() as database:
        types = "CAST(timestamp AS TIMESTAMPTZ) AS timestamp"
        database.read_json(str(lines)).project(f"* REPLACE ({types})").write_parquet(str(path))
    return path


def write_capture(rows: Iterable[dict], path: Path) -> Path:
    """Write rows as `date -Is; kafka-topics.sh --describe; kafka-log-dirs.sh --describe` print them, look by look."""
    by_time: dict[str, list[dict]] = {}
    for row in rows:
        by_time.setdefault(row["timestamp"], []).append(row)
    path.write_text("".join(_look(time, own) for time, own in by_time.items()), encoding="utf-8")
    return path


def _look(time: str, rows: list[dict]) -> str:
    layouts = [row for row in rows if "leader" in row]
    text = f"{time}\n"
    for topic in dict.fromkeys(row["topic"] for row in layouts):
        own = [row for row in layouts if row["topic"] == topic]
        first = own[0]
        text += (
            f"Topic: {topic}\tTopicId: {first['topic_id']}\tPartitionCount: {first['partition_count']}\t"
            f"ReplicationFactor: {len(first['replicas'])}\tConfigs: cleanup.policy=compact,delete,"
            f"min.insync.replicas={first['min_in_sync']}\n"
        )
        for row in own:
            leader = "none" if row["leader"] == -1 else row["leader"]
            replicas, in_sync = (",".join(map(str, row[name])) for name in ("replicas", "in_sync"))
            text += (
                f"\tTopic: {topic}\tPartition: {row['partition']}\tLeader: {leader}\tReplicas: {replicas}\t"
                f"Isr: {in_sync}\tElr: \tLastKnownElr: \n"
            )
    brokers: dict[int, list[dict]] = {}
    for row in rows:
        if "size_bytes" in row:
            name = f"{row['topic']}-{row['partition']}"
            brokers.setdefault(row["broker"], []).append(
                {"partition": name, "size": row["size_bytes"], "offsetLag": 0, "isFuture": row["is_future"]}
            )
    listed = [
        {"broker": broker, "logDirs": [{"partitions": own, "error": None, "logDir": "/data"}]}
        for broker, own in brokers.items()
    ]
    numbers = ",".join(map(str, brokers))
    return (
        f"{text}Querying brokers for log directories information\n"
        f"Received log directory information from brokers {numbers}\n"
        f"{json.dumps({'version': 1, 'brokers': listed}, separators=(',', ':'))}\n"
    )


def renamed(cluster: Cluster, prefix: str, first_broker: int) -> Cluster:
    """Give the same cluster with other names and brokers, so that many can stand in one history."""
    topics = tuple(replace(topic, name=f"{prefix}{topic.name}") for topic in cluster.topics)
    return replace(cluster, topics=topics, first_broker=first_broker)
