"""Bodies of requests: taken whole before any thread works on them, short ones in memory and others on disk."""

from __future__ import annotations

import io
import tempfile
import time
from asyncio import timeout
from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass, field
from typing import IO, Any, Final

Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]

SHORT: Final = 64 * 1024
"""Bytes that are taken whatever they are for, and kept in memory."""

SILENCE_SECONDS: Final = 30
"""How long nothing may come of a body."""

GRACE_SECONDS: Final = 60
SLOWEST: Final = 2048
"""Bytes a second that come at least, after the grace."""

MOST_ARRIVING: Final = 2 * 1024**3
"""Bytes of unfinished bodies on disk at a time, in one process."""


class Gone(Exception):
    """Whoever sent the request has left."""


@dataclass(slots=True)
class Body:
    """A body, or in `refused` why there is none: the code of a problem."""

    file: IO[bytes] = field(default_factory=io.BytesIO)
    refused: str = ""


class Bodies:
    """Takes the bodies of one process; `folder` is where long ones lie while they arrive."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._arriving = 0

    async def take(self, length: int, receive: Receive) -> Body:
        """Take a body of so many bytes; raises Gone."""
        body = Body()
        if length > SHORT:
            try:
                body.file = tempfile.TemporaryFile(dir=self._folder)  # noqa: SIM115 - it is closed with the request
            except OSError:
                return Body(refused="no-disk")
        taken, began = 0, time.monotonic()
        try:
            while True:
                left = began + GRACE_SECONDS + taken / SLOWEST - time.monotonic()
                piece, is_last = await _next(receive, min(SILENCE_SECONDS, max(0.0, left)))
                body.file.write(piece)
                taken += len(piece)
                if length > SHORT:
                    self._arriving += len(piece)
                    if self._arriving > MOST_ARRIVING:
                        return _without(body, "busy")
                if is_last:
                    body.file.seek(0)
                    return body
        except TimeoutError:
            return _without(body, "too-slow")
        except OSError:
            return _without(body, "no-disk")
        except BaseException:
            body.file.close()
            raise
        finally:
            self._arriving -= taken if length > SHORT else 0


async def _next(receive: Receive, seconds: float) -> tuple[bytes, bool]:
    """Give what comes next, and whether it is the last; raises Gone, or TimeoutError when nothing comes."""
    async with timeout(seconds):
        message = await receive()
    if message["type"] == "http.disconnect":
        raise Gone
    return message.get("body", b""), not message.get("more_body", False)


def _without(body: Body, refused: str) -> Body:
    body.file.close()
    return Body(refused=refused)
