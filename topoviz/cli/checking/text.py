"""What a check says at the terminal and in the log of a build: short, the verdict first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from topoviz.cli.checking.report import Checked, Report, size_words, why_it_fails
from topoviz.cli.messages import printable
from topoviz.engine.changes.finding import Level
from topoviz.rendering.changes.text import change_to_text
from topoviz.rendering.changes.words import level_of
from topoviz.rendering.words import counted

MOST_LINES: Final = 60
"""Of all changes together, in a log that people get through."""
_MOST: Final = 20
"""Topologies of a list."""
_OPTIONS: Final = {
    3: "Without --require-certain it passes.",
    4: "--fail-on says another level, and --allow-unknown passes what nobody can tell.",
    6: "Without --require-server it passes.",
}


def to_text(report: Report, *, is_whole: bool = False) -> str:
    """Print the changes, the worst first, or how large each topology is; then what it was compared with."""
    changed = sorted((one for one in report.checked if one.reported is not None), key=lambda one: -_level(one))
    lines = [report.trouble] if report.trouble else []
    lines += _changes(changed, None if is_whole else MOST_LINES, is_one=len(report.checked) == 1)
    alone = [one for one in report.checked if one.reported is None]
    lines += [f"{one.topology.name}: {size_words(one.topology)}." for one in alone[:_MOST]]
    if len(alone) > _MOST:
        lines.append(f"and {len(alone) - _MOST} more.")
    if report.compared_with:
        lines.append(f"Compared with {report.compared_with}.")
    lines += report.notes
    if report.revision:
        lines.append(f"Revision: {report.revision}")
    if why := why_it_fails(report):
        lines.append(f"{why} {_OPTIONS[report.code]}")
    return printable("\n".join(lines) + "\n")


def _changes(changed: Sequence[Checked], most: int | None, *, is_one: bool) -> Iterator[str]:
    """Give all of the first, and of the others as much as there is room for: at least the verdict."""
    room = most
    for one in changed:
        assert one.reported is not None
        if not is_one:
            yield f"# {one.topology.name}"
        lines = change_to_text(one.reported.document).splitlines()
        shown = lines if room is None else lines[: max(room, 1)]
        yield from shown
        if len(shown) < len(lines):
            yield f"… {counted(len(lines) - len(shown), 'line')} more; --verbose prints all."
        room = None if room is None else max(0, room - len(shown))


def _level(one: Checked) -> Level:
    return Level.COMPATIBLE if one.reported is None else level_of(one.reported.document)
