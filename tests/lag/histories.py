"""Histories of lag with a known cause, the same for the same seed."""

from __future__ import annotations

import csv
import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import duckdb

START = datetime(2026, 3, 2, 10, 0, tzinfo=UTC)
COLUMNS = ("timestamp", "group", "topic", "partition", "log_end_offset", "committed_offset", "client_id")
CAUSES = ("hot-partition", "slow-instance", "stall")
GROUP = "orders-app"


@dataclass(frozen=True)
class History:
    """Rows by time, and what is wrong with them: the partition and the client that are the cause, if there is one."""

    rows: list[tuple]
    cause: str | None
    partition: int
    client: str


def history(
    seed, topics=("orders",), partitions=8, minutes=40, interval_seconds=15, cause=None, clients=4, group=GROUP
) -> History:
    """Make a history. A hot partition receives nine times the others; a slow instance consumes half of what comes
    in; in a stall one task commits nothing for a quarter of the time.
    """
    chance = random.Random(seed)  # noqa: S311
    culprit = chance.randrange(partitions)
    slow = culprit % clients
    steps = minutes * 60 // interval_seconds
    rate = chance.uniform(40, 200)
    stall_from = round(steps * chance.uniform(0.3, 0.5))
    stall_until = stall_from + steps // 4
    state = {(topic, number): [chance.randrange(10**6)] * 2 for topic in topics for number in range(partitions)}
    rows = []
    for step in range(steps):
        time = START + timedelta(seconds=step * interval_seconds)
        for (topic, number), offsets in state.items():
            factor = 9 if cause == "hot-partition" and number == culprit and topic == topics[0] else 1
            incoming = round(rate * factor * interval_seconds * chance.uniform(0.8, 1.2))
            capacity = round(rate * 3 * interval_seconds)
            if cause == "slow-instance" and number % clients == slow:
                capacity = round(rate * interval_seconds * chance.uniform(0.4, 0.6))
            if cause == "stall" and number == culprit and stall_from <= step < stall_until:
                capacity = 0
            offsets[0] += incoming
            left = chance.randrange(round(rate) + 1)
            offsets[1] = max(offsets[1], min(offsets[1] + capacity, offsets[0] - left))
            client = f"{group}-{number % clients}-StreamThread-1-consumer"
            rows.append((time.strftime("%Y-%m-%dT%H:%M:%SZ"), group, topic, number, *offsets, client))
    return History(rows, cause, culprit, f"{group}-{slow}-StreamThread-1-consumer")


def write_csv(rows, path: Path, separator=",", header=COLUMNS) -> Path:
    """Write rows as CSV."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, delimiter=separator, lineterminator="\n")
        writer.writerow(header)
        writer.writerows(rows)
    return path


def write_parquet(rows, path: Path) -> Path:
    """Write rows as Parquet; the committed offsets as fractions, as tools do that know no missing integers."""
    written = write_csv(rows, path.with_suffix(".rows"))
    with duckdb.connect() as database:
        rows = database.read_csv(str(written), header=True)
        types = "CAST(timestamp AS TIMESTAMPTZ) AS timestamp, CAST(committed_offset AS DOUBLE) AS committed_offset"
        rows.project(f"* REPLACE ({types})").write_parquet(str(path))
    return path


def write_metrics(rows, path: Path) -> Path:
    """Write rows as Prometheus answers for the two offsets of kafka-lag-exporter, all members on one host."""
    result = []
    for time, group, topic, partition, end, committed, client in rows:
        at = datetime.fromisoformat(time).timestamp()
        of_topic = {"cluster_name": "main", "topic": topic, "partition": str(partition)}
        of_group = {**of_topic, "group": group, "client_id": client, "member_host": "/10.0.0.2"}
        result.append({"metric": {"__name__": "kafka_partition_latest_offset", **of_topic}, "values": [[at, str(end)]]})
        result.append(
            {"metric": {"__name__": "kafka_consumergroup_group_offset", **of_group}, "values": [[at, str(committed)]]}
        )
    answer = {"status": "success", "data": {"resultType": "matrix", "result": result}}
    path.write_text(json.dumps(answer), encoding="utf-8")
    return path


def write_capture(rows, path: Path) -> Path:
    """Write rows as the tool prints them, a line of `date -u` before each table."""
    path.write_text("".join(_capture(rows)), encoding="utf-8")
    return path


def _capture(rows) -> Iterator[str]:
    last = None
    for time, group, topic, partition, end, committed, client in rows:
        if time != last:
            last = time
            yield f"\n{datetime.fromisoformat(time).strftime('%a %b %d %H:%M:%S UTC %Y')}\n\n"
            yield "GROUP  TOPIC  PARTITION  CURRENT-OFFSET  LOG-END-OFFSET  LAG  CONSUMER-ID  HOST  CLIENT-ID\n"
        lag = "-" if committed is None else end - committed
        shown = "-" if committed is None else committed
        yield f"{group}  {topic}  {partition}  {shown}  {end}  {lag}  {client}-1b2c  /10.0.0.1  {client}\n"
