"""Answers of Burrow's HTTP API about a consumer group: `/lag`, `/status`, and the group itself, one or several.

Of each partition `/lag` has the first and the last commit that Burrow holds, with offset, time and lag; the answer of
the group itself has them all, and its name only in the address that was asked. Both have the lag at the time of asking,
which is no part of the answer: where a line with it stands before the answer, that is taken in place of commits.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import datetime
from typing import Any, Final

from topoviz.lag.bad_history import BadHistory
from topoviz.lag.forms.capture_lines import time_stamp
from topoviz.lag.forms.json_stream import BadJson, JsonStream
from topoviz.lag.forms.metrics import BURROW, Metric, Part, Series
from topoviz.lag.forms.model import Head, Kind, Upload
from topoviz.lag.forms.reader import Reading, micros_of
from topoviz.lag.limits import Limits

_MARKS: Final = re.compile(r'"message"\s*:\s*"consumer (group )?(status|detail|lag) returned|"current[_-]lag"\s*:')
_ADDRESS: Final = re.compile(r"/consumer/([^/?]+)")
_LARGEST: Final = 64
"""An answer may be this many times larger than a line; it is one value for each group."""

_COMMITTED: Final = Metric("", BURROW, Part.COMMITTED)
_LAG: Final = Metric("", BURROW, Part.LAG)
NO_COMMIT: Final = "Burrow holds no commit of it"
NOTE: Final = (
    "Burrow tells of commits: what a group that commits nothing has yet to read is not in its answers, so that a stall "
    "does not show."
)


def look(head: Head, limits: Limits) -> Upload | None:
    """See whether it is an answer of Burrow."""
    if not head.has_json or not _MARKS.search(head.text):
        return None
    return Upload(head.path, Kind.BURROW)


def read(reading: Reading) -> None:
    """Take in the commits of every answer; raises BadHistory where there is none."""
    with reading.path.open(encoding="utf-8", errors="replace") as file:
        stream = JsonStream(file, _LARGEST * reading.limits.max_line_bytes, reading.is_wanted)
        found, now = 0, reading.taken_at
        try:
            while mark := stream.peek():
                if mark == "[":
                    for _ in stream.items():
                        found += _answer(stream.value(), now, reading)
                elif mark == "{":
                    found += _answer(stream.value(), now, reading)
                elif (instant := time_stamp(stream.line())) is not None:
                    now = instant.time
        except BadJson as error:
            raise BadHistory(
                "bad-json", f"The file begins like an answer of Burrow, but {error}.", "Ask for it again."
            ) from error
    if not found:
        raise BadHistory(
            "burrow-without-offsets",
            "The answers of Burrow hold no offsets: `/status` lists only partitions in a bad state.",
            "Ask for `/v3/kafka/CLUSTER/consumer/GROUP/lag`, which lists all, and write the time before each answer.",
        )
    if now is None:
        reading.told.more.append(NOTE)


def _answer(answer: Any, now: datetime | None, reading: Reading) -> int:
    found = 0
    for group, topic, partition, host, client, held, behind in _partitions(answer):
        commits = [one for one in held if one is not None]
        if now is not None and commits and isinstance(behind, int) and behind >= 0:
            commits = [(micros_of(now), commits[-1][1], behind)]
        if not commits:
            reading.told.kept.add(None, f"{group} {topic} {partition}", NO_COMMIT)
        for micros, offset, lag in commits:
            for metric, value in ((_COMMITTED, offset), (_LAG, lag)):
                series = Series(metric.part, group, topic, str(partition), "", client, host)
                reading.observations.add(metric, series, micros, value)
            found += 1
    return found


_Partition = tuple[str, str, Any, str, str, list[tuple[int, int, int] | None], Any]


def _partitions(answer: Any) -> Iterator[_Partition]:
    """Give group, topic, partition, host, client, commits in order of time, and the lag at the time of asking."""
    body = _object(answer)
    status, topics = _object(body.get("status")), _object(body.get("topics"))
    for one in map(_object, _list(status.get("partitions"))):
        commits = [_commit(one.get("start")), _commit(one.get("end"))]
        named = (str(status.get("group", "")), str(one.get("topic", "")), one.get("partition", ""))
        yield *named, *_owner(one), commits, one.get("current_lag")
    asked = _object(body.get("request"))
    address = _ADDRESS.search(str(asked.get("url") or asked.get("uri") or ""))
    group = address[1] if address else ""
    for topic, partitions in topics.items():
        for number, one in enumerate(map(_object, _list(partitions))):
            commits = [_commit(commit) for commit in _list(one.get("offsets"))]
            yield group, str(topic), number, *_owner(one), commits, one.get("current-lag")


def _object(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _owner(one: dict[str, Any]) -> tuple[str, str]:
    return str(one.get("owner") or "").lstrip("/"), str(one.get("client_id") or "")


def _commit(commit: Any) -> tuple[int, int, int] | None:
    if not isinstance(commit, dict):
        return None
    lag = commit.get("lag")
    lag = lag.get("value") if isinstance(lag, dict) else lag
    found = (commit.get("timestamp"), commit.get("offset"), lag)
    if not all(isinstance(one, int) and one >= 0 for one in found):
        return None
    milliseconds, offset, behind = found
    return int(milliseconds or 0) * 1000, int(offset or 0), int(behind or 0)
