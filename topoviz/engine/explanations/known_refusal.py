"""A message of Kafka Streams that has an explanation in plain words."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class KnownRefusal:
    """A message that Kafka Streams throws, as a pattern, with its meaning and the way out.

    `meaning` and `advice` may use the groups of the pattern, which stand for names.
    """

    id: str
    pattern: str
    meaning: str
    advice: str
    reference: str
