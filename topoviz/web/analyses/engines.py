"""The engine's processes that a worker keeps: a spare one, and those of the analyses that were asked about last.

Starting one takes longer than most answers, and so may analyzing a submission once more for each drawing of it. What
one submission does to its process still never meets another.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from contextlib import contextmanager

from topoviz.web.analyses.engine_process import EngineProcess
from topoviz.web.analyses.engine_starts import STARTS


class Engines:
    """What one worker keeps, if it keeps any."""

    def __init__(self) -> None:
        self._is_keeping = False
        self._most_used = 0
        self._spare: EngineProcess | None = None
        self._used: dict[uuid.UUID, EngineProcess] = {}

    def keep(self, used: int) -> None:
        """Start a spare one now, and another each time one was used; keep so many used ones for more questions."""
        self._is_keeping, self._most_used = True, used
        self.replace()

    def take(self, analysis: uuid.UUID) -> EngineProcess:
        """Give the one that knows this analysis, else the spare one, or start one."""
        known = _living(self._used.pop(analysis, None))
        if known is not None:
            return known
        spare, self._spare = self._spare, None
        return _living(spare) or EngineProcess()

    def put_back(self, analysis: uuid.UUID, process: EngineProcess) -> None:
        """Keep a process for more questions about its analysis, and end the one that nobody asked for longest."""
        self._used[analysis] = process
        while len(self._used) > self._most_used:
            self._used.pop(next(iter(self._used))).end()

    def replace(self) -> None:
        """Start a spare one, unless there is one already or none is kept."""
        if self._is_keeping and self._spare is None:
            self._spare = EngineProcess()

    def end(self) -> None:
        """End all of them."""
        for process in (*self._used.values(), self._spare):
            if process is not None:
                process.end()
        self._used, self._spare = {}, None


ENGINES = Engines()


def get_ready() -> None:
    """Start a process now that somebody will ask in a while; it is ready then."""
    ENGINES.keep(1)


def end_all() -> None:
    """End all that are kept, and what they are forked from, until somebody gets ready again."""
    ENGINES.end()
    STARTS.end()


@contextmanager
def engine(analysis: uuid.UUID) -> Iterator[EngineProcess]:
    """Give a process for an analysis; `has_submission` says whether it knows it. None is left of it after a failure."""
    process = ENGINES.take(analysis)
    try:
        yield process
    except BaseException:
        process.end()
        raise
    else:
        ENGINES.put_back(analysis, process)
    finally:
        ENGINES.replace()


def _living(process: EngineProcess | None) -> EngineProcess | None:
    """Give a process that runs; one that has ended is cleared away."""
    if process is None or process.is_alive():
        return process
    process.end()
    return None
