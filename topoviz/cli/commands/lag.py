"""`topoviz lag`: take a history of consumer lag, or measure one and lay it onto the tasks of a topology.

Spark is asked for only here, and only once the files can be read, so that every other command does without it.
"""

from __future__ import annotations

import sys
from argparse import Namespace
from pathlib import Path
from typing import Any, Final

from topoviz.cli import lag_capture, lag_days, lag_spark
from topoviz.cli.lag_markdown import report_to_markdown
from topoviz.cli.lag_topics import topics_text
from topoviz.cli.messages import printable
from topoviz.cli.session import print_json
from topoviz.cli.text_table import text_table
from topoviz.engine.advice.of_topology import advise_on
from topoviz.engine.results import Analysis, AnalyzedTopology
from topoviz.engine.versions import Behaviours

_LITTLE_SECONDS: Final = 60
"""What waits is little where it is read in so long."""


def run(options: Namespace) -> int:
    """Take a history, or print the report of one or of many days; raises Failure."""
    actions = {"capture": lag_capture.run, "append": lag_days.append, "days": lag_days.report}
    return actions.get(options.action, _print_report)(options)


def _print_report(options: Namespace) -> int:
    """Print the report of a history; raises Failure when it cannot be read or Spark is not there."""
    lag_spark.need_spark()
    code, analyzed, analysis = lag_spark.topology_of(options)
    counts = lag_spark.counts_of(options)
    report = _analyze(options, analyzed, analysis.behaviours, counts)
    report = _with_topology(report, analysis, analyzed, counts)
    if options.format == "json":
        print_json([report.to_json()])
    elif options.format == "markdown":
        sys.stdout.write(printable(report_to_markdown(report)))
    else:
        sys.stdout.write(_to_text(report))
    for sentence in report.unsure:
        print(f"unsure: {printable(sentence)}", file=sys.stderr)
    for sentence in report.notes:
        print(f"note: {printable(sentence)}", file=sys.stderr)
    _tell_rejected(report)
    return 3 if report.unsure or report.rows.rejected else code


def _with_topology(report: Any, analysis: Analysis, analyzed: AnalyzedTopology, counts: dict[str, int]) -> Any:
    """Add the advice in which the topology has a say."""
    advice = lag_spark.modules("advice.of_topology")["advice.of_topology"]
    question = advice.question_of(report, counts)
    if question is None or analyzed.topology is None:
        return report
    return advice.with_topology(report, advise_on(analyzed, analysis, question), question)


def _analyze(options: Namespace, analyzed: AnalyzedTopology, behaviours: Behaviours, counts: dict[str, int]) -> Any:
    """Check the files, then start Spark and run the job; every way in which that fails becomes a sentence."""
    files, sources = lag_spark.files_and_sources(options.histories)
    taken_at = lag_spark.time_of(options.taken_at)
    lag = lag_spark.modules("jobs.analyze", "onto_topology", "upload")
    limits = lag_spark.without_limits()
    with lag_spark.failing_lag():
        for file in files:
            lag["upload"].check(file, limits)
        placement = lag["onto_topology"].placement_of(analyzed, options.application_id, counts, behaviours)
        with lag_spark.session(files, sources) as (spark, shared):
            return lag["jobs.analyze"].analyze_history(
                spark,
                files,
                placement,
                progress=lag_spark.progress,
                limits=limits,
                rejected_to=_rejected_to(options),
                taken_at=taken_at,
                sources=sources,
                shared=shared,
            )


def _rejected_to(options: Namespace) -> Path | None:
    return Path(options.rejected) if options.rejected else None


