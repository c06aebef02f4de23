"""What an exporter's `/metrics` shows: the text format of Prometheus, and OpenMetrics.

`name{label="value"} number [time]`; the time is milliseconds since 1970 in the one and seconds in the other. Snapshots
one after the other have a line with their time before each, as captures have.
"""

from __future__ import annotations

import re
from datetime import datetime
from typing import Final

from topoviz.lag.bad_history import BadHistory
from topoviz.lag.forms.capture_lines import time_stamp
from topoviz.lag.forms.metrics import METRICS, is_nothing, metric_named, missing_words, number, read_labels, series_of
from topoviz.lag.forms.model import Head, Kind, Upload
from topoviz.lag.forms.observations import MICROSECONDS
from topoviz.lag.forms.reader import NO_LABELS, NO_NUMBER, Reading, micros_of, no_time
from topoviz.lag.limits import Cancelled, Limits

_ABOUT: Final = re.compile(r"#\s+(HELP|TYPE|UNIT)\s+[A-Za-z_:][\w:.]*(\s|$)")
_SAMPLE: Final = re.compile(r"([A-Za-z_:][\w:]*)\s*(?:\{(.*)\})?\s*(\S+)(?:\s+(\S+))?(?:\s+#.*)?$")
_BEGINS: Final = re.compile(r"[A-Za-z_:][\w:]*\{\w+=\"")
_MILLISECONDS_FROM: Final = 10**11
_LATEST: Final = 253_402_300_799 * MICROSECONDS
_LINES_BETWEEN_LOOKS: Final = 50_000

NO_TIME: Final = "it has no time, and no line with one stands before it"
AGAIN: Final = "the same series comes again without a time of its own"


def look(head: Head, limits: Limits) -> Upload | None:
    """See whether it is the text format; raises BadHistory where none of it tells of offsets."""
    if not any(_ABOUT.match(line) or _BEGINS.match(line) for line in head.lines):
        return None
    if head.is_all and not any(name in head.text for name in METRICS):
        raise no_lag_metrics(head.text)
    return Upload(head.path, Kind.EXPOSITION)


def read(reading: Reading) -> None:
    """Take in every line that tells of offsets; raises BadHistory where one snapshot has no time."""
    now, seen = reading.taken_at, set[tuple[str, str]]()
    is_given = now is not None
    with reading.path.open(encoding="utf-8", errors="replace") as lines:
        for place, line in enumerate(lines, 1):
            if place % _LINES_BETWEEN_LOOKS == 0 and not reading.is_wanted():
                raise Cancelled
            text = line.strip()
            if (instant := time_stamp(text)) is not None:
                now, is_given = instant.time, False
            elif text and not text.startswith("#"):
                reason = _sample(text, now, seen if is_given else None, reading)
                if reason:
                    reading.told.kept.add(place, text, reason)
    counts = reading.told.kept.counts
    if counts and set(counts) == {NO_TIME}:
        raise no_time("What the exporter showed has")


def no_lag_metrics(text: str) -> BadHistory:
    """Say whose metrics these are, as far as that can be seen, and which are needed."""
    tool = next((name for mark, name in _OTHERS.items() if mark in text), "")
    whose = f"metrics of {tool}" if tool else "metrics of Prometheus"
    return BadHistory(
        "no-lag-metrics",
        f"These are {whose}, and none tells of the offsets of a group.",
        f"Export those of kafka_exporter: {missing_words('kafka_exporter', set())}, each for the same time.",
    )


_OTHERS: Final = {
    "kafka_streams_": "Kafka Streams (JMX exporter)",
    "kafka_consumer_": "Kafka clients (JMX exporter)",
    "kafka_server_": "a broker (JMX exporter)",
    "kminion_": "KMinion",
    "burrow_": "Burrow",
    "kafka_brokers": "kafka_exporter",
    "jvm_": "a Java program",
    "node_": "node_exporter",
}


def _sample(text: str, now: datetime | None, seen: set[tuple[str, str]] | None, reading: Reading) -> str:
    """Take in a line; gives the reason why it cannot be used, or nothing."""
    name = re.split(r"[\s{]", text, maxsplit=1)[0]
    metric = metric_named(name)
    if metric is None:
        return ""
    found = _SAMPLE.match(text)
    if found is None:
        return NO_NUMBER
    _, inside, shown, time = found.groups()
    labels = read_labels(inside or "")
    series = series_of(metric, labels) if labels is not None else None
    if series is None:
        return NO_LABELS
    if is_nothing(shown):
        return ""
    value = number(shown)
    if value is None:
        return NO_NUMBER
    micros = _micros(time) if time else None
    if micros is None:
        if now is None:
            return NO_TIME
        if seen is not None:
            if (name, inside or "") in seen:
                return AGAIN
            seen.add((name, inside or ""))
        micros = micros_of(now)
    reading.observations.add(metric, series, micros, value)
    return ""


def _micros(time: str) -> int | None:
    try:
        value = float(time)
    except ValueError:
        return None
    micros = value * 1000 if abs(value) >= _MILLISECONDS_FROM else value * MICROSECONDS
    return round(micros) if 0 <= micros <= _LATEST else None
