"""A report over days as text for a terminal, and as Markdown."""

from __future__ import annotations

from collections.abc import Iterator

from topoviz.cli.text_table import text_table
from topoviz.lag.days.words import Json, Table, absent, tables, what
from topoviz.rendering.calculations.markdown import plain, table


def to_text(report: Json) -> str:
    """Write a report for a terminal."""
    parts = [f"{what(report)}\n"]
    parts += [f"{one['about']}: {one['sentence']}\n  {one['advice']}\n" for one in report["findings"]]
    for one in tables(report):
        more = "".join(f"{line}\n" for line in _more(one))
        parts.append(f"{one.title}\n{text_table((one.heading, *one.rows))}{more}")
    parts += [f"{sentence}\n" for sentence in absent(report)]
    return "\n".join(parts)


def to_markdown(report: Json) -> str:
    """Write a report as Markdown."""
    return "\n".join(_markdown(report)) + "\n"


def _markdown(report: Json) -> Iterator[str]:
    yield f"### Lag over {what(report)}\n"
    for one in report["findings"]:
        yield f"- **{one['about']}**: {plain(one['sentence'])} {plain(one['advice'])}"
    for shown in tables(report):
        yield f"\n#### {shown.title}\n"
        yield from table(list(map(plain, shown.heading)), (list(map(plain, row)) for row in shown.rows))
        yield from (f"\n{line}" for line in _more(shown))
    yield from (f"\n{plain(sentence)}" for sentence in absent(report))


def _more(one: Table) -> tuple[str, ...]:
    return (f"… and {one.more:,} more, in JSON",) if one.more else ()
