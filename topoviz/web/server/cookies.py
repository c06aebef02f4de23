"""Cookies of an answer that nobody got: the request has them when it is worked on again, and so has its answer."""

from __future__ import annotations

from topoviz.web.server.answers import Header


class Cookies:
    """Those of one request."""

    def __init__(self) -> None:
        self._set: dict[bytes, bytes] = {}

    def keep(self, headers: list[Header]) -> None:
        """Take the cookies of an answer that is thrown away."""
        for name, value in headers:
            if name == b"set-cookie":
                self._set[value.partition(b"=")[0]] = value

    def added_to(self, sent: str) -> str:
        """Give the header Cookie, with these behind what was sent; of two of a name the last counts."""
        ours = [value.partition(b";")[0].decode("latin-1") for value in self._set.values()]
        return "; ".join(filter(None, (sent, *ours)))

    def missing_in(self, headers: list[Header]) -> list[Header]:
        """Give those that an answer does not set itself."""
        theirs = {value.partition(b"=")[0] for name, value in headers if name == b"set-cookie"}
        return [(b"set-cookie", value) for name, value in self._set.items() if name not in theirs]
