"""Which metrics tell of offsets and lag, and what each exporter calls the group, the topic and the partition.

Names and labels are those of kafka_exporter (danielqsj), kafka-lag-exporter (seglo), KMinion (redpanda), Burrow's own
`/metrics`, burrow_exporter (jirwin, shamil), and the kafkametrics receiver of OpenTelemetry's collector.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final

from topoviz.lag.bad_history import BadHistory


class Part(Enum):
    """What of a partition a metric tells; the value is its name in sentences."""

    END = "log end offset"
    COMMITTED = "committed offset"
    LAG = "lag"


@dataclass(frozen=True, slots=True)
class Metric:
    """A metric: `group` is None where it tells of the partition alone."""

    name: str
    tool: str
    part: Part
    topic: str = "topic"
    partition: str = "partition"
    group: str | None = None


@dataclass(frozen=True, slots=True)
class Series:
    """What the labels of a series say; `cluster` is empty where they name none."""

    part: Part
    group: str | None
    topic: str
    partition: str
    cluster: str = ""
    client_id: str = ""
    host: str = ""


KAFKA_EXPORTER: Final = "kafka_exporter"
LAG_EXPORTER: Final = "kafka-lag-exporter"
KMINION: Final = "KMinion"
BURROW: Final = "Burrow"
BURROW_EXPORTER: Final = "burrow_exporter"
OPEN_TELEMETRY: Final = "OpenTelemetry's kafkametrics receiver"

_ALL: Final = (
    Metric("kafka_topic_partition_current_offset", KAFKA_EXPORTER, Part.END),
    Metric("kafka_consumergroup_current_offset", KAFKA_EXPORTER, Part.COMMITTED, group="consumergroup"),
    Metric("kafka_consumergroup_lag", KAFKA_EXPORTER, Part.LAG, group="consumergroup"),
    Metric("kafka_partition_latest_offset", LAG_EXPORTER, Part.END),
    Metric("kafka_consumergroup_group_offset", LAG_EXPORTER, Part.COMMITTED, group="group"),
    Metric("kafka_consumergroup_group_lag", LAG_EXPORTER, Part.LAG, group="group"),
    Metric("kminion_kafka_topic_partition_high_water_mark", KMINION, Part.END, "topic_name", "partition_id"),
    Metric(
        "kminion_kafka_consumer_group_topic_partition_lag", KMINION, Part.LAG, "topic_name", "partition_id", "group_id"
    ),
    Metric("burrow_kafka_topic_partition_offset", BURROW, Part.END),
    Metric("burrow_kafka_consumer_current_offset", BURROW, Part.COMMITTED, group="consumer_group"),
    Metric("burrow_kafka_consumer_partition_lag", BURROW, Part.LAG, group="consumer_group"),
    Metric("kafka_burrow_partition_max_offset", BURROW_EXPORTER, Part.END, group="group"),
    Metric("kafka_burrow_topic_partition_offset", BURROW_EXPORTER, Part.END),
    Metric("kafka_burrow_partition_current_offset", BURROW_EXPORTER, Part.COMMITTED, group="group"),
    Metric("kafka_burrow_partition_lag", BURROW_EXPORTER, Part.LAG, group="group"),
    Metric("kafka_partition_current_offset", OPEN_TELEMETRY, Part.END),
    Metric("kafka_consumer_group_offset", OPEN_TELEMETRY, Part.COMMITTED, group="group"),
    Metric("kafka_consumer_group_lag", OPEN_TELEMETRY, Part.LAG, group="group"),
)  # fmt: skip
METRICS: Final = {one.name: one for one in _ALL}
_CLUSTERS: Final = ("cluster", "cluster_name", "kafka_cluster", "cluster_id")
_OWNERS: Final = {"client_id": "client_id", "member_host": "host", "owner": "host"}
_LABEL: Final = re.compile(r'\s*([A-Za-z_][\w.]*)\s*=\s*"((?:[^"\\]|\\.)*)"\s*(?:,|$)', re.DOTALL)
_ESCAPED: Final = re.compile(r"\\(.)", re.DOTALL)


def metric_named(name: str) -> Metric | None:
    """Give the metric of this name; a collector of OpenTelemetry adds `_ratio` to gauges whose unit is 1."""
    return METRICS.get(name.removesuffix("_ratio"))


def series_of(metric: Metric, labels: Mapping[str, str]) -> Series | None:
    """Read the labels of a series; None where they lack the topic, the partition or the group."""
    topic, partition = labels.get(metric.topic, ""), labels.get(metric.partition, "")
    group = labels.get(metric.group, "") if metric.group is not None else None
    if not topic or not partition or group == "":
        return None
    cluster = next((labels[name] for name in _CLUSTERS if labels.get(name)), "")
    owner = {ours: labels.get(theirs, "") for theirs, ours in _OWNERS.items() if labels.get(theirs)}
    return Series(
        metric.part, group, topic, partition, cluster, owner.get("client_id", ""), owner.get("host", "").lstrip("/")
    )


def read_labels(text: str) -> dict[str, str] | None:
    """Read `name="value", …`, as it stands between the braces of a series; None where it is anything else."""
    labels: dict[str, str] = {}
    at, text = 0, text.strip()
    while at < len(text):
        found = _LABEL.match(text, at)
        if found is None:
            return None
        labels[found[1]] = _ESCAPED.sub(lambda mark: "\n" if mark[1] == "n" else mark[1], found[2])
        at = found.end()
    return labels


def number(text: object) -> int | None:
    """Read a value that counts records; None for NaN and for what counts none, such as a mean of several."""
    try:
        return int(str(text))
    except ValueError:
        pass
    try:
        value = float(str(text))
    except ValueError:
        return None
    return int(value) if value.is_integer() and abs(value) < 2**63 else None


def is_nothing(text: object) -> bool:
    """Tell whether a value says that there was none."""
    return str(text).strip().lower() in ("", "nan", "null", "none", "undefined", "stalenan")


def no_lag_metrics(sentence: str) -> BadHistory:
    """Say that nothing tells of offsets, and which metrics are needed."""
    return BadHistory(
        "no-lag-metrics",
        sentence,
        f"Export those of {KAFKA_EXPORTER}: {missing_words(KAFKA_EXPORTER, set())}, each for the same time.",
    )


def missing_words(tool: str, found: set[Part]) -> str:
    """Say which metrics of a tool are needed beside those that are there."""
    own = {one.part: one.name for one in reversed(_ALL) if one.tool == tool}
    is_half = found in ({Part.COMMITTED}, {Part.END})
    wanted = [part for part in own if part not in found and (part is not Part.LAG or is_half)]
    names = [f"{own[part]} ({part.value})" for part in Part if part in wanted]
    return (" or " if found else " and ").join(names)
