"""Who waits for which jobs: one look at the database serves all of them, and no thread is held."""

from __future__ import annotations

import asyncio
import time
import uuid
from collections.abc import Callable, Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Final

from topoviz.web.visits import Awaited, Standing

FRESH_SECONDS: Final = 1.0
QUICK_PAUSE: Final = 0.03
PAUSE: Final = 0.1
"""Between two looks: the first while somebody has just begun to wait, since most work is done at once."""

MOST_WAITING: Final = 5000
"""How many wait in one process at a time; who comes then is told at once how things stand."""


Look = Callable[[Collection[uuid.UUID]], Mapping[uuid.UUID, Standing]]


@dataclass(eq=False, slots=True)
class _One:
    awaited: Awaited
    since: float
    woken: asyncio.Future[None]


class Waits:
    """All who wait in this process. `look` asks the database, in a thread of its own."""

    def __init__(self, look: Look) -> None:
        self._look = look
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="looks-at-jobs")
        self._all: set[_One] = set()
        self._looking: asyncio.Task[None] | None = None
        self.is_stopping = False

    async def wait(self, awaited: Awaited) -> None:
        """Come back when the job has ended or is no more, when time is up, or when the server stops."""
        if self.is_stopping or len(self._all) >= MOST_WAITING:
            return
        one = _One(awaited, time.monotonic(), asyncio.get_running_loop().create_future())
        self._all.add(one)
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._look_again_and_again())
        try:
            await asyncio.wait((one.woken,), timeout=awaited.end - time.monotonic())
        finally:
            self._all.discard(one)

    def stop(self) -> None:
        """Wake everybody, and let nobody wait any more."""
        self.is_stopping = True
        for one in self._all:
            _wake(one)

    async def _look_again_and_again(self) -> None:
        loop = asyncio.get_running_loop()
        while self._all:
            newest = max(one.since for one in self._all)
            await asyncio.sleep(QUICK_PAUSE if time.monotonic() - newest < FRESH_SECONDS else PAUSE)
            asked = list(self._all)
            found = await loop.run_in_executor(self._thread, self._look, {one.awaited.job for one in asked})
            for one in asked:
                standing = found.get(one.awaited.job)
                if standing is None or standing.is_final or (one.awaited.until_result and standing.has_result):
                    _wake(one)


def _wake(one: _One) -> None:
    if not one.woken.done():
        one.woken.set_result(None)
