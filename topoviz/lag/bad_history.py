"""A file that cannot be taken for a lag history, said so that its owner can act."""

from __future__ import annotations


class BadHistory(Exception):
    """What is wrong with a file, and what to do next; `code` names the case for programs."""

    def __init__(self, code: str, sentence: str, next_step: str) -> None:
        """Keep the parts; the message is the two sentences."""
        super().__init__(f"{sentence} {next_step}")
        self.code = code
        self.sentence = sentence
        self.next_step = next_step
