"""Asking a topoviz server or a forge: for JSON alone, of limited size, within a limited time, at no other address.

A token goes to the address that was named, over https or to this machine, and stands in no message.
"""

from __future__ import annotations

import ipaddress
import json
import queue
import re
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http.client import HTTPException, HTTPResponse
from typing import Any, Final
from urllib.parse import urlsplit

from topoviz.cli.failure import Failure

MOST_BYTES: Final = 32 << 20
_PIECE: Final = 1 << 16
_SECRET: Final = 8
"""Letters that a token has at least."""
JSON: Final = "application/json"
_BEFORE_HOST: Final = re.compile(r"//.*@", re.DOTALL)
"""Where a name and a password stand in an address."""


@dataclass(frozen=True, slots=True)
class Said:
    """An answer: its status, its kind of content, and its bytes."""

    status: int
    kind: str
    data: bytes

    @property
    def document(self) -> Any:
        """Read it as JSON; raises ValueError and RecursionError."""
        return json.loads(self.data)


class _NoOtherAddress(urllib.request.HTTPRedirectHandler):
    """Follows to no other address, which might get the token."""

    def redirect_request(self, *args: Any) -> None:
        """Give none."""


def host_of(address: str) -> str:
    """Give the host of an address that may be asked; raises Failure for one that may not."""
    shown = _BEFORE_HOST.sub("//…@", address)
    try:
        parts = urlsplit(address)
        # A port that is none is noticed by asking for it.
        host, _ = parts.hostname or "", parts.port
    except ValueError:
        # What is wrong with it may be said with all of it.
        raise Failure(f"{shown} is not an address.") from None
    if parts.username is not None:
        raise Failure(f"The address of {host} has a name or a password in it, and is not asked.")
    if parts.scheme.lower() not in ("https", "http") or not host:
        raise Failure(f"{shown} is not the address of a server.")
    if parts.scheme.lower() != "https" and not is_own_machine(host):
        raise Failure(f"{shown} is not asked: over http, only this machine is. Use https.")
    return host


def is_own_machine(host: str) -> bool:
    """Tell whether a name or an address is that of this machine."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def token_in(variables: Mapping[str, str], name: str) -> str:
    """Give a token from a variable, empty where there is none; raises Failure for what is none, and does not say it."""
    token = variables.get(name, "").strip()
    if not token.isascii() or not token.isprintable() or " " in token:
        raise Failure(f"What stands in the variable {name} is no token: it has blanks or signs that no token has.")
    return token


def ask(
    address: str,
    *,
    seconds: float,
    headers: Mapping[str, str],
    method: str = "GET",
    body: Any = None,
    most_bytes: int = MOST_BYTES,
) -> Said:
    """Ask, and give the answer whatever its status is; raises Failure with a sentence for who cannot be asked.

    Nothing takes longer than `seconds` in all: neither a name that is looked up nor an answer that trickles.
    """
    host = host_of(address)
    data = None if body is None else json.dumps(body).encode()
    sent = {"Accept": JSON, "User-Agent": "topoviz", **headers, **({} if data is None else {"Content-Type": JSON})}
    request = urllib.request.Request(address, data, sent, method=method)  # noqa: S310 - https, or http on this machine
    # A proxy for the world is none for this machine.
    proxies = [urllib.request.ProxyHandler({})] if is_own_machine(host) else []
    opener = urllib.request.build_opener(_NoOtherAddress, *proxies)

    def work() -> Said:
        try:
            with opener.open(request, timeout=seconds) as answer:
                return Said(answer.status, answer.headers.get_content_type(), _read(answer, host, seconds, most_bytes))
        except urllib.error.HTTPError as error:
            with error:
                return Said(error.code, error.headers.get_content_type(), _beginning(error))
        except (OSError, HTTPException, ValueError) as error:
            reason = getattr(error, "reason", None) or error
            if isinstance(reason, TimeoutError):
                # The socket may notice it before who waits for all of it does.
                raise Failure(_too_slow(host, seconds)) from None
            raise Failure(
                f"{host} cannot be asked: {_without(str(reason), headers) or type(error).__name__}."
            ) from None

    return _in_time(work, seconds, host)


def _in_time(work: Callable[[], Said], seconds: float, host: str) -> Said:
    """Wait for work in a thread of its own, and leave it alone when time is up."""
    answers: queue.SimpleQueue[Said | Failure] = queue.SimpleQueue()

    def put() -> None:
        try:
            answers.put(work())
        except Failure as failure:
            answers.put(failure)

    threading.Thread(target=put, daemon=True).start()
    try:
        found = answers.get(timeout=max(seconds, 0))
    except queue.Empty:
        raise Failure(_too_slow(host, seconds)) from None
    if isinstance(found, Failure):
        raise found
    return found


def _read(answer: HTTPResponse, host: str, seconds: float, most_bytes: int) -> bytes:
    """Read an answer piece by piece: a server that trickles is not waited for."""
    end, data = time.monotonic() + seconds, bytearray()
    while piece := answer.read1(_PIECE):
        data += piece
        if len(data) > most_bytes:
            raise Failure(f"{host} sends more than {most_bytes >> 20} MB.")
        if time.monotonic() > end:
            raise Failure(_too_slow(host, seconds))
    return bytes(data)


def _beginning(error: urllib.error.HTTPError) -> bytes:
    """Read what is said of an error, as far as anybody would read it."""
    try:
        return error.read(_PIECE)
    except (OSError, HTTPException):
        return b""


def _too_slow(host: str, seconds: float) -> str:
    return f"{host} takes longer than {max(seconds, 0):.2g} seconds."


def _without(text: str, headers: Mapping[str, str]) -> str:
    """Take what was sent in headers out of a message."""
    for part in (part for value in headers.values() for part in value.split() if len(part) >= _SECRET):
        text = text.replace(part, "…")
    return text
