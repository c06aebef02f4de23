"""What is wrong with a text that somebody wrote for us, or copied from a command or a log."""

from __future__ import annotations

from typing import ClassVar


class BadText(ValueError):
    """The text is not what it should be; the message says in a sentence which line and why.

    `line` is counted from 1, None where no line is to blame. Each kind of text has a class of its own; its `thing`
    is what the text should describe, such as `cluster`.
    """

    thing: ClassVar[str]

    def __init__(self, line: int | None, why: str) -> None:
        place = f"The {self.thing}" if line is None else f"Line {line} of the {self.thing}"
        super().__init__(f"{place} {why}")
        self.line = line
