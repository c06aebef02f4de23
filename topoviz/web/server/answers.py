"""Answers: made whole in a thread, and sent as fast as the reader takes them, for which no thread waits."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, MutableMapping
from dataclasses import dataclass, field
from typing import IO, Any, Final, Protocol

Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
Header = tuple[bytes, bytes]

PIECE: Final = 256 * 1024
MOST_IN_MEMORY: Final = 1024 * 1024
"""A longer answer lies on disk while a slow reader takes it."""

WITHOUT_BODY: Final = (204, 304)


class File(Protocol):
    """What is read and closed."""

    def read(self, size: int, /) -> bytes:
        """Give at most so many bytes."""

    def close(self) -> object:
        """Give it back."""


class FileToSend:
    """WSGI's file wrapper: the server itself reads the file, piece by piece."""

    def __init__(self, file: File, block_size: int = PIECE) -> None:
        self.file = file

    def __iter__(self) -> Iterator[bytes]:
        while piece := self.file.read(PIECE):
            yield piece


@dataclass(slots=True)
class Answer:
    """A whole answer."""

    status: int = 500
    headers: list[Header] = field(default_factory=list)
    content: bytes | File = b""

    def close(self) -> None:
        """Give back what it holds."""
        if not isinstance(self.content, bytes):
            self.content.close()


def make_answer(application: Any, environ: dict[str, Any]) -> Answer:
    """Have a WSGI application answer, in this thread."""
    answer = Answer()

    def start_response(status: str, headers: list[tuple[str, str]], exc_info: object = None) -> None:
        answer.status = int(status.partition(" ")[0])
        answer.headers = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]

    made = application(environ, start_response)
    if isinstance(made, FileToSend):
        answer.content = made.file
        return answer
    try:
        answer.content = _taken(made)
    finally:
        if hasattr(made, "close"):
            made.close()
    return answer


def _taken(pieces: Iterable[bytes]) -> bytes | IO[bytes]:
    """Take all of it: in memory when it is short, else on disk."""
    taken: list[bytes] = []
    spool: IO[bytes] | None = None
    for piece in pieces:
        taken.append(piece)
        if spool is None and sum(map(len, taken)) > MOST_IN_MEMORY:
            spool = tempfile.TemporaryFile()  # noqa: SIM115 - it is closed when it has been sent
        if spool is not None:
            spool.writelines(taken)
            taken.clear()
    if spool is None:
        return b"".join(taken)
    spool.seek(0)
    return spool


async def send_answer(answer: Answer, send: Send, *, closes: bool) -> None:
    """Send an answer at the pace of its reader; `closes` ends the connection with it."""
    headers = [*answer.headers, *([(b"connection", b"close")] if closes else [])]
    if isinstance(answer.content, bytes) and answer.status not in WITHOUT_BODY and not _has_length(headers):
        headers.append((b"content-length", str(len(answer.content)).encode("ascii")))
    try:
        await send({"type": "http.response.start", "status": answer.status, "headers": headers})
        async for piece in _pieces(answer.content):
            await send({"type": "http.response.body", "body": piece, "more_body": True})
        await send({"type": "http.response.body", "body": b"", "more_body": False})
    finally:
        answer.close()


async def _pieces(content: bytes | File) -> AsyncIterator[bytes]:
    if isinstance(content, bytes):
        for start in range(0, len(content), PIECE):
            yield content[start : start + PIECE]
        return
    while piece := await asyncio.to_thread(content.read, PIECE):
        yield piece


def _has_length(headers: list[Header]) -> bool:
    return any(name == b"content-length" for name, _ in headers)
