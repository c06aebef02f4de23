"""How many stream threads an instance has whose text does not say it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

THREADS: Final = "num.stream.threads"


@dataclass(frozen=True, slots=True)
class ThreadCount:
    """`asked` wins over what the text's own settings say, which win over what is `usual`."""

    asked: int | None = None
    usual: int = 1

    def beside(self, of_text: int | None) -> int:
        """Give what holds beside the text's own setting."""
        return self.asked or of_text or self.usual


ONE_THREAD: Final = ThreadCount()
"""What Kafka Streams starts with where nobody says anything."""
