"""Taking in all files of a history: each is kept under a name of ours, and what is not our table becomes one."""

from __future__ import annotations

import csv
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from textwrap import shorten
from typing import Final

from topoviz.lag.bad_history import BadHistory
from topoviz.lag.forms import burrow, exposition, grafana_csv, jmx_csv, json_rows, prometheus_json
from topoviz.lag.forms.capture import write_rows
from topoviz.lag.forms.columns import TOPICS
from topoviz.lag.forms.model import ROW_COLUMNS, TOPIC_COLUMNS, Kind, Upload
from topoviz.lag.forms.observations import LagRow, Observations
from topoviz.lag.forms.reader import Reading, written_time
from topoviz.lag.forms.thread_times import ThreadTimes
from topoviz.lag.forms.told import Told, times
from topoviz.lag.forms.too_much import too_large
from topoviz.lag.limits import Limits, while_wanted
from topoviz.lag.upload import check, keep

_LONGEST_EXAMPLE: Final = 100
_METRICS: Final[dict[Kind, Callable[[Reading], None]]] = {
    Kind.PROMETHEUS: prometheus_json.read,
    Kind.EXPOSITION: exposition.read,
    Kind.BURROW: burrow.read,
    Kind.JMX: jmx_csv.read,
}


@dataclass(frozen=True, slots=True)
class Asked:
    """What the user says beside the files: the group of captures that name none, and the time of a lone look."""

    group: str | None = None
    taken_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Taken:
    """The tables to read, by the number of their file, and what is told of each file.

    The rows that metrics make together are those of the first file that has metrics. `threads` is the table of what
    metrics tell of threads, if they tell anything. `topics` are the tables of what brokers say of topics.
    """

    uploads: dict[int, Upload]
    told: tuple[Told, ...]
    threads: Path | None = None
    topics: dict[int, Upload] = field(default_factory=dict)


def take_in(
    files: Sequence[Path], work: Path, asked: Asked, limits: Limits, is_wanted: Callable[[], bool] = lambda: True
) -> Taken:
    """Take in the files, in order; raises BadHistory with the number of the file where there are several."""
    observations, threads = Observations(limits), ThreadTimes(limits)
    uploads: dict[int, Upload] = {}
    topics: dict[int, Upload] = {}
    all_told = [Told() for _ in files]
    first_metrics: int | None = None
    for number, path in enumerate(files):
        try:
            kept = keep(check(path, limits), work / f"file-{number}", limits, is_wanted)
            tables = topics if kept.table is TOPICS else uploads
            if kept.kind in (Kind.CSV, Kind.PARQUET):
                tables[number] = kept
            elif kept.kind is Kind.CAPTURE:
                rows = work / f"rows-{number}"
                written = write_rows(kept, rows, asked.group, is_wanted, asked.taken_at, limits)
                all_told[number] = written.told
                if written.rows is not None:
                    uploads[number] = written.rows
                if written.topics is not None:
                    topics[number] = written.topics
            elif kept.kind in (Kind.JSON_LINES, Kind.JSON_ROWS):
                tables[number] = _json_rows(kept, work / f"rows-{number}", all_told[number], limits, is_wanted)
            else:
                reading = Reading(kept.path, observations, threads, all_told[number], limits, asked.taken_at, is_wanted)
                _read_metrics(kept, reading)
                first_metrics = number if first_metrics is None else first_metrics
        except BadHistory as bad:
            raise _of_file(bad, number, len(files)) from bad
    if threads.count and not observations.count and not uploads:
        raise threads.alone()
    # Where metrics tell of threads alone, the offsets stand in another file.
    if first_metrics is not None and (observations.count or not threads.count):
        _refuse_if_all_rejected(observations, all_told)
        rows = work / f"rows-{first_metrics}"
        uploads[first_metrics] = _joined(observations, rows, all_told[first_metrics], limits, is_wanted)
    of_threads = _threads(threads, work / "threads", is_wanted)
    return Taken(dict(sorted(uploads.items())), tuple(all_told), of_threads, topics)


def _threads(threads: ThreadTimes, target: Path, is_wanted: Callable[[], bool]) -> Path | None:
    if not threads.count:
        return None
    threads.write(target, is_wanted)
    return target


def _read_metrics(kept: Upload, reading: Reading) -> None:
    if kept.kind is Kind.GRAFANA:
        grafana_csv.read(reading, kept.separator)
    else:
        _METRICS[kept.kind](reading)


def _refuse_if_all_rejected(observations: Observations, all_told: Sequence[Told]) -> None:
    reasons = [(count, reason, told) for told in all_told for reason, count in told.kept.counts.items()]
    if observations.count or not reasons:
        return
    count, reason, told = max(reasons, key=lambda one: one[0])
    _, text = told.kept.examples[reason][0]
    raise BadHistory(
        "no-good-rows",
        f"No series of the metrics can be used; {times(count, 'time')} {reason}, such as "
        f'"{shorten(text, _LONGEST_EXAMPLE, placeholder=" …")}".',
        "Export the metrics themselves, without functions such as sum and rate, and with all labels: in Grafana that "
        "is the legend Verbose.",
    )


def _json_rows(kept: Upload, target: Path, told: Told, limits: Limits, is_wanted: Callable[[], bool]) -> Upload:
    with target.open("w", encoding="utf-8", newline="") as file:
        write = csv.writer(file, lineterminator="\n").writerow
        if kept.kind is Kind.JSON_LINES:
            json_rows.read_lines(kept, write, told, is_wanted)
        else:
            json_rows.read_objects(kept, write, told, limits, is_wanted)
    if told.rows > limits.max_rows:
        raise too_large(f"{told.rows:,} rows", f"{limits.max_rows:,}")
    return Upload(target, Kind.CSV, TOPIC_COLUMNS if kept.table is TOPICS else ROW_COLUMNS, table=kept.table)


def _joined(
    observations: Observations, target: Path, told: Told, limits: Limits, is_wanted: Callable[[], bool]
) -> Upload:
    with target.open("w", encoding="utf-8", newline="") as file:
        write = csv.writer(file, lineterminator="\n").writerow
        for row in while_wanted(observations.rows(), is_wanted):
            told.rows += 1
            if told.rows > limits.max_rows:
                raise too_large("more rows", f"{limits.max_rows:,}")
            cells = _cells(row)
            write(["", " ".join(cells), *cells])
    told.more.extend(observations.notes())
    return Upload(target, Kind.CSV, ROW_COLUMNS)


def _cells(row: LagRow) -> list[str]:
    return [
        written_time(row.micros),
        row.group,
        row.topic,
        row.partition,
        str(row.end),
        "" if row.committed is None else str(row.committed),
        row.client_id,
        row.host,
    ]


def _of_file(bad: BadHistory, number: int, count: int) -> BadHistory:
    return bad if count == 1 else BadHistory(bad.code, f"File {number + 1} of {count}: {bad.sentence}", bad.next_step)
