"""A `throw` of the program on its way to a handler."""

from __future__ import annotations

from typing import Final

from topoviz.engine.source import Origin

NO_MESSAGE: Final = "it has no message"
"""What stands for the message of an exception that Java throws without one."""


class ProgramThrows(Exception):
    """The program throws an exception of its own: the class by its simple name, and the message if it is known."""

    def __init__(self, exception: str, message: str | None, origin: Origin) -> None:
        super().__init__(exception)
        self.exception = exception
        self.message = message
        self.origin = origin
