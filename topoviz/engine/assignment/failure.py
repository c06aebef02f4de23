"""That Kafka Streams itself fails where it should assign tasks, with its exception."""

from __future__ import annotations


class AssignmentFails(Exception):
    """Kafka Streams throws instead of assigning; the message is a sentence for the user.

    `exception` is the name of Java's class, and `words` its message, word for word.
    """

    def __init__(self, exception: str, words: str, sentence: str) -> None:
        """Keep what Kafka says beside what it means."""
        super().__init__(f"{sentence} Kafka Streams throws {exception}: {words}")
        self.exception = exception
        self.words = words
