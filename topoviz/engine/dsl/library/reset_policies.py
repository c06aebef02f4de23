"""AutoOffsetReset: where a source begins that has no committed offset yet (KIP-1106).

Two sources of one topic are merged only when their policies are equal, so a policy is known by a text: the strategy,
and the milliseconds of a duration or a question mark.
"""

from __future__ import annotations

from typing import Final

from topoviz.engine.dsl.library.durations import milliseconds
from topoviz.engine.dsl.values import Opaque, Value
from topoviz.engine.refusal import Refusal, Refused, Why
from topoviz.engine.source import Origin

_STRATEGIES: Final = {"earliest": "EARLIEST", "latest": "LATEST", "none": "NONE"}


def make_policy(method: str, duration: Value | None, origin: Origin) -> Value | None:
    """Call a static method of AutoOffsetReset; raises Refused for a negative duration."""
    if method in _STRATEGIES:
        return _policy(_STRATEGIES[method])
    if method != "byDuration" or duration is None:
        return None
    known = milliseconds(duration)
    if known is not None and known < 0:
        words = "Duration cannot be negative"
        raise Refused(Refusal(Why.ILLEGAL_SIZE, "IllegalArgumentException", words), origin)
    return _policy(f"BY_DURATION {'?' if known is None else known}")


def _policy(text: str) -> Opaque:
    return Opaque(f"AutoOffsetReset:{text}")
