"""Cards that follow each other, one by one: what runs of steps and chains of sub-topologies are made of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping


def in_a_row(after: Mapping[str, str]) -> Iterator[list[str]]:
    """Give the keys of each row from its first card to its last; `after` leads from a card to the next one."""
    behind_another = set(after.values())
    for first in after:
        if first in behind_another:
            continue
        row = [first]
        while row[-1] in after:
            row.append(after[row[-1]])
        yield row
