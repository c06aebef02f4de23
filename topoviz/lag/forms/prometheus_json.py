"""Answers of Prometheus' HTTP API to `query_range` (a matrix) and `query` (a vector), one or several in a file.

Prometheus writes `{"status": "success", "data": {"resultType": "matrix", "result": […]}}`, and each series as
`{"metric": {…}, "values": [[seconds, "number"], …]}`; a vector has `value` with one pair.
"""

from __future__ import annotations

import re
from array import array
from typing import Any, Final

from topoviz.lag.bad_history import BadHistory
from topoviz.lag.forms.json_stream import BadJson, JsonStream
from topoviz.lag.forms.metrics import is_nothing, metric_named, number, series_of
from topoviz.lag.forms.model import Head, Kind, Upload
from topoviz.lag.forms.observations import MICROSECONDS
from topoviz.lag.forms.reader import LATEST_SECOND, NO_LABELS, NO_NUMBER, NO_SERIES_NAME, Reading
from topoviz.lag.forms.thread_metrics import ThreadSeries, share_or_time, thread_series
from topoviz.lag.limits import Limits

_MARKS: Final = re.compile(r'"resultType"\s*:|"metric"\s*:\s*\{|"errorType"\s*:')


def look(head: Head, limits: Limits) -> Upload | None:
    """See whether it is an answer of Prometheus."""
    if not head.has_json or not _MARKS.search(head.text):
        return None
    return Upload(head.path, Kind.PROMETHEUS)


def read(reading: Reading) -> None:
    """Take in every series; raises BadHistory for what is no answer, or is a refusal."""
    with reading.path.open(encoding="utf-8", errors="replace") as file:
        stream = JsonStream(file, reading.limits.max_line_bytes, reading.is_wanted)
        try:
            while mark := stream.peek():
                if mark in "{[":
                    _answer(stream, reading)
                else:
                    # A loop may write the time before each answer, which has its own.
                    stream.line()
        except BadJson as error:
            raise BadHistory(
                "bad-json", f"The file begins like an answer of Prometheus, but {error}.", "Ask for it again."
            ) from error


def _answer(stream: JsonStream, reading: Reading) -> None:
    """Read an answer, or its list of series alone."""
    if stream.peek() == "[":
        _all_series(stream, reading)
        return
    for name in stream.members():
        if name == "error" and stream.peek() == '"':
            raise BadHistory(
                "prometheus-error", f"Prometheus refused the query: {str(stream.value())[:200]}", "Correct the query."
            )
        if name == "data" and stream.peek() == "{":
            for inner in stream.members():
                if inner == "result" and stream.peek() == "[":
                    _all_series(stream, reading)
                else:
                    stream.skip()
        else:
            stream.skip()


def _all_series(stream: JsonStream, reading: Reading) -> None:
    for _ in stream.items():
        if stream.peek() == "{":
            _series(stream, reading)
        else:
            stream.skip()


def _series(stream: JsonStream, reading: Reading) -> None:
    labels: dict[str, str] = {}
    micros, values, bad = array("q"), array("q"), 0
    times, numbers = array("q"), array("d")
    of_thread: ThreadSeries | None = None
    for name in stream.members():
        if name == "metric" and stream.peek() == "{":
            labels = {key: str(value) for key, value in stream.value().items()}
            of_thread = thread_series(labels.get("__name__", ""), labels)
        elif name == "values" and stream.peek() == "[":
            for pair in stream.pairs():
                bad += _pair(pair, micros, values) if of_thread is None else _share(pair, times, numbers)
        elif name == "value" and stream.peek() == "[":
            pair = stream.value()
            bad += _pair(pair, micros, values) if of_thread is None else _share(pair, times, numbers)
        else:
            stream.skip()
    told = reading.told.kept
    if of_thread is not None:
        reading.threads.add(of_thread, times, numbers)
        return
    metric = metric_named(labels.get("__name__", ""))
    shown = ", ".join(f'{key}="{value}"' for key, value in labels.items())
    if metric is None:
        if "__name__" not in labels:
            told.add(None, shown, NO_SERIES_NAME)
        return
    series = series_of(metric, labels)
    if series is None:
        told.add(None, shown, NO_LABELS)
        return
    for _ in range(bad):
        told.add(None, shown, NO_NUMBER)
    reading.observations.add_all(metric, series, micros, values)


def _share(pair: Any, micros: array[int], values: array[float]) -> int:
    """Keep one sample of a thread; gives 1 where it has no time."""
    if not isinstance(pair, list) or len(pair) != 2 or not isinstance(pair[0], int | float):
        return 1
    value = share_or_time(pair[1])
    if value is not None and 0 <= pair[0] <= LATEST_SECOND:
        micros.append(round(pair[0] * MICROSECONDS))
        values.append(value)
    return 0


def _pair(pair: Any, micros: array[int], values: array[int]) -> int:
    """Keep one sample; gives 1 where it counts no records."""
    if not isinstance(pair, list) or len(pair) != 2 or not isinstance(pair[0], int | float):
        return 1
    value = number(pair[1])
    if value is None:
        return 0 if is_nothing(pair[1]) else 1
    if not 0 <= pair[0] <= LATEST_SECOND:
        return 1
    micros.append(round(pair[0] * MICROSECONDS))
    values.append(value)
    return 0
