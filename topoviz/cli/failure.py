"""Wrong usage and unreadable input."""

from __future__ import annotations


class Failure(Exception):
    """Ends a command with exit code 2; the message is a sentence for the user."""
