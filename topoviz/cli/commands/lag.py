"""`topoviz lag`: take a history of consumer lag, or measure one and lay it onto the tasks of a topology.

Spark is asked for only here, and only once the files can be read, so that every other command does without it.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from topoviz.cli import lag_capture
from topoviz.cli.failure import Failure, failing
from topoviz.cli.messages import printable
from topoviz.cli.reading import read_text
from topoviz.cli.session import analyze_files, choose, exit_code, print_json
from topoviz.engine.results import AnalyzedTopology
from topoviz.engine.tasks.reading_counts import BadPartitionCounts, read_partition_counts


def run(options: Namespace) -> int:
    """Take a history, or print the report of one; raises Failure."""
    return lag_capture.run(options) if options.action == "capture" else _print_report(options)


def _print_report(options: Namespace) -> int:
    """Print the report of a history; raises Failure when it cannot be read or Spark is not there."""
    if importlib.util.find_spec("pyspark") is None:
        raise Failure("Lag reports need Spark. Install it with: pip install 'topoviz[spark]'")
    code, analyzed = _topology(options)
    counts = _counts(options)
    report = _analyze(options, analyzed, counts)
    if options.format == "json":
        print_json([report.to_json()])
    else:
        sys.stdout.write(_to_text(report))
    for sentence in report.unsure:
        print(f"unsure: {printable(sentence)}", file=sys.stderr)
    for sentence in report.notes:
        print(f"note: {printable(sentence)}", file=sys.stderr)
    _tell_rejected(report)
    return 3 if report.unsure or report.rows.rejected else code


def _topology(options: Namespace) -> tuple[int, AnalyzedTopology]:
    """Analyze the files of the topology, of which there must be one, and one topology in them."""
    analysis = analyze_files(options)
    shown = choose(analysis, options)
    code = exit_code(analysis, shown)
    if code in (1, 2):
        raise Failure("There is no topology to lay the history onto; see above.")
    if len(shown) != 1:
        names = ", ".join(one.name for one in shown) or "none"
        raise Failure(f"The files make several topologies, {names}; choose one with --name.")
    return code, shown[0]


def _counts(options: Namespace) -> dict[str, int]:
    if options.partitions is None:
        return {}
    with failing(BadPartitionCounts):
        return dict(read_partition_counts(read_text(options.partitions)).counts)


def _analyze(options: Namespace, analyzed: AnalyzedTopology, counts: dict[str, int]) -> Any:
    """Check the files, then start Spark and run the job; every way in which that fails becomes a sentence."""
    lag = {
        name: importlib.import_module(f"topoviz.lag.{name}")
        for name in (
            "bad_history",
            "forms.capture_lines",
            "in_place",
            "java",
            "jobs.analyze",
            "limits",
            "onto_topology",
            "session",
            "spark_failed",
            "upload",
        )
    }
    files = [Path(name) for name in options.histories if not lag["in_place"].is_in_place(name)]
    sources = [lag["in_place"].Source(name) for name in options.histories if lag["in_place"].is_in_place(name)]
    limits = lag["limits"].Limits(max_bytes=1 << 40, max_rows=1 << 40, seconds=24 * 3600.0)
    failures = (
        lag["bad_history"].BadHistory,
        lag["java"].NoJava,
        lag["limits"].TookTooLong,
        lag["spark_failed"].SparkFailed,
        OSError,
    )
    instant = lag["forms.capture_lines"].time_stamp(options.taken_at or "")
    if options.taken_at and instant is None:
        raise Failure("--taken-at is no time; write it as 2026-03-02T10:00:00Z.")
    taken_at = instant.time if instant is not None else None
    try:
        for file in files:
            lag["upload"].check(file, limits)
        placement = lag["onto_topology"].placement_of(analyzed, options.application_id, counts)
        spark = lag["session"].spark_session()
        settings = lag["session"].SessionSettings.from_environment()
        try:
            return lag["jobs.analyze"].analyze_history(
                spark,
                files,
                placement,
                progress=_progress,
                limits=limits,
                rejected_to=_rejected_to(options),
                taken_at=taken_at,
                sources=sources,
                shared=settings.work,
            )
        finally:
            lag["session"].stop_session()
    except failures as error:
        raise Failure(printable(str(error))) from error


def _rejected_to(options: Namespace) -> Path | None:
    return Path(options.rejected) if options.rejected else None


def _progress(stage: str) -> None:
    if sys.stderr.isatty():
        print(f"{stage} …", file=sys.stderr)


def _to_text(report: Any) -> str:
    lines = [f"{report.verdict.value}\n\n"]
    lines += [f"{one.kind.value}: {one.sentence}\n  {one.advice}\n" for one in report.findings]
    lines += [f"\nCannot be seen: {sentence}" for sentence in report.sight.cannot_show]
    lines.append("\n" if report.sight.cannot_show else "")
    lines += map(_advice, report.advice)
    if report.tasks:
        heading = ("Task", "Verdict", "Lag", "Share", "Slope/s", "In/s", "Out/s", "Caught up in", "Client")
        lines.append("\n" + _table((heading, *(_row(task) for task in report.tasks))))
    if report.topics_not_read:
        topics = ", ".join(dict.fromkeys(topic for _, topic in report.topics_not_read))
        lines.append(f"\nNot read by this topology: {topics}\n")
    if report.topics_not_in_history:
        lines.append(f"\nNot in the history: {', '.join(report.topics_not_in_history)}\n")
    return printable("".join(lines))


def _advice(one: Any) -> str:
    """Write what could be done, with its tables and its arithmetic."""
    lines = [f"\nAdvice, {one.kind.value}: {one.sentence}\n  {one.next_step}\n"]
    lines += [f"\n{_table((table.columns, *table.rows))}\n" for table in one.tables]
    lines += [f"  = {step}\n" for step in one.arithmetic]
    lines += [f"  rests on: {sentence}\n" for sentence in one.rests_on]
    return "".join(lines)


def _row(task: Any) -> tuple[str, ...]:
    return (
        task.task,
        task.verdict.value,
        _number(task.lag_last),
        "?" if task.lag_share is None else f"{task.lag_share:.0%}",
        _number(task.lag_slope),
        _number(task.produce_rate),
        _number(task.consume_rate),
        "-" if task.catch_up_seconds is None else f"{task.catch_up_seconds:,.0f} s",
        task.client_id or "-",
    )


def _number(value: int | float | None) -> str:
    if value is None:
        return "?"
    return f"{value:,}" if isinstance(value, int) else f"{value:,.1f}"


def _table(rows: Sequence[tuple[str, ...]]) -> str:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    return "\n".join(lines) + "\n"


def _tell_rejected(report: Any) -> None:
    """Say how many rows were kept aside and why, with the first of each kind."""
    for one in report.rows.rejected_by_reason:
        example = next(iter(one.examples), None)
        where = "" if example is None or example.line is None else f", first in line {example.line}"
        print(f"rejected: {_rows(one.count)}: {one.reason}{where}.", file=sys.stderr)
    if report.rows.duplicates:
        print(f"note: not used, because they repeat an instant: {_rows(report.rows.duplicates)}.", file=sys.stderr)


def _rows(count: int) -> str:
    return "1 row" if count == 1 else f"{count:,} rows"
