"""What is wrong with a text that should describe a cluster."""

from __future__ import annotations


class BadCluster(ValueError):
    """The text describes no cluster; the message says in a sentence which line and why.

    `line` is counted from 1, None where no line is to blame.
    """

    def __init__(self, line: int | None, why: str) -> None:
        place = "The cluster" if line is None else f"Line {line} of the cluster"
        super().__init__(f"{place} {why}")
        self.line = line
