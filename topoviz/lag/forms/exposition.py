"""What an exporter's `/metrics` shows: the text format of Prometheus, and OpenMetrics.

`name{label="value"} number [time]`; the time is milliseconds since 1970 in the one and seconds in the other. Snapshots
one after the other have a line with their time before each, as captures have.
"""

from __future__ import annotations

import re
from datetime import datetime
from typing import Final

from topoviz.lag.forms.capture_lines import time_stamp
from topoviz.lag.forms.metrics import METRICS, is_nothing, metric_named, no_lag_metrics, number, read_labels, series_of
from topoviz.lag.forms.model import Head, Kind, Upload
from topoviz.lag.forms.observations import MICROSECONDS
from topoviz.lag.forms.reader import LATEST_SECOND, NO_LABELS, NO_NUMBER, Reading, micros_of, no_time
from topoviz.lag.forms.thread_metrics import is_of_threads, names_threads, share_or_time, thread_series
from topoviz.lag.limits import Limits, while_wanted

_ABOUT: Final = re.compile(r"#\s+(HELP|TYPE|UNIT)\s+[A-Za-z_:][\w:.]*(\s|$)")
_SAMPLE: Final = re.compile(r"([A-Za-z_:][\w:]*)\s*(?:\{(.*)\})?\s*(\S+)(?:\s+(\S+))?(?:\s+#.*)?$")
_BEGINS: Final = re.compile(r"[A-Za-z_:][\w:]*\{\w+=\"")
_MILLISECONDS_FROM: Final = 10**11

NO_TIME: Final = "it has no time, and no line with one stands before it"
AGAIN: Final = "the same series comes again without a time of its own"


def look(head: Head, limits: Limits) -> Upload | None:
    """See whether it is the text format; raises BadHistory where none of it tells of offsets."""
    if not any(_ABOUT.match(line) or _BEGINS.match(line) for line in head.lines):
        return None
    if head.is_all and not any(name in head.text for name in METRICS) and not names_threads(head.text):
        raise no_lag_metrics(f"These are {_whose(head.text)}, and none tells of the offsets of a group.")
    return Upload(head.path, Kind.EXPOSITION)


def read(reading: Reading) -> None:
    """Take in every line that tells of offsets; raises BadHistory where one snapshot has no time."""
    now = reading.taken_at
    seen = set[tuple[str, str]]() if now is not None else None
    with reading.path.open(encoding="utf-8", errors="replace") as lines:
        for place, line in enumerate(while_wanted(lines, reading.is_wanted), 1):
            text = line.strip()
            if (instant := time_stamp(text)) is not None:
                now, seen = instant.time, None
            elif text and not text.startswith("#"):
                reason = _sample(text, now, seen, reading)
                if reason:
                    reading.told.kept.add(place, text, reason)
    counts = reading.told.kept.counts
    if counts and set(counts) == {NO_TIME}:
        raise no_time("What the exporter showed has")


def _whose(text: str) -> str:
    """Say whose metrics these are, as far as that can be seen."""
    tool = next((name for mark, name in _OTHERS.items() if mark in text), "Prometheus")
    return f"metrics of {tool}"


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
    if metric is None and not is_of_threads(name):
        return ""
    found = _SAMPLE.match(text)
    if found is None:
        return NO_NUMBER
    _, inside, shown, time = found.groups()
    labels = read_labels(inside or "")
    if metric is None:
        return _of_thread(name, labels or {}, shown, _micros(time) if time else None, now, reading)
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


def _of_thread(
    name: str, labels: dict[str, str], shown: str, micros: int | None, now: datetime | None, reading: Reading
) -> str:
    """Take in a line that tells of a thread; gives the reason why it cannot be used, or nothing."""
    series, value = thread_series(name, labels), share_or_time(shown)
    if series is None or value is None:
        return ""
    if micros is None:
        if now is None:
            return NO_TIME
        micros = micros_of(now)
    reading.threads.add(series, (micros,), (value,))
    return ""


def _micros(time: str) -> int | None:
    try:
        value = float(time)
    except ValueError:
        return None
    micros = value * 1000 if abs(value) >= _MILLISECONDS_FROM else value * MICROSECONDS
    return round(micros) if 0 <= micros <= LATEST_SECOND * MICROSECONDS else None
