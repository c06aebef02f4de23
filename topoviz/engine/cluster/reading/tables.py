"""Tables as Kafka's commands print them: a line of headings, then a line for each member, padded with blanks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

_NO_VALUE: Final = ("", "-")


@dataclass(frozen=True, slots=True)
class Row:
    """The cells of a line by their headings; a cell without a value is empty."""

    cells: dict[str, str]
    line: int

    def __getitem__(self, heading: str) -> str:
        return self.cells.get(heading, "")


def is_heading(line: str, wanted: Sequence[str]) -> bool:
    """Tell whether a line has all these headings."""
    return set(wanted) <= set(line.split())


def read_rows(lines: Sequence[str], wanted: Sequence[str]) -> Iterator[Row]:
    """Give the rows below each line of headings that has the wanted ones, up to the next empty line."""
    headings: list[str] = []
    starts: list[int] = []
    for number, line in enumerate(lines, 1):
        if is_heading(line, wanted):
            headings = line.split()
            starts = [line.index(heading) for heading in headings]
        elif not line.strip():
            headings = []
        elif headings:
            yield Row(dict(zip(headings, _cells(line, starts), strict=False)), number)


def _cells(line: str, starts: Sequence[int]) -> list[str]:
    """Cut a line where its headings begin; where blanks were lost on the way, by the blanks that are left."""
    is_padded = all(start == 0 or start > len(line) or line[start - 1] == " " for start in starts)
    if is_padded and len(line) > starts[-1]:
        ends = [*starts[1:], len(line)]
        cells = [line[start:end].strip() for start, end in zip(starts, ends, strict=True)]
    else:
        cells = line.split(None, len(starts) - 1)
    return ["" if cell in _NO_VALUE else cell for cell in cells]
