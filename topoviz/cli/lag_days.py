"""`topoviz lag append` and `topoviz lag days`: a history day by day, and a report over many days."""

from __future__ import annotations

import re
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import Any, Final

from topoviz.cli import lag_spark
from topoviz.cli.failure import Failure
from topoviz.cli.lag_days_text import to_markdown, to_text
from topoviz.cli.messages import printable
from topoviz.cli.session import print_json

_DAY: Final = re.compile(r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])")


def add_append(command: ArgumentParser) -> None:
    """The arguments of `append`."""
    command.add_argument(
        "histories", nargs="+", metavar="FILE",
        help="as for analyze; also a folder, an s3a:// or hdfs:// place, or table:NAME",
    )  # fmt: skip
    command.add_argument("--to", required=True, metavar="FOLDER", help="where days are kept: a folder or such a place")
    command.add_argument("--day", metavar="DATE", help="take this day of it alone, such as 2026-11-27, by UTC")
    command.add_argument(
        "--replace", action="store_true", help="replace a day also where more samples of it are kept than come now"
    )
    command.add_argument("--application-id", metavar="ID", help="the group of captures that name none")
    command.add_argument("--taken-at", metavar="TIME", help="when a single look was taken that has no time of its own")


def add_days(command: ArgumentParser) -> None:
    """The arguments of `days` but those that every report has."""
    command.add_argument("folder", metavar="FOLDER", help="where append keeps days")
    command.add_argument("--from", dest="first", metavar="DATE", help="the first day (default: the oldest)")
    command.add_argument("--until", dest="last", metavar="DATE", help="the last day (default: the newest)")
    command.add_argument("--day", metavar="DATE", help="the day that is compared (default: the last)")
    command.add_argument(
        "--against", metavar="DATE",
        help="the day that it is compared with (default: a week before it, or else the day before it)",
    )  # fmt: skip


def append(options: Namespace) -> int:
    """Keep the days of a history; raises Failure."""
    lag_spark.need_spark()
    _check_days(options.day)
    files, sources = lag_spark.files_and_sources(options.histories)
    taken_at, limits = lag_spark.time_of(options.taken_at), lag_spark.without_limits()
    lag = lag_spark.modules("days.append", "upload")
    with lag_spark.failing_lag():
        for file in files:
            lag["upload"].check(file, limits)
        with lag_spark.session(files, sources) as (spark, shared):
            done = lag["days.append"].append_days(
                spark,
                _place(options.to),
                files,
                sources,
                day=options.day,
                even_fewer=options.replace,
                group=options.application_id,
                taken_at=taken_at,
                progress=lag_spark.progress,
                limits=limits,
                shared=shared,
            )
    for day in done.days:
        before = "" if day.samples_before is None else f", in place of {day.samples_before:,}"
        print(f"{day.day}: {day.samples:,} samples of {day.partitions:,} partitions{before}")
    if done.rejected:
        count, one = ("1 row", "") if done.rejected == 1 else (f"{done.rejected:,} rows", "one ")
        because = f", {one}because {done.rejected_because}" if done.rejected_because else ""
        print(printable(f"rejected: {count}{because}."), file=sys.stderr)
    return 3 if done.rejected else 0


def report(options: Namespace) -> int:
    """Print the report over days; raises Failure."""
    lag_spark.need_spark()
    for day in (options.first, options.last, options.day, options.against):
        _check_days(day)
    code, analyzed, analysis = lag_spark.topology_of(options)
    counts = lag_spark.counts_of(options)
    lag = lag_spark.modules("days.make", "onto_topology")
    placement = lag["onto_topology"].placement_of(analyzed, options.application_id, counts, analysis.behaviours)
    with lag_spark.failing_lag(), lag_spark.session() as (spark, _):
        made = lag["days.make"].report_days(
            spark,
            _place(options.folder),
            placement,
            first=options.first,
            last=options.last,
            day=options.day,
            against=options.against,
            limits=lag_spark.without_limits(),
        )
    _print(made, options.format)
    for sentence in made.unsure:
        print(f"unsure: {printable(sentence)}", file=sys.stderr)
    return 3 if made.unsure else code


def _print(made: Any, form: str) -> None:
    if form == "json":
        print_json([made.to_json()])
    else:
        write = to_markdown if form == "markdown" else to_text
        sys.stdout.write(printable(write(made.to_json())))


def _place(name: str) -> str:
    """Name a folder of this machine so that it does not hang on where the command runs."""
    return name.rstrip("/") if "://" in name else str(Path(name).resolve())


def _check_days(day: str | None) -> None:
    if day is not None and not _DAY.fullmatch(day):
        raise Failure(f"{printable(day)} is no day; write it as 2026-11-27.")
