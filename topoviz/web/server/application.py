"""The door of the web server: whole requests go in, whole answers come out, and only what is worked on has a thread.

Connections that say nothing, or little at a time, and readers that are slow cost some memory each, and nobody's time.
Whoever waits for a job waits here too; `topoviz/web/visits.py` says how a view asks for that.
"""

from __future__ import annotations

import asyncio
import multiprocessing
from collections.abc import Callable, MutableMapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final

from topoviz.web.server.answers import Answer, Send, make_answer, send_answer
from topoviz.web.server.bodies import SHORT, Bodies, Body, Gone, Receive
from topoviz.web.server.cookies import Cookies
from topoviz.web.server.environ import Environ, Scope, environ_of
from topoviz.web.server.waits import Look, Waits
from topoviz.web.supervisor import end_with
from topoviz.web.visits import KEY, REFUSED, Awaited, Visit

THREADS: Final = 8
FORM_THREADS: Final = 4
"""Files are read apart, so that whoever brings some waits behind others who do, and nobody else."""

FORM: Final = b"multipart/form-data"
MOST_TIMES: Final = 100
"""How often a request that waits is worked on at most."""

READ_AWAY: Final = 4
"""A body that is this many times too long is still taken from the line, so that a browser hears what is wrong."""


class Application:
    """An ASGI application around one of WSGI.

    `most_bytes` gives how long a body for a path and of a type may be. What is longer, or does not say how long it is,
    is not read; the WSGI application refuses it by what its head says.
    """

    def __init__(self, application: Any, look: Look, most_bytes: Callable[[str, str], int], folder: str) -> None:
        self._application, self._most_bytes = application, most_bytes
        self._waits, self._bodies = Waits(look), Bodies(folder)
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="requests")
        self._form_threads = ThreadPoolExecutor(FORM_THREADS, thread_name_prefix="forms")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or begin and end with the process."""
        if scope["type"] == "lifespan":
            await self._live(scope, receive, send)
        elif scope["type"] == "http":
            await self._serve(scope, receive, send)

    async def _live(self, scope: Scope, receive: Receive, send: Send) -> None:
        parent = multiprocessing.parent_process()
        if parent is not None and parent.pid is not None:
            end_with(parent.pid)
        scope["state"]["waits"] = self._waits
        for what in ("startup", "shutdown"):
            await receive()
            await send({"type": f"lifespan.{what}.complete"})

    async def _serve(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = dict(scope["headers"])
        length = _length_of(headers)
        most = self._most_of(scope, headers, length)
        try:
            body = await self._bodies.take(length, receive) if 0 < length <= most else Body()
            with body.file:
                environ = environ_of(scope, body.file)
                if body.refused:
                    environ[REFUSED] = body.refused
                is_form = headers.get(b"content-type", b"").lower().startswith(FORM)
                answer = await self._answer(environ, receive, self._form_threads if is_form else self._threads)
        except Gone:
            return
        is_endless = b"transfer-encoding" in headers or length > most * READ_AWAY
        await send_answer(answer, send, closes=bool(body.refused) or is_endless)

    def _most_of(self, scope: Scope, headers: dict[bytes, bytes], length: int) -> int:
        if length <= SHORT:
            return SHORT
        return self._most_bytes(scope["path"], headers.get(b"content-type", b"").decode("latin-1"))

    async def _answer(self, environ: Environ, receive: Receive, threads: ThreadPoolExecutor) -> Answer:
        """Have the request worked on, and again whenever what it waits for is there; raises Gone."""
        loop, visit, cookies = asyncio.get_running_loop(), Visit(), Cookies()
        times = 0
        while True:
            times += 1
            visit.is_over = self._waits.is_stopping or times == MOST_TIMES
            environ["wsgi.input"].seek(0)
            again = {**environ, KEY: visit, "HTTP_COOKIE": cookies.added_to(environ.get("HTTP_COOKIE", ""))}
            answer = await loop.run_in_executor(threads, make_answer, self._application, again)
            awaited = visit.take_awaited()
            if awaited is None:
                break
            cookies.keep(answer.headers)
            answer.close()
            await self._wait(awaited, receive)
        answer.headers += cookies.missing_in(answer.headers)
        return answer

    async def _wait(self, awaited: Awaited, receive: Receive) -> None:
        waiting = asyncio.ensure_future(self._waits.wait(awaited))
        leaving = asyncio.ensure_future(_left(receive))
        try:
            await asyncio.wait((waiting, leaving), return_when=asyncio.FIRST_COMPLETED)
            if not waiting.done():
                raise Gone
        finally:
            waiting.cancel()
            leaving.cancel()


async def _left(receive: Receive) -> MutableMapping[str, Any]:
    """Come back when whoever waits is gone; of a request whose body was taken nothing else comes."""
    while (message := await receive())["type"] != "http.disconnect":
        pass
    return message


def _length_of(headers: dict[bytes, bytes]) -> int:
    text = headers.get(b"content-length", b"")
    return int(text) if text.isdigit() else 0
