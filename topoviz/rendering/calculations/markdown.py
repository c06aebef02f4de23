"""Tables and names in Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence


def plain(text: str) -> str:
    """Keep what a text has from being Markdown, on one line."""
    return "".join(f"\\{letter}" if letter in "\\`*_{}[]<>|#" else letter for letter in text.replace("\n", " "))


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    """Write a table line by line; cells are Markdown already."""
    yield f"| {' | '.join(head)} |"
    yield f"|{'---|' * len(head)}"
    for row in rows:
        yield f"| {' | '.join(row)} |"
