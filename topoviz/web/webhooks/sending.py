"""Send one message: a connection to the very address that was looked at, within a time and a size."""

from __future__ import annotations

import queue
import socket
import ssl
import threading
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final

import httpcore

from topoviz.web.webhooks.addresses import Address, Network, may_connect

SECONDS: Final = 5.0
"""How long one attempt may take, from the look-up of the name to the end of the answer."""

ANSWER_BYTES: Final = 64 * 1024
MOST_PLACES: Final = 4
"""How many of the addresses of one name are tried."""

LONGEST_WAIT: Final = 3_600
"""How many seconds a receiver may ask to be left alone."""

_REDIRECTS: Final = range(300, 400)
_COME_AGAIN: Final = (HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE)


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of an attempt: the status of the answer, if there was one, and why it failed; empty where it did not.

    `wait` is for how many seconds the receiver asks to be left alone, and `is_final` says that it wants no more.
    """

    code: int | None
    said: str
    wait: int = 0
    is_final: bool = False

    @property
    def is_delivered(self) -> bool:
        """Tell whether it arrived."""
        return not self.said


class _Stopped(Exception):
    """The attempt failed before there was an answer; the message is a sentence that says why."""


def send(address: Address, body: bytes, headers: Sequence[tuple[str, str]], allowed: Iterable[Network]) -> Outcome:
    """Post a body to an address once; no redirect is followed, and nothing of the answer is kept but its status."""
    line = _Line(time.monotonic() + SECONDS, tuple(allowed))
    try:
        with (
            httpcore.ConnectionPool(ssl_context=ssl.create_default_context(), network_backend=line) as pool,
            pool.stream("POST", address.url, headers=list(headers), content=body) as answer,
        ):
            _read_some(answer)
            told = {name.lower(): value for name, value in answer.headers}
            return _outcome(answer.status, told.get(b"retry-after", b""))
    except _Stopped as stopped:
        return Outcome(None, str(stopped))
    except httpcore.TimeoutException:
        return Outcome(None, f"It did not answer within {SECONDS:.0f} seconds.")
    except httpcore.ConnectError as error:
        return Outcome(None, _why_not_connected(error))
    except httpcore.RemoteProtocolError as error:
        closed = "disconnected" in str(error)
        return Outcome(None, _CLOSED if closed else "What it answered is not HTTP.")
    except (httpcore.NetworkError, httpcore.ProtocolError):
        return Outcome(None, _CLOSED)


_NOT_ALLOWED: Final = (
    "It is in a network that this server sends nothing to, such as a private one. "
    "The people who run this server can allow it."
)
_CLOSED: Final = "It closed the connection without an answer."


def _outcome(status: int, retry_after: bytes) -> Outcome:
    if HTTPStatus.OK <= status < HTTPStatus.MULTIPLE_CHOICES:
        return Outcome(status, "")
    if status in _REDIRECTS:
        return Outcome(status, "It sent us elsewhere, and we do not follow: enter the address that it leads to.")
    try:
        phrase = HTTPStatus(status).phrase
    except ValueError:
        phrase = "which is no usual status"
    asked = int(retry_after) if status in _COME_AGAIN and len(retry_after) < 9 and retry_after.isdigit() else 0
    said = f"It answered {status}, {phrase}."
    return Outcome(status, said, min(asked, LONGEST_WAIT), is_final=status == HTTPStatus.GONE)


def _read_some(answer: httpcore.Response) -> None:
    """Read an answer, so that the receiver can end; what is wrong with it changes nothing: its status has come."""
    size = 0
    try:
        for piece in answer.iter_stream():
            size += len(piece)
            if size >= ANSWER_BYTES:
                return
    except (httpcore.TimeoutException, httpcore.NetworkError, httpcore.ProtocolError):
        return


def _why_not_connected(error: httpcore.ConnectError) -> str:
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, ssl.SSLCertVerificationError):
            return f"Its certificate is not valid: {cause.verify_message}."
        if isinstance(cause, ssl.SSLError):
            return "It does not speak TLS as it should."
        cause = cause.__cause__ or cause.__context__
    return "Nobody answers at this address."


class _Line(httpcore.NetworkBackend):
    """Makes connections, to no other place than was looked at, and ends them in time."""

    def __init__(self, end: float, allowed: tuple[Network, ...]) -> None:
        self._end, self._allowed = end, allowed
        self._plain = httpcore.SyncBackend()

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Any = None,
    ) -> httpcore.NetworkStream:
        """Look a name up and connect to the first of its addresses that answers, each looked at; raises _Stopped."""
        found = _look_up(host, port, self._end)
        places = [one for one in found if may_connect(one, self._allowed)][:MOST_PLACES]
        if not places:
            raise _Stopped(_NOT_ALLOWED)
        failed: httpcore.ConnectError | httpcore.ConnectTimeout | None = None
        for tried, place in enumerate(places):
            # One that swallows everything leaves time for the next.
            seconds = _left(self._end) / (len(places) - tried)
            try:
                # An address is not looked up again: it is the one that was looked at.
                stream = self._plain.connect_tcp(place, port, seconds)
            except (httpcore.ConnectError, httpcore.ConnectTimeout) as error:
                failed = error
                continue
            reached = stream.get_extra_info("server_addr")
            if not may_connect(str(reached[0]), self._allowed):
                stream.close()
                raise _Stopped(_NOT_ALLOWED)
            return _Timed(stream, self._end)
        assert failed is not None
        raise failed

    def connect_unix_socket(
        self, path: str, timeout: float | None = None, socket_options: Any = None
    ) -> httpcore.NetworkStream:
        """Never connect to a file."""
        raise _Stopped("This is no address.")


class _Timed(httpcore.NetworkStream):
    """A connection whose every step has the time that is left, so that one who sends a byte a second gets no more."""

    def __init__(self, stream: httpcore.NetworkStream, end: float) -> None:
        self._stream, self._end = stream, end

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        """Read what there is."""
        return self._stream.read(max_bytes, _left(self._end))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        """Write all of it."""
        self._stream.write(buffer, _left(self._end))

    def close(self) -> None:
        """End it."""
        self._stream.close()

    def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.NetworkStream:
        """Go on with TLS."""
        return _Timed(self._stream.start_tls(ssl_context, server_hostname, _left(self._end)), self._end)

    def get_extra_info(self, info: str) -> Any:
        """Give what is known of the connection."""
        return self._stream.get_extra_info(info)


def _left(end: float) -> float:
    """Give the seconds that are left; raises httpcore.ReadTimeout where none are."""
    left = end - time.monotonic()
    if left <= 0:
        raise httpcore.ReadTimeout
    return left


def _look_up(host: str, port: int, end: float) -> list[str]:
    """Give the addresses of a name, which may also be an address in any form; raises _Stopped and ReadTimeout."""
    found: queue.SimpleQueue[list[Any] | None] = queue.SimpleQueue()

    def ask() -> None:
        try:
            found.put(socket.getaddrinfo(host, port, type=socket.SOCK_STREAM))
        except (OSError, UnicodeError):
            found.put(None)

    # The system's own look-up knows no time limit.
    threading.Thread(target=ask, daemon=True).start()
    try:
        places = found.get(timeout=_left(end))
    except queue.Empty as error:
        raise httpcore.ReadTimeout from error
    if not places:
        raise _Stopped("Nobody knows a host of this name.")
    return list(dict.fromkeys(str(one[4][0]) for one in places))
