"""Whether more came or less was read when lag began to grow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from statistics import fmean
from typing import Final

from topoviz.lag.findings.words import after_first, number
from topoviz.lag.report.finding import Finding, FindingKind, FindingLines

_KINDS: Final = frozenset(
    {
        FindingKind.PAST_PEAK,
        FindingKind.FALLING_BEHIND,
        FindingKind.BACKLOG,
        FindingKind.SLOW_INSTANCE,
        FindingKind.HOT_PARTITION,
    }
)
_LEAST: Final = 4
"""So many stretches there have to be on either side."""

_MORE: Final = 1.3
_LESS: Final = 0.75
_BEGINNING: Final = 0.4
"""Of what is over only its beginning counts: afterwards more is read than ever."""


def with_change(finding: Finding, start: float) -> Finding:
    """Compare the rates before a finding began and in it; `start` is that of the report, in seconds since 1970.

    As it is where it began with the history, and where both rates are as they were.
    """
    lines = finding.lines
    if lines is None or finding.kind not in _KINDS or finding.start is None or finding.until is None:
        return finding
    begin = round((finding.start - start) / lines.bucket_seconds)
    length = (finding.until - finding.start) / lines.bucket_seconds
    is_over = finding.kind in (FindingKind.PAST_PEAK, FindingKind.BACKLOG)
    end = begin + max(_LEAST, round(length * (_BEGINNING if is_over else 1.0)))
    said = _sentence(lines, begin, end)
    return finding if not said else replace(finding, sentence=after_first(finding.sentence, said))


def _sentence(lines: FindingLines, begin: int, end: int) -> str:
    came_before, came_then = _mean(lines.produce_rate[:begin]), _mean(lines.produce_rate[begin:end])
    read_before, read_then = _mean(lines.consume_rate[:begin]), _mean(lines.consume_rate[begin:end])
    if came_before is None or came_then is None or read_before is None or read_then is None:
        return ""
    more = came_then >= _MORE * came_before
    less = read_then <= _LESS * read_before
    if more and not less:
        return f"More came than before: {number(came_then)} records a second, {number(came_before)} until then."
    if less and not more:
        return f"Less was read than before: {number(read_then)} records a second, {number(read_before)} until then."
    return ""


def _mean(rates: Sequence[float | None]) -> float | None:
    known = [rate for rate in rates if rate is not None]
    return fmean(known) if len(known) >= _LEAST else None
