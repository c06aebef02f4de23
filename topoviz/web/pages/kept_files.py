"""Files behind share links that were sent before: what they are made from never changes, so they are not made again.

Whether a link still shows something is asked each time; only the making of the file is saved.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock
from typing import Final

from django.http import HttpResponse, HttpResponseBase

MOST_BYTES: Final = 32 * 1024 * 1024
LARGEST: Final = 2 * 1024 * 1024

Key = tuple[object, ...]


@dataclass(frozen=True, slots=True)
class _Kept:
    content: bytes
    headers: tuple[tuple[str, str], ...]


class KeptFiles:
    """The files that were asked for last, in this process."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Key, _Kept] = OrderedDict()
        self._bytes, self._lock = 0, Lock()

    def find(self, key: Key) -> HttpResponse | None:
        """Give a file as it was sent."""
        with self._lock:
            found = self._kept.get(key)
            if found is None:
                return None
            self._kept.move_to_end(key)
        response = HttpResponse(found.content)
        for name, value in found.headers:
            response.headers[name] = value
        return response

    def keep(self, key: Key, response: HttpResponseBase) -> None:
        """Keep a file; anything else is not kept, and neither are large ones, and what asks to come again."""
        if not isinstance(response, HttpResponse) or response.status_code != 200 or len(response.content) > LARGEST:
            return
        if "Retry-After" in response.headers:
            return
        kept = _Kept(response.content, tuple(response.headers.items()))
        with self._lock:
            before = self._kept.pop(key, None)
            self._kept[key] = kept
            self._bytes += len(kept.content) - (0 if before is None else len(before.content))
            while self._bytes > MOST_BYTES:
                self._bytes -= len(self._kept.popitem(last=False)[1].content)

    def forget(self) -> None:
        """Begin anew."""
        with self._lock:
            self._kept.clear()
            self._bytes = 0


FILES = KeptFiles()
