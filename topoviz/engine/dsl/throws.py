"""A `throw` of the program on its way to a handler."""

from __future__ import annotations

from typing import Final

from topoviz.engine.dsl.values import Value
from topoviz.engine.refusal import Why
from topoviz.engine.source import Origin

NO_MESSAGE: Final = "it has no message"
"""What stands for the message of an exception that Java throws without one."""


class ProgramThrows(Exception):
    """The program throws an exception: the class by its simple name, the message if it is known, and the object.

    What the engine throws in the library's place has no object before somebody catches it.
    """

    def __init__(
        self, code: Why, exception: str, message: str | None, origin: Origin, value: Value | None = None
    ) -> None:
        super().__init__(exception)
        self.code = code
        self.exception = exception
        self.message = message
        self.origin = origin
        self.value = value
