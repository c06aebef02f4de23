"""Where a finding is, how much waits there and since when, said after its sentence where that does not say it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from topoviz.lag.findings.growth import grows_by
from topoviz.lag.findings.past_peak import is_late_at_end
from topoviz.lag.findings.readers import readers_in_words
from topoviz.lag.findings.words import duration, listed, moment, moments, number, records, reference
from topoviz.lag.report.finding import Finding, FindingKind
from topoviz.lag.report.partitions import PartitionLag

_WAITING: Final = frozenset({FindingKind.HOT_PARTITION, FindingKind.SLOW_INSTANCE, FindingKind.FALLING_BEHIND})
"""Kinds of findings about what waits at the end; the sentences of the others say their time and amount."""


_READ_BY: Final = frozenset(
    {
        FindingKind.STALL,
        FindingKind.PAUSES,
        FindingKind.PAST_PEAK,
        FindingKind.HOT_PARTITION,
        FindingKind.FALLING_BEHIND,
        FindingKind.BACKLOG,
        FindingKind.POSSIBLY_LOST,
    }
)
"""Kinds of findings after which somebody looks into the log of whoever reads there."""

_MOVED: Final = (FindingKind.RESTARTS, FindingKind.REBALANCES)


def with_place(finding: Finding, everything: Sequence[PartitionLag]) -> Finding:
    """Name the partitions of a problem, and of one that lasts how much waits, how fast it grows and since when.

    A finding about many other partitions or times, about all being well or about what is not known stays as it is.
    """
    refs = set(finding.partitions)
    own = [one for one in everything if reference(one) in refs]
    is_sum = "more" in (finding.numbers or {})
    if not own or is_sum or finding.kind in (FindingKind.FINE, FindingKind.NOT_KNOWN):
        return finding
    said = [finding.sentence, _place(finding, own, everything)]
    if finding.kind in _READ_BY:
        said.append(readers_in_words(own, everything))
    return replace(finding, sentence=" ".join(filter(None, said)))


def _place(finding: Finding, own: Sequence[PartitionLag], everything: Sequence[PartitionLag]) -> str:
    places = partitions_in_words(own, everything)
    if finding.kind is FindingKind.BACKLOG:
        return f"{_these(own)} {places}; {_since(own)}."
    if finding.kind in _WAITING:
        return _amount(own, places)
    if finding.kind in _MOVED:
        return f"{places[0].upper()}{places[1:]} moved."
    # A sentence may begin with them, and then with a large letter.
    if places.casefold() in finding.sentence.casefold():
        return ""
    return f"{_these(own)} {places}."


def _these(own: Sequence[PartitionLag]) -> str:
    return "It is" if len(own) == 1 else "These are"


def partitions_in_words(partitions: Sequence[PartitionLag], everything: Sequence[PartitionLag]) -> str:
    """Name partitions by topic: partitions 0 and 2 of `orders`, or all 12 partitions of `orders`."""
    topics: dict[str, set[int]] = {}
    for one in partitions:
        topics.setdefault(one.topic, set()).add(one.partition)
    counts: dict[str, int] = {}
    for one in everything:
        counts[one.topic] = counts.get(one.topic, 0) + (one.group == partitions[0].group)
    names = [_of_topic(topic, sorted(numbers), counts[topic]) for topic, numbers in sorted(topics.items())]
    return listed(names, most=3)


def _of_topic(topic: str, numbers: Sequence[int], count: int) -> str:
    if len(numbers) == count > 1:
        return f"all {count} partitions of `{topic}`"
    what = "partition" if len(numbers) == 1 else "partitions"
    return f"{what} {listed([str(one) for one in numbers], most=8)} of `{topic}`"


def _amount(own: Sequence[PartitionLag], places: str) -> str:
    """Say how much waits at the end, and since when records wait long, as far as the samples show it."""
    lag = sum(one.lag_last or 0 for one in own)
    slope = sum(map(grows_by, own))
    grows = f", {number(round(slope, 1))} more each second" if slope >= 0.1 else ""
    waits = [one.waiting_seconds for one in own if one.lag_last]
    known = [seconds for seconds in waits if seconds is not None]
    oldest = f", the first of them for {duration(max(known))}" if known and len(known) == len(waits) else ""
    return f"On {places} {records(lag)} wait{'s' if lag == 1 else ''} at the end{oldest}{grows}; {_since(own)}."


def _since(own: Sequence[PartitionLag]) -> str:
    late = [one for one in own if one.peak_from is not None and is_late_at_end(one)]
    first, last = min(one.first_seen for one in own), max(one.last_seen for one in own)
    onsets = [one.peak_onset for one in late if one.peak_onset is not None]
    if onsets and len(onsets) == len(late):
        return f"it began at about {moment(min(onsets))}"
    if late:
        return f"it was so in the first samples already, at {moment(first)}"
    start, end = moments(first, last)
    return f"the samples are from {start} to {end}"
