"""Captures of `kafka-consumer-groups --describe`, repeated with a time-stamp line before each table.

What `kafka-topics` and `kafka-log-dirs` print may stand between those tables, or alone.

The capture is read line by line and written as rows, so that its length does not matter. What the rows hold is judged
where those of a CSV are.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from topoviz.lag.bad_history import BadHistory
from topoviz.lag.forms.capture_lines import (
    LAG_ALONE,
    Instant,
    LagHeader,
    clean,
    is_of_the_shell,
    lag_header,
    looks_like_capture,
    named_group,
    other_table,
    time_stamp,
)
from topoviz.lag.forms.columns import TOPICS
from topoviz.lag.forms.model import ROW_COLUMNS, TOPIC_COLUMNS, Head, Kind, Upload
from topoviz.lag.forms.reader import no_time
from topoviz.lag.forms.told import KEPT_TEXT, Told
from topoviz.lag.forms.topic_lines import NO_TIME as NO_TIME_OF_BROKERS
from topoviz.lag.forms.topic_lines import TopicLines, is_of_brokers
from topoviz.lag.limits import Limits, while_wanted

NO_TIME = "no time stamp stands before the table"
NO_GROUP = "the group is not known: there is no GROUP column, and no command or sentence names it"
NO_ROW = "the line is not a row of the table above it"
AGAIN = "the partition comes again without a time stamp before the table"


@dataclass
class _Place:
    """Where in a capture the reader stands."""

    instant: Instant | None = None
    group: str | None = None
    header: LagHeader | None = None
    in_other_table: bool = False
    seen: set[tuple[str, str, str]] | None = None
    """The partitions of a capture without times: it is one look, so each comes once."""


def look(head: Head, limits: Limits) -> Upload | None:
    """See whether any line is one that only the tool writes."""
    is_ours = looks_like_capture(head.lines) or any(is_of_brokers(clean(line)) for line in head.lines)
    return Upload(head.path, Kind.CAPTURE) if is_ours else None


@dataclass(frozen=True, slots=True)
class Written:
    """What a capture became: the rows of groups, those of topics, each None where there are none, and what is told."""

    rows: Upload | None
    topics: Upload | None
    told: Told


def write_rows(
    capture: Upload,
    target: Path,
    group: str | None = None,
    is_wanted: Callable[[], bool] = lambda: True,
    taken_at: datetime | None = None,
    limits: Limits | None = None,
) -> Written:
    """Write a capture as rows of ROW_COLUMNS; `group` is that of tables which do not name theirs.

    What brokers say goes into another file beside it, as rows of TOPIC_COLUMNS. `taken_at` is the time of what stands
    before any time stamp. Raises BadHistory when there is neither, or no group, or no time; and Cancelled.
    """
    of_topics = target.with_name(f"{target.name}-topics")
    with (
        capture.path.open(encoding="utf-8", errors="replace", newline=None) as lines,
        target.open("w", encoding="utf-8", newline="") as file,
        of_topics.open("w", encoding="utf-8", newline="") as topics_file,
    ):
        place = _Place(Instant(taken_at) if taken_at is not None else None, group)
        place.seen = set() if taken_at is not None else None
        told = Told()
        write_topic = csv.writer(topics_file, lineterminator="\n").writerow
        topics = TopicLines(write_topic, told, limits or Limits(), is_one_look=taken_at is not None)
        _read(lines, csv.writer(file, lineterminator="\n").writerow, place, told, topics, is_wanted)
    if not told.rows and not topics.rows:
        _refuse(told, topics)
    has_rows = bool(told.rows) or not topics.rows
    return Written(
        Upload(target, Kind.CSV, ROW_COLUMNS) if has_rows else None,
        Upload(of_topics, Kind.CSV, TOPIC_COLUMNS, table=TOPICS) if topics.rows else None,
        told,
    )


def _read(
    lines: Iterable[str],
    write: Callable[[list[str | int]], object],
    place: _Place,
    told: Told,
    topics: TopicLines,
    is_wanted: Callable[[], bool],
) -> None:
    for number, line in enumerate(while_wanted(lines, is_wanted), 1):
        text = clean(line)
        if not text:
            continue
        if topics.take(number, text, place.instant):
            place.header, place.in_other_table = None, False
            continue
        if _moves(text, place, told, topics) or place.header is None:
            continue
        row = _row(text, place)
        if isinstance(row, str):
            if row != NO_ROW or _is_damaged(text, place.header) or not is_of_the_shell(line.strip()):
                told.kept.add(number, text, row)
        else:
            told.rows += 1
            write([number, text[:KEPT_TEXT], *row])
    topics.end()


def _moves(text: str, place: _Place, told: Told, topics: TopicLines) -> bool:
    """Take in a line that is no row: a time, a header, a command, a sentence. Give False for all others."""
    if (instant := time_stamp(text)) is not None:
        place.instant, place.in_other_table, place.seen = instant, False, None
        topics.at_time()
        if instant.unread_zone:
            told.unread_zones[instant.unread_zone] += 1
        return True
    if (header := lag_header(text)) is not None:
        place.header, place.in_other_table = header, False
        return True
    if (name := other_table(text)) is not None:
        told.other_tables[name] += 1
        place.header, place.in_other_table = None, True
        return True
    if (group := named_group(text)) is not None:
        place.group = group
        return True
    return place.in_other_table


def _row(text: str, place: _Place) -> list[str] | str:
    """Make a row of ours out of a row of the table, or give the reason why that is not possible."""
    assert place.header is not None
    cells = text.split()
    places = place.header.places
    needed = [places[name] for name in ("topic", "partition", "committed_offset", "log_end_offset")]
    if len(cells) <= max(needed) or not _is_offset(cells[needed[2]]) or not _is_offset(cells[needed[3]]):
        return NO_ROW
    if place.instant is None:
        return NO_TIME
    group = cells[places["group"]] if "group" in places else place.group
    if group is None:
        return NO_GROUP
    if place.seen is not None:
        partition = (group, cells[places["topic"]], cells[places["partition"]])
        if partition in place.seen:
            return AGAIN
        place.seen.add(partition)
    client, host = _owner(cells, place.header)
    committed = cells[places["committed_offset"]]
    return [
        place.instant.time.strftime("%Y-%m-%dT%H:%M:%S.%fZ"),
        group,
        cells[places["topic"]],
        cells[places["partition"]],
        cells[places["log_end_offset"]],
        "" if committed == "-" else committed,
        client,
        host,
    ]


def _is_damaged(text: str, header: LagHeader) -> bool:
    """Tell whether a line has a partition where rows have it: a topic may be called like a command."""
    cells = text.split()
    return len(cells) > max(header.places.values()) and cells[header.places["partition"]].isdecimal()


def _owner(cells: list[str], header: LagHeader) -> tuple[str, str]:
    """Give client and host; neither where a cell has blanks, since nobody can say then where the last columns begin."""
    if len(cells) != header.width:
        return "", ""
    found = {name: cells[header.places[name]] for name in ("client_id", "host", "owner") if name in header.places}
    known = {name: cell for name, cell in found.items() if cell != "-"}
    # Kafka 0.9 and 0.10 print both in one column.
    client, _, host = known.get("owner", "").rpartition("_/")
    return known.get("client_id", client), known.get("host", host).lstrip("/")


def _is_offset(cell: str) -> bool:
    return cell == "-" or cell.lstrip("-").isdecimal()


def _refuse(told: Told, topics: TopicLines) -> None:
    """Say what a capture without a single row lacks; does nothing where its rows say that better."""
    if not told.kept.counts:
        raise _no_partitions() if topics.has_topics else _no_table(told)
    reasons = set(told.kept.counts)
    if reasons <= {NO_TIME, NO_TIME_OF_BROKERS}:
        raise no_time("The capture has")
    if reasons == {NO_GROUP}:
        raise BadHistory(
            "no-group",
            "The capture does not say of which group it is: it has no GROUP column, and no command names one.",
            "Say which application id it is of: Kafka Streams uses that as the group.",
        )


def _no_partitions() -> BadHistory:
    return BadHistory(
        "no-partitions",
        "The capture of kafka-topics names topics, without a line for each of their partitions.",
        "Capture `kafka-topics.sh --describe` without --topics-with-overrides, a line from `date -Is` before each.",
    )


def _no_table(told: Told) -> BadHistory:
    if LAG_ALONE in told.other_tables:
        return BadHistory(
            "lag-alone",
            "The capture is of kafka-streams-groups, which prints the lag alone, and rates need offsets.",
            "Capture `kafka-streams-groups.sh --describe --verbose --group GROUP`, which prints CURRENT-OFFSET and "
            "LOG-END-OFFSET too; where it does not, take the tool of a newer Kafka.",
        )
    others = ", ".join(sorted(told.other_tables))
    found = f"; it has tables of another kind: {others}" if others else ""
    return BadHistory(
        "no-table",
        f"The capture has no table with the columns TOPIC, PARTITION, CURRENT-OFFSET and LOG-END-OFFSET{found}.",
        "Capture `kafka-consumer-groups.sh --describe --group GROUP`, with a line from `date -u +%FT%TZ` before each.",
    )
