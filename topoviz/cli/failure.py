"""Wrong usage and unreadable input."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


class Failure(Exception):
    """Ends a command with exit code 2; the message is a sentence for the user."""


@contextmanager
def failing(*kinds: type[Exception]) -> Iterator[None]:
    """Let exceptions whose messages are sentences for the user end the command."""
    try:
        yield
    except kinds as error:
        raise Failure(str(error)) from error
