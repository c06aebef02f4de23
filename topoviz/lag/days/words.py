"""A report over days in words, from its JSON: its tables, and what is beside them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

from topoviz.lag.days.report import Of
from topoviz.lag.findings.words import duration

Json = dict[str, Any]

MOST_ROWS: Final = 40
"""Rows of a table; the rest is in JSON."""
MOST_DAYS: Final = 14

_KINDS: Final = {Of.SUB_TOPOLOGY: "Sub-topology", Of.TASK: "Task", Of.TOPIC: "Topic"}


@dataclass(frozen=True, slots=True)
class Table:
    """A table with its title; `more` rows are not in it. One that is long `folds` on a page."""

    title: str
    heading: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    more: int = 0
    folds: bool = False


def what(report: Json) -> str:
    """Say of how many days and of which group a report is."""
    first, last, group = report["first_day"], report["last_day"], report["group"]
    count = "1 day" if len(report["days"]) == 1 else f"{len(report['days'])} days"
    when = first if first == last else f"{first} to {last}"
    return f"{count}, {when}{'' if group is None else f', of group {group}'}; lag is in records, times are UTC"


def tables(report: Json) -> Iterator[Table]:
    """Give the tables of a report, those of the largest parts first."""
    by_kind = {kind: [one for one in report["figures"] if one["of"] == kind] for kind in Of}
    largest = Of.SUB_TOPOLOGY if by_kind[Of.SUB_TOPOLOGY] else Of.TOPIC
    for kind, name in _KINDS.items():
        if by_kind[kind] and (kind is not Of.TOPIC or largest is Of.TOPIC):
            yield _figures_of(name, by_kind[kind], report["compared"])
    if by_kind[Of.PARTITION]:
        yield _spreads(by_kind[Of.PARTITION])
    yield from (_days(line, report["days"]) for line in report["lines"] if line["of"] == largest)
    yield from (_hours(profile) for profile in report["profiles"] if profile["of"] == largest)


def absent(report: Json) -> Iterator[str]:
    """Say which topics only the topology has, and which only the history."""
    for words, names in (
        ("Not read by this topology", report["topics_not_read"]),
        ("Not in the history", report["topics_not_in_history"]),
    ):
        if names:
            yield f"{words}: {', '.join(names)}"


def _figures_of(name: str, found: Sequence[Json], compared: Json | None) -> Table:
    compared_days = () if compared is None else (f"Lag {compared['before']}", f"Lag {compared['day']}")
    heading = ("Lag", *compared_days, "Waits", "Busiest hour", "At", "In/s", "Out/s", "Stood still", "Moves",
               "Lag grows a day", "In grows a week")  # fmt: skip
    most = sorted(found, key=lambda one: -(one["lag_mean"] or 0))
    rows = [
        (
            str(one["name"]),
            _number(one["lag_mean"]),
            *(_both(one) if compared is not None else ()),
            _seconds(one["wait_seconds"]),
            _number(one["lag_busiest"]),
            _hour(one["lag_busiest_at"]),
            _number(one["produce_rate"]),
            _number(one["consume_rate"]),
            _seconds(one["stalled_seconds"]) if one["stalled_seconds"] else "-",
            f"{one['moves']:,}",
            _signed(one["lag_a_day"]),
            "?" if one["input_a_week"] is None else f"{one['input_a_week']:+.1%}",
        )
        for one in most[:MOST_ROWS]
    ]
    return Table(name, (name, *heading), tuple(rows), len(found) - len(rows))


def _both(one: Json) -> tuple[str, str]:
    both = one["compared"]
    return ("?", "?") if both is None else (_number(both["lag_before"]), _number(both["lag_now"]))


def _spreads(partitions: Sequence[Json]) -> Table:
    known = [one for one in partitions if one["spread"] is not None]
    most = sorted(known, key=lambda one: -(one["spread"]["p95"] or 0))
    rows = [
        (
            str(one["name"]),
            *(_number(one["spread"][name]) for name in ("p50", "p95", "p99", "most")),
            _hour(one["spread"]["most_at"]),
        )
        for one in most[:MOST_ROWS]
    ]
    heading = ("Partition", "Lag p50", "p95", "p99", "Most", "At")
    return Table("Lags of all samples", heading, tuple(rows), len(known) - len(rows))


def _days(line: Json, days: Sequence[Json]) -> Table:
    columns = (line[name] for name in ("lag", "lag_busiest", "produce_rate", "consume_rate"))
    rows = [(day["day"], *map(_number, cells), f"{day['hours']}") for day, *cells in zip(days, *columns, strict=True)]
    heading = ("Day", "Lag", "Busiest hour", "In/s", "Out/s", "Hours")
    title = f"{_KINDS[Of(line['of'])]} {line['name']} by day"
    return Table(title, heading, tuple(rows[-MOST_DAYS:]), max(len(rows) - MOST_DAYS, 0), folds=True)


def _hours(profile: Json) -> Table:
    rows = tuple(
        (
            f"{one['hour']:02}:00",
            *(_number(one[name]) for name in ("lag", "produce_rate", "consume_rate")),
            f"{one['busiest_on']}",
        )
        for one in profile["hours"]
    )
    heading = ("Hour", "Lag", "In/s", "Out/s", "Days it was the busiest")
    return Table(f"{_KINDS[Of(profile['of'])]} {profile['name']} by hour of the day", heading, rows, folds=True)


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
