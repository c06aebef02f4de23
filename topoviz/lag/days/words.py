"""A report over days in words: as text for a terminal, and as Markdown for a chat or a page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from topoviz.lag.days.report import DaysReport, Figures, Line, Of, Profile
from topoviz.lag.findings.words import duration

MOST_ROWS: Final = 40
"""Rows of a table; the rest is in JSON."""
MOST_DAYS: Final = 14

_KINDS: Final = {Of.SUB_TOPOLOGY: "Sub-topology", Of.TASK: "Task", Of.TOPIC: "Topic"}


@dataclass(frozen=True, slots=True)
class _Table:
    title: str
    heading: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    more: int = 0


def to_text(report: DaysReport) -> str:
    """Write a report for a terminal."""
    parts = [f"{_what(report)}\n"]
    parts += [f"{one.about}: {one.sentence}\n  {one.advice}\n" for one in report.findings]
    for table in _tables(report):
        rows = (table.heading, *table.rows)
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = ["  ".join(map(str.ljust, row, widths)).rstrip() for row in rows]
        parts.append("\n".join((table.title, *lines, *_more(table))) + "\n")
    parts += [f"{sentence}\n" for sentence in _absent(report)]
    return "\n".join(parts)


def to_markdown(report: DaysReport) -> str:
    """Write a report as Markdown."""
    parts = [f"### Lag over {_what(report)}\n"]
    parts += [f"- **{one.about}**: {_plain(one.sentence)} {_plain(one.advice)}" for one in report.findings]
    for table in _tables(report):
        lines = [_row(table.heading), _row(["---"] * len(table.heading)), *map(_row, table.rows)]
        parts.append("\n".join((f"\n#### {table.title}\n", *lines, *(f"\n{one}" for one in _more(table)))))
    parts += [f"\n{_plain(sentence)}" for sentence in _absent(report)]
    return "\n".join(parts) + "\n"


def _what(report: DaysReport) -> str:
    count = "1 day" if len(report.days) == 1 else f"{len(report.days)} days"
    when = report.first_day if report.first_day == report.last_day else f"{report.first_day} to {report.last_day}"
    group = f", of group {report.group}" if report.group is not None else ""
    return f"{count}, {when}{group}; all times are UTC"


def _tables(report: DaysReport) -> Iterator[_Table]:
    for kind, name in _KINDS.items():
        if kind is Of.TOPIC and report.of(Of.SUB_TOPOLOGY):
            continue
        if found := report.of(kind):
            yield _figures_of(name, found, report)
    if partitions := report.of(Of.PARTITION):
        yield _spreads(partitions)
    kind = Of.SUB_TOPOLOGY if report.of(Of.SUB_TOPOLOGY) else Of.TOPIC
    for line in report.lines:
        if line.of is kind:
            yield _days(line, report)
    for profile in report.profiles:
        if profile.of is kind:
            yield _hours(profile)


def _figures_of(name: str, found: Sequence[Figures], report: DaysReport) -> _Table:
    heading = ["Lag", "Waits", "Busiest hour", "At", "In/s", "Out/s", "Stood still", "Moves", "Lag a day", "In a week"]
    compared = report.compared
    if compared is not None:
        heading += [f"Lag {compared.before}", f"Lag {compared.day}"]
    most = sorted(found, key=lambda one: -(one.lag_mean or 0))
    rows = [
        (
            one.name,
            _number(one.lag_mean),
            _seconds(one.wait_seconds),
            _number(one.lag_busiest),
            _hour(one.lag_busiest_at),
            _number(one.produce_rate),
            _number(one.consume_rate),
            _seconds(one.stalled_seconds) if one.stalled_seconds else "-",
            f"{one.moves:,}",
            _signed(one.lag_a_day),
            "?" if one.input_a_week is None else f"{one.input_a_week:+.1%}",
            *(_both(one) if compared is not None else ()),
        )
        for one in most[:MOST_ROWS]
    ]
    return _Table(name, (name, *heading), tuple(rows), len(found) - len(rows))


def _both(one: Figures) -> tuple[str, str]:
    if one.compared is None:
        return "?", "?"
    return _number(one.compared.lag_before), _number(one.compared.lag_now)


def _spreads(partitions: Sequence[Figures]) -> _Table:
    most = sorted(partitions, key=lambda one: -((one.spread.p95 if one.spread else None) or 0))
    rows = [
        (one.name, *map(_number, (one.spread.p50, one.spread.p95, one.spread.p99, one.spread.most)),
         "?" if one.spread.most_at is None else one.spread.most_at)
        for one in most[:MOST_ROWS] if one.spread is not None
    ]  # fmt: skip
    heading = ("Partition", "Lag p50", "p95", "p99", "Most", "At")
    return _Table("Lags of all samples", heading, tuple(rows), len(partitions) - len(rows))


def _days(line: Line, report: DaysReport) -> _Table:
    rows = [
        (day.day, *map(_number, cells), f"{day.hours}")
        for day, *cells in zip(
            report.days, line.lag, line.lag_busiest, line.produce_rate, line.consume_rate, strict=True
        )
    ]
    heading = ("Day", "Lag", "Busiest hour", "In/s", "Out/s", "Hours")
    return _Table(
        f"{_KINDS[line.of]} {line.name} by day", heading, tuple(rows[-MOST_DAYS:]), max(len(rows) - MOST_DAYS, 0)
    )


def _hours(profile: Profile) -> _Table:
    rows = tuple(
        (f"{one.hour:02}:00", *map(_number, (one.lag, one.produce_rate, one.consume_rate)), f"{one.busiest_on}")
        for one in profile.hours
    )
    heading = ("Hour", "Lag", "In/s", "Out/s", "Days it was the busiest")
    return _Table(f"{_KINDS[profile.of]} {profile.name} by hour of the day", heading, rows)


def _absent(report: DaysReport) -> Iterator[str]:
    for words, names in (
        ("Not read by this topology", report.topics_not_read),
        ("Not in the history", report.topics_not_in_history),
    ):
        if names:
            yield f"{words}: {', '.join(names)}"


def _more(table: _Table) -> tuple[str, ...]:
    return (f"… and {table.more:,} more, in JSON",) if table.more else ()


def _number(value: float | None) -> str:
    if value is None:
        return "?"
    return f"{value:,.0f}" if abs(value) >= 10 or float(value).is_integer() else f"{value:,.1f}"


def _signed(value: float | None) -> str:
    return "?" if value is None else f"{value:+,.0f}" if abs(value) >= 10 else f"{value:+.1f}"


def _seconds(value: float | None) -> str:
    return "?" if value is None else duration(value)


def _hour(moment: str | None) -> str:
    return "?" if moment is None else f"{moment[:10]} {moment[11:16]}"


_MARKDOWN: Final = str.maketrans({sign: f"\\{sign}" for sign in "\\|*_<>[]#"})


def _plain(text: str) -> str:
    return text.translate(_MARKDOWN).replace("`", "'")


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cell if set(cell) == {'-'} else _plain(cell) for cell in cells)} |"
