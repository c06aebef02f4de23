"""A connection of the web server: it may be slow, but neither endless nor for ever."""

from __future__ import annotations

import asyncio
import socket
from typing import Final

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEAD_SECONDS: Final = 20
"""How long the head of a request may take to arrive."""

MOST_HEAD_BYTES: Final = 64 * 1024

DEAF_MILLISECONDS: Final = 60_000
"""A reader that takes nothing for so long is gone; Linux alone can be told."""

TOO_LONG: Final = b"HTTP/1.1 431 Request Header Fields Too Large\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


class Connection(HttpToolsProtocol):
    """Uvicorn's connection, with limits for the heads of requests, which it has not."""

    _head_timer: asyncio.TimerHandle | None = None
    _head_bytes = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Expect a head."""
        super().connection_made(transport)
        found: socket.socket | None = transport.get_extra_info("socket")
        if found is not None and hasattr(socket, "TCP_USER_TIMEOUT"):
            found.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, DEAF_MILLISECONDS)
        self._expect_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """Expect nothing any more."""
        self._have_head()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take some bytes; a head that is too long ends the connection."""
        super().data_received(data)
        if self.transport.is_closing():
            return
        if self._head_timer is not None:
            self._head_bytes += len(data)
            if self._head_bytes > MOST_HEAD_BYTES:
                self.transport.write(TOO_LONG)
                self.transport.close()
        elif getattr(self.cycle, "response_complete", False) and self.timeout_keep_alive_task is None:
            # What is left of a request that was answered, or bytes that begin none: uvicorn would wait for ever.
            self.timeout_keep_alive_task = self.loop.call_later(
                self.timeout_keep_alive, self.timeout_keep_alive_handler
            )

    def on_message_begin(self) -> None:
        """Expect the rest of the head."""
        super().on_message_begin()
        self._expect_head()

    def on_headers_complete(self) -> None:
        """Have the whole head."""
        self._have_head()
        super().on_headers_complete()

    def shutdown(self) -> None:
        """Let nobody wait any longer: the server stops."""
        if waits := self.app_state.get("waits"):
            waits.stop()
        super().shutdown()

    def _expect_head(self) -> None:
        self._have_head()
        self._head_timer = self.loop.call_later(HEAD_SECONDS, self.transport.close)

    def _have_head(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
        self._head_timer, self._head_bytes = None, 0
