"""A request that waits without a thread: what it waits for, and what it remembers until it is worked on again.

The web server puts a visit into a request's environment. A view that would have to wait says so there, and answers what
there is so far. The server throws that answer away, waits, and has the same request worked on again.
"""

from __future__ import annotations

import time
import uuid
from dataclasses import dataclass, field
from typing import Any, Final

KEY: Final = "topoviz.visit"
"""Where a visit stands in the environment of a request; no header of a client can have this name."""

REFUSED: Final = "topoviz.refused"
"""Where the environment says why a body did not arrive: the code of a problem."""


@dataclass(frozen=True, slots=True)
class Awaited:
    """A job, and the time of the monotonic clock until which somebody waits for its end, or for its result."""

    job: uuid.UUID
    end: float
    until_result: bool = False


@dataclass(frozen=True, slots=True)
class Standing:
    """Whether a job has ended, and whether what it is about has a result already."""

    is_final: bool
    has_result: bool


@dataclass(slots=True)
class Visit:
    """One request. `remembered` is what a view has done already; `last` is what was waited for before this time."""

    began: float = field(default_factory=time.monotonic)
    awaited: Awaited | None = None
    last: Awaited | None = None
    remembered: Any = None
    is_over: bool = False
    """Nobody waits any more, whatever was asked for: the server stops."""

    @property
    def is_again(self) -> bool:
        """Tell whether the request was worked on before."""
        return self.last is not None

    def take_awaited(self) -> Awaited | None:
        """Give what the request wants to wait for, if it does, and take note that it was asked."""
        awaited, self.awaited = self.awaited, None
        self.last = awaited or self.last
        return awaited
