"""How a finding that lasts goes on, said after its sentence where the end of the history allows it."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from topoviz.lag.findings.words import about, duration, moment, moments, records
from topoviz.lag.forecast import Trend, behind_per_hour, next_round, when_reached
from topoviz.lag.report.finding import Finding, Forecast

_INTERNAL: Final = ("-repartition", "-changelog")
_HOUR: Final = 3600.0
_RETENTIONS: Final = ((_HOUR, "an hour"), (6 * _HOUR, "6 hours"), (24 * _HOUR, "a day"), (168 * _HOUR, "7 days"))
"""For how long topics usually keep records: 7 days by default."""

_LEAST_PER_HOUR: Final = 60.0


def with_forecast(finding: Finding, trend: Trend | None) -> Finding:
    """Add when lag reaches the next round amount, or is worked off, and when retention passes the group.

    As it is where nothing can be said of it. Kafka Streams deletes from repartition topics only what was read, so that
    no retention passes their readers.
    """
    if trend is None:
        return finding
    said, found = [], []
    if trend.growth < 0:
        times = when_reached(trend, 0.0)
        if times is not None:
            found.append(Forecast("worked-off", 0.0, *times))
            said.append(f"It is worked off {_between(times)}, if it goes on so.")
    elif trend.growth > 0:
        said, found = _grows(finding, trend)
    if not found:
        return finding
    return replace(finding, sentence=" ".join([finding.sentence, *said]), forecasts=tuple(found))


def _grows(finding: Finding, trend: Trend) -> tuple[list[str], list[Forecast]]:
    said, found = [], []
    amount = next_round(trend.lag)
    times = when_reached(trend, amount)
    if times is not None:
        found.append(Forecast("reaches", amount, *times))
        said.append(f"If it goes on so, {records(amount)} wait {_between(times)}.")
    each_hour = behind_per_hour(trend)
    if found and each_hour is not None and each_hour >= _LEAST_PER_HOUR:
        said.append(f"Each hour the group is {duration(each_hour)} further behind.")
    if all(ref.topic.endswith(_INTERNAL) for ref in finding.partitions):
        return said, found
    waits = trend.lag / trend.produce_rate if trend.produce_rate else 0.0
    for seconds, words in _RETENTIONS:
        if waits < seconds:
            passed = when_reached(trend, seconds * trend.produce_rate)
            if passed is not None:
                found.append(Forecast("passed-by-retention", about_records(seconds, trend), *passed))
                said.append(
                    f"A topic that keeps records for {words} deletes the first of them unread {_between(passed)}."
                )
            break
    return said, found


def about_records(seconds: float, trend: Trend) -> float:
    """Give how many records come in so many seconds, as an estimate of three digits."""
    return float(about(seconds * trend.produce_rate).replace(",", ""))


def _between(times: tuple[float, float]) -> str:
    if times[1] - times[0] < _LEAST_PER_HOUR:
        return f"at about {moment(times[0])}"
    first, last = moments(*times)
    return f"between {first} and {last}"
