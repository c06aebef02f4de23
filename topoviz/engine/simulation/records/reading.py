"""Records from a file: CSV with a header, or a JSON object a line.

CSV: time_ms,topic,partition,key,timestamp_ms[,value]      JSON lines: the same names
The partition may be left empty: then it follows from the key. So may the timestamp: then it is the time. Where there
are values, an empty one, in JSON null, is none: a tombstone.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from typing import Any, Final

from topoviz.engine.simulation.broker.partitioner import partition_of_key
from topoviz.engine.simulation.records.model import LONGEST_MS, MOST_RECORDS, BadRecords, InputRecord
from topoviz.engine.tasks.topic_partition import TopicPartition

FIELDS: Final = ("time_ms", "topic", "partition", "key", "timestamp_ms", "value")
_WANTED: Final = ("time_ms", "topic")
LONGEST_LINE: Final = 1_000_000
_NO_TIME: Final = -1
_LATEST: Final = 2**62


def read_records(lines: Iterable[str], counts: Mapping[str, int]) -> Iterator[InputRecord]:
    """Read records of topics with these partition counts; raises BadRecords with the line."""
    numbered = enumerate(_short(lines), 1)
    first = next(((number, line) for number, line in numbered if line.strip()), None)
    if first is None:
        raise BadRecords(None, "are not there: the file is empty.")
    before, found = 0, 0
    is_csv = not first[1].lstrip("\ufeff \t").startswith("{")
    for number, fields in _csv_rows(first, numbered) if is_csv else _json_objects(first, numbered):
        record = _record(number, fields, counts, is_csv=is_csv)
        if record.time_ms < before:
            raise BadRecords(
                number,
                f"has time_ms {record.time_ms:,}, before {before:,} of the line above: records stand in the order in "
                "which they arrive. Sort the file by time_ms; timestamp_ms may go back.",
            )
        before, found = record.time_ms, found + 1
        if found > MOST_RECORDS:
            raise BadRecords(number, f"is beyond {MOST_RECORDS:,} records, the most here.")
        yield record
    if not found:
        raise BadRecords(None, "are not there: the file has nothing after its header.")


def _short(lines: Iterable[str]) -> Iterator[str]:
    for number, line in enumerate(lines, 1):
        if len(line) > LONGEST_LINE:
            raise BadRecords(number, f"has more than {LONGEST_LINE:,} letters, the most here.")
        yield line


def _json_objects(first: tuple[int, str], rest: Iterator[tuple[int, str]]) -> Iterator[tuple[int, Mapping[str, Any]]]:
    for number, line in chain((first,), rest):
        if line.strip():
            yield number, _json_object(number, line)


def _json_object(number: int, line: str) -> Mapping[str, Any]:
    try:
        found = json.loads(line.lstrip("\ufeff"))
    except (ValueError, RecursionError) as error:
        raise BadRecords(number, f"is no JSON: {getattr(error, 'msg', 'it is too deep')}.") from error
    if not isinstance(found, dict):
        raise BadRecords(number, "is no object with fields such as time_ms and topic.")
    return found


def _csv_rows(first: tuple[int, str], rest: Iterator[tuple[int, str]]) -> Iterator[tuple[int, Mapping[str, Any]]]:
    at = [first[0]]

    def text() -> Iterator[str]:
        yield first[1].lstrip("\ufeff")
        for number, line in rest:
            at[0] = number
            if line.strip():
                yield line

    try:
        rows = csv.reader(text(), strict=True)
        header = [name.strip() for name in next(rows)]
        for name in header:
            if name not in FIELDS:
                raise BadRecords(first[0], f"is the header, and has {name[:40]!r}; known are {', '.join(FIELDS)}.")
        for row in rows:
            if len(row) > len(header):
                raise BadRecords(at[0], f"has {len(row)} values, and the header {len(header)} names.")
            yield at[0], dict(zip(header, row, strict=False))
    except csv.Error as error:
        raise BadRecords(at[0], f"is no CSV: {error}.") from error


def _record(number: int, fields: Mapping[str, Any], counts: Mapping[str, int], *, is_csv: bool) -> InputRecord:
    for name in _WANTED:
        if fields.get(name) in (None, ""):
            raise BadRecords(number, f"has no {name}.")
    time = _number(number, fields, "time_ms", 0, LONGEST_MS)
    assert time is not None
    topic = str(fields["topic"]).strip()
    count = counts.get(topic)
    if count is None:
        known = ", ".join(sorted(counts)[:20]) or "none"
        raise BadRecords(number, f"has topic {topic[:80]!r}, which no task reads; topics that are read: {known}.")
    key = fields.get("key")
    key = None if key in (None, "") else str(key)
    partition = _number(number, fields, "partition", 0, count - 1, f"{topic} has {count}, counted from 0")
    if partition is None:
        if key is None:
            raise BadRecords(number, "has neither a partition nor a key that it could follow from.")
        partition = partition_of_key(key, count)
    timestamp = _number(number, fields, "timestamp_ms", _NO_TIME, _LATEST)
    value = fields.get("value")
    is_tombstone = "value" in fields and (value is None or (value == "" and is_csv))
    return InputRecord(
        time,
        TopicPartition(topic, partition),
        key,
        time if timestamp is None else timestamp,
        None if value in (None, "") else str(value),
        is_tombstone=is_tombstone,
    )


def _number(line: int, fields: Mapping[str, Any], name: str, least: int, most: int, of: str = "") -> int | None:
    text = fields.get(name)
    if text is None or text == "":
        return None
    try:
        found = int(str(text))
    except ValueError:
        raise BadRecords(line, f"has {name} {str(text)[:40]!r}, which is no whole number.") from None
    if not least <= found <= most:
        why = f" ({of})" if of else " (-1 is a record without a timestamp)" if least == _NO_TIME else ""
        raise BadRecords(line, f"has {name} {found:,}, which is not from {least:,} to {most:,}{why}.")
    return found
