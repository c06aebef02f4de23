"""What the days say: what became worse, what grows, what comes back at the same hour, and what is missing."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from statistics import median
from typing import Final

from topoviz.lag.days.report import About, Compared, DaySeen, Figures, Found, HourOfDay, Of, Profile
from topoviz.lag.findings.words import about, duration, listed

WORSE_BY: Final = 2.0
"""Lag is worse where it is so many times what it was, …"""
WORSE_SECONDS: Final = 60.0
"""… a record waits so much longer, …"""
WORSE_RECORDS: Final = 100.0
"""… and so many more wait: less is the noise of any group."""

_STEADY: Final = 0.5
_GROWS_IN_A_WEEK: Final = 0.05
_DAYS_TO_GROW: Final = 7
_DAYS_TO_COME_BACK: Final = 5
_COMES_BACK: Final = 0.6
_OVER_OTHER_HOURS: Final = 3.0
_NAMES: Final = 5


def find(
    figures: Sequence[Figures],
    profiles: Sequence[Profile],
    days: Sequence[DaySeen],
    missing: Sequence[str],
    compared: Compared | None,
) -> tuple[Found, ...]:
    """Give what is to be said, the most urgent first."""
    smallest = _smallest(figures)
    found = [
        *_worse(smallest, compared),
        *_lag_grows(smallest, days),
        *_each_day(profiles),
        *_more_comes_in(figures, days),
        *_missing(missing),
    ]
    if compared is not None and not any(one.about is About.WORSE for one in found):
        found.append(_nothing_worse(compared))
    return tuple(found)


def _smallest(figures: Sequence[Figures]) -> list[Figures]:
    """Speak of tasks where there are any, and else of partitions."""
    tasks = [one for one in figures if one.of is Of.TASK]
    return tasks or [one for one in figures if one.of is Of.PARTITION]


def _named(one: Figures, *, begins: bool = False) -> str:
    """Name a thing, with a large letter where a sentence begins with it: names stay as they are written."""
    kind = "task" if one.of is Of.TASK else "partition"
    return f"{kind.capitalize() if begins else kind} {one.name}"


def is_worse(one: Figures) -> bool:
    """Tell whether a thing lags more on the later of the compared days, by all of the bounds above."""
    return _more(one) > 0


def _more(one: Figures) -> float:
    """Give by how many records lag is worse; 0 where it is not, or where too little is known."""
    both = one.compared
    if both is None or both.lag_before is None or both.lag_now is None:
        return 0.0
    more = both.lag_now - both.lag_before
    if both.lag_now < WORSE_BY * both.lag_before or more < WORSE_RECORDS:
        return 0.0
    # Without a wait on one side nothing came in there, and the records say it all.
    if both.wait_seconds_now is None or both.wait_seconds_before is None:
        return more
    return more if both.wait_seconds_now - both.wait_seconds_before >= WORSE_SECONDS else 0.0


def _worse(things: Sequence[Figures], compared: Compared | None) -> Iterator[Found]:
    worse = sorted((one for one in things if is_worse(one)), key=lambda one: -_more(one))
    if not worse or compared is None:
        return
    first = worse[0]
    both = first.compared
    assert both is not None
    assert both.lag_before is not None
    assert both.lag_now is not None
    kind = "tasks" if first.of is Of.TASK else "partitions"
    count = f"{len(worse)} of {len(things)} {kind} lag" if len(worse) > 1 else f"{_named(first, begins=True)} lags"
    most = f", {_named(first)} most:" if len(worse) > 1 else ":"
    waits = ""
    if both.wait_seconds_now is not None and both.wait_seconds_before is not None:
        waits = f"; a record waits {duration(both.wait_seconds_now)}, then {duration(both.wait_seconds_before)}"
    yield Found(
        About.WORSE,
        f"{count} more on {compared.day} than on {compared.before}{most} {about(both.lag_now)} records on average, "
        f"then {about(both.lag_before)}{waits}.{_with_input(first)}",
        f"Look at {compared.day} in a report of that day alone, which names the cause, and at what was deployed since "
        f"{compared.before}.",
        tuple(one.name for one in worse),
    )


def _with_input(one: Figures) -> str:
    """Say whether more comes in, which may be the cause."""
    both = one.compared
    if both is None or not both.produce_rate_before or both.produce_rate_now is None:
        return ""
    share = both.produce_rate_now / both.produce_rate_before
    if 0.8 <= share <= 1.25:
        return " As much comes in as then."
    return f" {about(both.produce_rate_now)} records a second come in, then {about(both.produce_rate_before)}."


def _lag_grows(things: Sequence[Figures], days: Sequence[DaySeen]) -> Iterator[Found]:
    if len(days) < _DAYS_TO_GROW:
        return
    growing = [
        one
        for one in things
        if (one.lag_a_day_steadiness or 0) >= _STEADY
        and (one.lag_a_day or 0) * len(days) >= max(WORSE_RECORDS, one.lag_mean or 0)
    ]
    if not growing:
        return
    first = max(growing, key=lambda one: one.lag_a_day or 0)
    kind = "tasks" if first.of is Of.TASK else "partitions"
    count = f"Lag of {len(growing)} of {len(things)} {kind}" if len(growing) > 1 else f"Lag of {_named(first)}"
    most = f", {_named(first)} most," if len(growing) > 1 else ""
    yield Found(
        About.LAG_GROWS,
        f"{count} grows from day to day{most} by {about(first.lag_a_day or 0)} records a day over {len(days)} days.",
        "Give the application more threads or instances while partitions allow it, or make each record cheaper, before "
        "retention deletes what is not read yet.",
        tuple(one.name for one in growing),
    )


def _each_day(profiles: Sequence[Profile]) -> Iterator[Found]:
    """Find an hour at which the lag of sub-topologies, or else of topics, is highest on most days."""
    of = Of.SUB_TOPOLOGY if any(one.of is Of.SUB_TOPOLOGY for one in profiles) else Of.TOPIC
    at_hour: dict[int, list[tuple[Profile, HourOfDay]]] = {}
    for profile in profiles:
        if profile.of is of and (hour := _worst_hour(profile)) is not None:
            at_hour.setdefault(hour.hour, []).append((profile, hour))
    for number, found in sorted(at_hour.items()):
        profile, top = max(found, key=lambda one: one[1].lag or 0)
        others = [one.name for one, _ in found if one is not profile]
        beside = f" So it is with {listed(others, _NAMES)}." if others else ""
        days = sum(hour.busiest_on for hour in profile.hours)
        what = f"sub-topology {profile.name}" if of is Of.SUB_TOPOLOGY else f"topic {profile.name}"
        yield Found(
            About.EACH_DAY,
            f"On {top.busiest_on} of {days} days lag of {what} is highest from {number:02}:00 to "
            f"{(number + 1) % 24:02}:00 UTC: {about(top.lag or 0)} records on average, at other hours "
            f"{about(_usual(profile))}.{beside}",
            "Find out what comes or runs at that hour, and give the application room for it, or let what comes wait.",
            (profile.name, *others),
        )


def _worst_hour(profile: Profile) -> HourOfDay | None:
    """Give the hour that is the worst on most days and far worse than others; None where there is none."""
    counted = sum(hour.busiest_on for hour in profile.hours)
    top = max(profile.hours, key=lambda hour: hour.busiest_on)
    is_usual = counted >= _DAYS_TO_COME_BACK and top.busiest_on >= _COMES_BACK * counted
    is_far = (top.lag or 0) >= max(_OVER_OTHER_HOURS * _usual(profile), WORSE_RECORDS)
    return top if is_usual and is_far else None


def _usual(profile: Profile) -> float:
    return median(hour.lag or 0 for hour in profile.hours)


def _more_comes_in(figures: Sequence[Figures], days: Sequence[DaySeen]) -> Iterator[Found]:
    if len(days) < 2 * _DAYS_TO_GROW:
        return
    topics = [
        one
        for one in figures
        if one.of is Of.TOPIC
        and (one.input_a_week or 0) >= _GROWS_IN_A_WEEK
        and (one.input_a_week_steadiness or 0) >= _STEADY
    ]
    if not topics:
        return
    first = max(topics, key=lambda one: one.input_a_week or 0)
    others = [one.name for one in topics if one is not first]
    beside = f" {listed(others, _NAMES)} {'grows' if len(others) == 1 else 'grow'} too." if others else ""
    yield Found(
        About.MORE_COMES_IN,
        f"What comes into {first.name} grows by {(first.input_a_week or 0):.0%} of its mean a week: "
        f"{about(first.produce_rate or 0)} records a second on average over {len(days)} days.{beside}",
        "Look whether threads, instances and partitions still suffice when it goes on like this for a quarter.",
        (first.name, *others),
    )


def _missing(missing: Sequence[str]) -> Iterator[Found]:
    if missing:
        are = "day is" if len(missing) == 1 else "days are"
        yield Found(
            About.DAYS_MISSING,
            f"{len(missing)} {are} missing: {listed(missing, _NAMES)}.",
            "Hand them in; days may come late and in any order.",
            tuple(missing),
        )


def _nothing_worse(compared: Compared) -> Found:
    return Found(
        About.NOTHING_WORSE,
        f"Nothing lags by twice as much on {compared.day} as on {compared.before} and by more than "
        f"{WORSE_RECORDS:.0f} records and {WORSE_SECONDS:.0f} seconds of waiting, over the {compared.hours} hours that "
        "both have.",
        "Nothing became worse. Whether what waits on both days is too much, the tables say.",
    )