def _to_text(report: Any) -> str:
    lines = [f"{report.verdict.value}\n\n"]
    lines += [f"{one.kind.value}: {one.sentence}\n  {one.advice}\n" for one in report.findings]
    lines += [f"\nCannot be seen: {sentence}" for sentence in report.sight.cannot_show]
    lines.append("\n" if report.sight.cannot_show else "")
    lines += map(_advice, report.advice)
    if report.tasks:
        heading = ("Task", "Verdict", "Lag", "Share", "Slope/s", "In/s", "Out/s", "Caught up in", "Client")
        lines.append("\n" + text_table((heading, *(_row(task) for task in report.tasks))))
    lines += _thread_tables(report)
    lines.append(topics_text(report.topic_history))
    lines += _levels(report)
    lines += [f"\nRepartition topic: {one.sentence}\n" for one in report.amplifications]
    lines += [f"\nTopics of the same tasks: {one.sentence}\n" for one in report.copartitioned]
    if report.hours:
        hours = ("Hour (UTC)", "Days", "In/s", "Most in/s", "Out/s", "Lag", "Most lag")
        lines.append("\n" + text_table((hours, *map(_hour, report.hours))))
    if report.topics_not_read:
        topics = ", ".join(dict.fromkeys(topic for _, topic in report.topics_not_read))
        lines.append(f"\nNot read by this topology: {topics}\n")
    if report.topics_not_in_history:
        lines.append(f"\nNot in the history: {', '.join(report.topics_not_in_history)}\n")
    return printable("".join(lines))


def _advice(one: Any) -> str:
    """Write what could be done, with its tables and its arithmetic."""
    lines = [f"\nAdvice, {one.kind.value}: {one.sentence}\n  {one.next_step}\n"]
    lines += [f"\n{text_table((table.columns, *table.rows))}\n" for table in one.tables]
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
        _caught_up(task),
        task.client_id or "-",
    )


def _thread_tables(report: Any) -> list[str]:
    """Write what threads spent their time on, and how old records are when they are done, where metrics tell it."""
    if not report.threads:
        return []
    heading = ("Instance", "Thread", "Lag", "Code", "Commits", "Waiting", "Punctuators", "ms/record", "ms/commit")
    rows = [
        (
            one.process,
            str(one.thread),
            _number(one.lag_last),
            *map(_share, (one.process_share, one.commit_share, one.poll_share, one.punctuate_share)),
            _number(one.process_latency_ms),
            _number(one.commit_latency_ms),
        )
        for one in sorted(report.threads, key=lambda each: -(each.lag_last or 0))
    ]
    tables = ["\n" + text_table((heading, *rows))]
    if report.end_to_end:
        names = ("Application", "Task", "Node", "Age of records", "At most")
        ages = [(one.application, one.task, one.node, _age(one.average_ms), _age(one.most_ms))
                for one in report.end_to_end]  # fmt: skip
        tables.append("\n" + text_table((names, *ages)))
    return tables


def _share(value: float | None) -> str:
    return "?" if value is None else f"{value:.0%}"


def _age(milliseconds: float | None) -> str:
    return "?" if milliseconds is None else f"{milliseconds:,.0f} ms"


def _caught_up(task: Any) -> str:
    """Lag that comes and goes between two commits, divided by the small difference of two rates, says nothing."""
    if task.lag_last is not None and 0 < task.lag_last < _LITTLE_SECONDS * (task.consume_rate or 0.0):
        return "little waits"
    return "-" if task.catch_up_seconds is None else f"{task.catch_up_seconds:,.0f} s"


def _levels(report: Any) -> list[str]:
    """Write what waits, for how long and how fast it is read: of sub-topologies, instances and threads."""
    levels = (
        ("Sub-topology", [(str(one.sub_topology), one) for one in report.sub_topologies]),
        ("Instance", [(one.process, one) for one in report.instances if one.partitions]),
        ("Thread", [(one.client_id, one) for one in report.thread_lags]),
    )
    return [
        "\n" + text_table(((title, "Lag", "Waits for", "In/s", "Out/s"), *(_level(name, one) for name, one in rows)))
        for title, rows in levels
        if rows
    ]


def _level(name: str, one: Any) -> tuple[str, ...]:
    waits = "?" if one.waiting_seconds is None else f"{one.waiting_seconds:,.0f} s"
    return name, _number(one.lag_last), waits, _number(one.produce_rate), _number(one.consume_rate)


def _hour(one: Any) -> tuple[str, ...]:
    rates = (one.produce_rate, one.produce_rate_max, one.consume_rate)
    lags = (None if one.lag_mean is None else round(one.lag_mean), one.lag_max)
    return f"{one.hour:02}:00", str(one.days), *map(_number, rates), *map(_number, lags)


def _number(value: int | float | None) -> str:
    if value is None:
        return "?"
    return f"{value:,}" if isinstance(value, int) else f"{value:,.1f}"


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
