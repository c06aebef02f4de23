"""Django's cache, shared by all processes: in the broker, or in this process alone while that does not answer.

Signing in counts here how often somebody tried, and which one-time codes were used. Values are JSON, so that what lies
in the broker is data and never code.
"""

from __future__ import annotations

import json
from typing import Any

from django.core.cache.backends.base import DEFAULT_TIMEOUT, BaseCache
from django.core.cache.backends.locmem import LocMemCache
from django.core.cache.backends.redis import RedisCache

from topoviz.web.rates.availability import IMPATIENT, Availability


class JsonSerializer:
    """Values as JSON."""

    def dumps(self, value: Any) -> bytes:
        """Write; raises TypeError for what is no JSON."""
        return json.dumps(value).encode("ascii")

    def loads(self, data: bytes) -> Any:
        """Read."""
        return json.loads(data)


class SharedCache(BaseCache):
    """The broker at an address, with this process's own memory beside it."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(params)
        options = {"serializer": JsonSerializer(), **IMPATIENT}
        self._there = RedisCache(server, {**params, "OPTIONS": options})
        self._here = LocMemCache("beside-the-broker", params)
        self._broker = Availability("keep what processes share")

    def _do(self, name: str, *arguments: Any, **options: Any) -> Any:
        return self._broker.ask(
            lambda: getattr(self._there, name)(*arguments, **options),
            lambda: getattr(self._here, name)(*arguments, **options),
        )

    def add(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        """Keep a value unless there is one."""
        return bool(self._do("add", key, value, timeout, version=version))

    def get(self, key: Any, default: Any = None, version: int | None = None) -> Any:
        """Give a value."""
        return self._do("get", key, default, version=version)

    def set(self, key: Any, value: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> None:
        """Keep a value."""
        self._do("set", key, value, timeout, version=version)

    def touch(self, key: Any, timeout: Any = DEFAULT_TIMEOUT, version: int | None = None) -> bool:
        """Keep a value for longer."""
        return bool(self._do("touch", key, timeout, version=version))

    def delete(self, key: Any, version: int | None = None) -> bool:
        """Forget a value."""
        return bool(self._do("delete", key, version=version))

    def incr(self, key: Any, delta: int = 1, version: int | None = None) -> int:
        """Add to a number; raises ValueError where there is none."""
        return int(self._do("incr", key, delta, version=version))

    def clear(self) -> None:
        """Forget what is here; what processes share is the broker's, and has other things beside it."""
        self._here.clear()
