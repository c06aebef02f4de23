"""What somebody says of the machines and of the records of an application, as far as they do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

MOST_CPUS: Final = 4096
MOST_RECORD_BYTES: Final = 2**30
MOST_RECORD_MS: Final = 86_400_000
"""More than these nobody means."""


@dataclass(frozen=True, slots=True)
class Given:
    """The CPUs of one instance, the bytes of one record with its key, and the milliseconds that one record takes.

    The time is that on a CPU of its own, with all that is done for the record in one task. None is not said.
    """

    cpus: int | None = None
    record_bytes: int | None = None
    record_ms: float | None = None
