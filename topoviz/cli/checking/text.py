"""What a check says at the terminal and in the log of a build: short, the verdict first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from topoviz.cli.checking.report import Checked, Report, size_words
from topoviz.cli.messages import printable
from topoviz.engine.changes.finding import Level
from topoviz.rendering.changes.text import change_to_text
from topoviz.rendering.changes.words import level_of

_MOST: Final = 20
"""Topologies of a list."""


def to_text(report: Report) -> str:
    """Print the changes, or how large each topology is, then what it was compared with."""
    return printable("\n".join(_lines(report)) + "\n")


def _lines(report: Report) -> Iterator[str]:
    if report.trouble:
        yield report.trouble
    is_one = len(report.checked) == 1
    for one in sorted(report.checked, key=lambda one: -_level(one)):
        if one.reported is None:
            continue
        if not is_one:
            yield f"# {one.topology.name}"
        yield from change_to_text(one.reported.document).splitlines()
    alone = [one for one in report.checked if one.reported is None]
    for one in alone[:_MOST]:
        yield f"{one.topology.name}: {size_words(one.topology)}."
    if len(alone) > _MOST:
        yield f"and {len(alone) - _MOST} more."
    if report.compared_with:
        yield f"Compared with {report.compared_with}."
    yield from report.notes
    if report.revision:
        yield f"Revision: {report.revision}"


def _level(one: Checked) -> Level:
    return Level.COMPATIBLE if one.reported is None else level_of(one.reported.document)
