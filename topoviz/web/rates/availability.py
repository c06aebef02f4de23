"""A broker that is asked only while it answers: one that is gone or hangs costs nobody more than a moment."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from threading import Lock
from typing import Any, Final, TypeVar

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

logger = logging.getLogger(__name__)

T = TypeVar("T")

ANSWER_SECONDS: Final = 0.25

AWAY_SECONDS: Final = 5.0
"""How long a broker that did not answer is not asked again."""

IMPATIENT: Final[dict[str, Any]] = {
    "socket_timeout": ANSWER_SECONDS,
    "socket_connect_timeout": ANSWER_SECONDS,
    # A connection that was left from before a restart is made anew; one that hangs is given up.
    "retry": Retry(NoBackoff(), 1, supported_errors=(redis.ConnectionError,)),
}


class Availability:
    """Whether the broker answers. `what` it does then is said in the log when it does not."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._lock, self._again_at = Lock(), 0.0

    def ask(self, there: Callable[[], T], here: Callable[[], T]) -> T:
        """Do something there, or here while the broker does not answer."""
        if self._is_worth_asking():
            try:
                done = there()
            except (redis.RedisError, OSError) as error:
                self._is_away(error)
            else:
                self._again_at = 0.0
                return done
        return here()

    def _is_worth_asking(self) -> bool:
        if not self._again_at:
            return True
        with self._lock:
            # Of many who come one finds out whether it answers again; the others do not wait for that.
            now = time.monotonic()
            if now < self._again_at:
                return False
            self._again_at = now + AWAY_SECONDS
            return True

    def _is_away(self, error: Exception) -> None:
        with self._lock:
            if not self._again_at:
                what = "The broker does not %s (%s). Each process does it for itself meanwhile."
                logger.warning(what, self._what, type(error).__name__)
            self._again_at = time.monotonic() + AWAY_SECONDS
