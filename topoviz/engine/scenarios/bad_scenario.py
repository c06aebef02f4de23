"""What is wrong with a text that should describe a scenario."""

from __future__ import annotations


class BadScenario(ValueError):
    """The text describes no scenario; the message says in a sentence which line and why.

    `line` is counted from 1, None where no line is to blame.
    """

    def __init__(self, line: int | None, why: str) -> None:
        place = "The scenario" if line is None else f"Line {line} of the scenario"
        super().__init__(f"{place} {why}")
        self.line = line
