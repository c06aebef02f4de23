"""What Kafka's JmxTool prints: a column with the time, and one for each attribute of each object.

`"time","kafka.streams:type=stream-thread-metrics,thread-id=…:process-rate"`; the time is milliseconds since 1970, or in
the format that somebody asked for.
"""

from __future__ import annotations

import csv
import re
from typing import Final

from topoviz.lag.forms.capture_lines import time_stamp
from topoviz.lag.forms.csv_rows import cells_of
from topoviz.lag.forms.model import Head, Kind, Upload
from topoviz.lag.forms.reader import NO_NUMBER, Reading, micros_of
from topoviz.lag.forms.thread_metrics import ThreadSeries, share_or_time, thread_series
from topoviz.lag.limits import Limits, while_wanted

NO_TIME: Final = "it does not begin with a time"
_COLUMN: Final = re.compile(r"kafka\.streams:(?P<keys>.+):(?P<attribute>[\w-]+)", re.DOTALL)
_KEY: Final = re.compile(r'([\w-]+)=("(?:[^"\\]|\\.)*"|[^,]*)(?:,|$)')


def look(head: Head, limits: Limits) -> Upload | None:
    """See whether the first line is a header of that tool with attributes of threads."""
    header = cells_of(head.first, ",")
    if header[0].strip() != "time" or not any(map(_series, header[1:])):
        return None
    return Upload(head.path, Kind.JMX, header=head.first)


def read(reading: Reading) -> None:
    """Take in every column that tells of threads; the tool may have been started again, with a header of its own."""
    columns: list[ThreadSeries | None] = []
    with reading.path.open(encoding="utf-8-sig", errors="replace", newline="") as file:
        for place, cells in enumerate(while_wanted(csv.reader(file), reading.is_wanted), 1):
            if not cells:
                continue
            if cells[0].strip() == "time":
                columns = [_series(name) for name in cells[1:]]
                continue
            instant = time_stamp(cells[0])
            if instant is None or len(cells) != len(columns) + 1:
                reading.told.kept.add(place, ",".join(cells), NO_TIME if instant is None else NO_NUMBER)
                continue
            micros = micros_of(instant.time)
            for series, cell in zip(columns, cells[1:], strict=True):
                value = share_or_time(cell)
                if series is not None and value is not None:
                    reading.threads.add(series, (micros,), (value,))


def _series(column: str) -> ThreadSeries | None:
    found = _COLUMN.fullmatch(column.strip())
    if found is None:
        return None
    keys = {name: value.strip('"') for name, value in _KEY.findall(found["keys"])}
    return thread_series(f"kafka.streams.{keys.get('type', '')}.{found['attribute']}", keys)
