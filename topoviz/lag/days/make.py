"""The job that makes a report over days, out of what is kept of each hour alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any, Final

from pyspark.sql import DataFrame, Row, SparkSession
from pyspark.sql import functions as F

from topoviz.engine.tasks.task_id import TaskId
from topoviz.lag.bad_history import BadHistory
from topoviz.lag.days import levels
from topoviz.lag.days.find import find
from topoviz.lag.days.report import (
    Compared,
    DaySeen,
    DaysReport,
    Figures,
    HourOfDay,
    Line,
    Of,
    Profile,
    Sides,
    Spread,
)
from topoviz.lag.days.store import days_in, read_days
from topoviz.lag.jobs.analyze import frame_of_places
from topoviz.lag.jobs.watch import Watch, watched
from topoviz.lag.jobs.width import as_wide_as
from topoviz.lag.limits import Limits
from topoviz.lag.onto_topology import EMPTY, Placement, place_topics
from topoviz.lag.spark_failed import explained

MOST_DAYS: Final = 400
MOST_TASK_LINES: Final = 20
MOST_TOPIC_LINES: Final = 10
_WEEK: Final = timedelta(days=7)
_ORDER: Final = {Of.SUB_TOPOLOGY: 0, Of.TASK: 1, Of.TOPIC: 2, Of.PARTITION: 3}

Thing = tuple[Any, ...]


def report_days(
    spark: SparkSession,
    store: str,
    placement: Placement = EMPTY,
    *,
    first: str | None = None,
    last: str | None = None,
    day: str | None = None,
    against: str | None = None,
    is_wanted: Callable[[], bool] = lambda: True,
    limits: Limits | None = None,
) -> DaysReport:
    """Make the report of the days that are kept, from `first` to `last` where they are given.

    `day` is held against `against`: without them the last day against the same weekday of the week before, or else the
    day that is kept before it. Raises BadHistory, Cancelled, TookTooLong and SparkFailed.
    """
    limits = limits if limits is not None else Limits()
    watch = Watch(is_wanted, limits.seconds)
    with explained(), watched(spark, watch):
        days = _chosen(days_in(spark, store), store, first, last)
        hours = read_days(spark, store, days)
        as_wide_as(spark, [hours])
        seen = {(row["group"], row["topic"]) for row in hours.select("group", "topic").distinct().collect()}
        places = place_topics(placement, seen)
        if places.group is not None:
            hours = hours.where(F.col("group") == F.lit(places.group))
        watch.check()
        things = levels.things_by_hour(levels.joined_up(hours), frame_of_places(spark, places)).persist()
        try:
            pair = _pair(days, day, against)
            found = _Collected(hours, things, pair, watch)
        finally:
            things.unpersist()
        seen_days = found.days
        compared = Compared(pair[1], pair[0], found.hours_compared) if pair is not None else None
        if not found.hours_compared:
            compared = None
        missing = _missing(days)
        figures = tuple(_figures(thing, found) for thing in sorted(found.all, key=_rank))
        profiles = tuple(_profiles(found))
        return DaysReport(
            first_day=days[0],
            last_day=days[-1],
            group=places.group,
            days=seen_days,
            missing_days=missing,
            compared=compared,
            findings=find(figures, profiles, seen_days, missing, compared),
            figures=figures,
            lines=tuple(_lines(found, figures, days)),
            profiles=profiles,
            topics_not_read=tuple(sorted({topic for _, topic in places.not_read})) if places.group is not None else (),
            topics_not_in_history=places.not_in_history,
            unsure=places.unsure,
        )


class _Collected:
    """What comes out of Spark: rows by their thing, all of them as small as things times days."""

    def __init__(self, hours: DataFrame, things: DataFrame, pair: tuple[str, str] | None, watch: Watch) -> None:
        self.all = _by_thing(levels.over_all(things))
        watch.check()
        days = levels.by_day(things)
        self.growth = _by_thing(levels.growth(days))
        watch.check()
        self.pair = _by_thing(levels.two_days(things, pair[1], pair[0])) if pair is not None else {}
        watch.check()
        self.spreads = {(row["group"], row["topic"], row["partition"]): row for row in levels.spreads(hours).collect()}
        watch.check()
        shown = self._shown()
        chosen = F.concat_ws("\n", *(F.coalesce(F.col(name).cast("string"), F.lit("")) for name in levels.THING))
        keys = ["\n".join("" if part is None else str(part) for part in thing) for thing in shown]
        few, few_days = things.where(chosen.isin(keys)), days.where(chosen.isin(keys))
        self.lines = _rows_by_thing(few_days)
        self.profiles = _rows_by_thing(levels.by_hour_of_day(few))
        self.days = tuple(
            DaySeen(row["day"], row["samples"], row["partitions"], row["hours"])
            for row in sorted(
                hours.groupBy("day").agg(
                    F.sum("samples").alias("samples"),
                    F.count_distinct("group", "topic", "partition").alias("partitions"),
                    F.count_distinct("hour").alias("hours"),
                ).collect(),
                key=lambda row: str(row["day"]),
            )
        )  # fmt: skip
        self.hours_compared = max((row["hours"] for row in self.pair.values()), default=0)

    def _shown(self) -> list[Thing]:
        """Choose what gets a line and a profile: all sub-topologies, and the tasks and topics that lag most."""
        by_lag = sorted(self.all, key=lambda thing: (-(self.all[thing]["lag_mean"] or 0), _rank(thing)))
        most = {Of.TASK: MOST_TASK_LINES, Of.TOPIC: MOST_TOPIC_LINES, Of.SUB_TOPOLOGY: len(by_lag)}
        return [thing for kind, count in most.items() for thing in [one for one in by_lag if one[0] == kind][:count]]


def _chosen(kept: Sequence[str], store: str, first: str | None, last: str | None) -> list[str]:
    days = [day for day in kept if (first is None or day >= first) and (last is None or day <= last)]
    if not days:
        there = f"it has {len(kept)}, from {kept[0]} to {kept[-1]}" if kept else "it has none"
        raise BadHistory("no-days", f"There are no such days in {store}; {there}.", "Append days first.")
    return days[-MOST_DAYS:]


def _pair(days: Sequence[str], day: str | None, against: str | None) -> tuple[str, str] | None:
    """Choose two days, the earlier first; None where there is nothing to hold a day against."""
    for asked in (day, against):
        if asked is not None and asked not in days:
            raise BadHistory("no-days", f"{asked} is not kept.", f"The days go from {days[0]} to {days[-1]}.")
    now = day or days[-1]
    week_before = (date.fromisoformat(now) - _WEEK).isoformat()
    earlier = [one for one in days if one < now]
    before = against or (week_before if week_before in days else earlier[-1] if earlier else None)
    return (before, now) if before is not None and before != now else None


def _missing(days: Sequence[str]) -> tuple[str, ...]:
    start, end = date.fromisoformat(days[0]), date.fromisoformat(days[-1])
    every = ((start + timedelta(days=number)).isoformat() for number in range((end - start).days))
    return tuple(sorted(set(every) - set(days)))


def _thing(row: Row) -> Thing:
    return tuple(row[name] for name in levels.THING)


def _by_thing(frame: DataFrame) -> dict[Thing, Row]:
    return {_thing(row): row for row in frame.collect()}


def _rows_by_thing(frame: DataFrame) -> dict[Thing, list[Row]]:
    found: dict[Thing, list[Row]] = {}
    for row in frame.collect():
        found.setdefault(_thing(row), []).append(row)
    return found


def _rank(thing: Thing) -> tuple[Any, ...]:
    of, group, topic, partition, sub_topology = thing
    none = -1
    return (
        _ORDER[Of(of)],
        group,
        none if sub_topology is None else sub_topology,
        topic or "",
        none if partition is None else partition,
    )


def name_of(of: Of, topic: str | None, partition: int | None, sub_topology: int | None) -> str:
    """Name a thing as Kafka does: task `0_3`, partition `orders-3`."""
    if of is Of.TASK:
        assert sub_topology is not None and partition is not None  # noqa: PT018 - a task has both
        return str(TaskId(sub_topology, partition))
    return {Of.SUB_TOPOLOGY: str(sub_topology), Of.TOPIC: str(topic)}.get(of, f"{topic}-{partition}")


def _figures(thing: Thing, found: _Collected) -> Figures:
    of, (group, topic, partition, sub_topology) = Of(thing[0]), thing[1:]
    row, growth = found.all[thing], found.growth.get(thing)
    spread = found.spreads.get((group, topic, partition)) if of is Of.PARTITION else None
    return Figures(
        of=of,
        name=name_of(of, topic, partition, sub_topology),
        group=group,
        topic=topic,
        partition=partition,
        sub_topology=sub_topology,
        hours=row["hours"],
        lag_mean=row["lag_mean"],
        lag_busiest=row["lag_busiest"],
        lag_busiest_at=None if row["lag_busiest"] is None else _moment(row["lag_busiest_at"]),
        produce_rate=row["produce_rate_mean"],
        consume_rate=row["consume_rate_mean"],
        wait_seconds=_wait(row["lag_mean"], row["produce_rate_mean"]),
        stalled_seconds=row["stalled_seconds"],
        moves=row["moves"],
        **{name: None if growth is None else growth[name] for name in (
            "lag_a_day", "lag_a_day_steadiness", "input_a_week", "input_a_week_steadiness")},
        compared=_sides(found.pair.get(thing)),
        spread=None
        if spread is None
        else Spread(
            _at_most(spread["p50"], spread["most"]),
            _at_most(spread["p95"], spread["most"]),
            _at_most(spread["p99"], spread["most"]),
            spread["most"],
            None if spread["most"] is None else _moment(spread["most_at"]),
        ),
    )  # fmt: skip


def _at_most(percentile: float | None, most: float | None) -> float | None:
    """Keep what is known in bins alone below the greatest lag, which is known as it is."""
    return percentile if percentile is None or most is None else min(percentile, float(most))


def _sides(row: Row | None) -> Sides | None:
    if row is None:
        return None
    before, now = ((row[f"lag_{side}"], row[f"produce_rate_{side}"]) for side in ("before", "now"))
    return Sides(before[0], now[0], before[1], now[1], _wait(*before), _wait(*now))


def _wait(lag: float | None, rate: float | None) -> float | None:
    """Give how long a record waits on average, in seconds: what waits over what comes in (Little's law)."""
    return lag / rate if lag is not None and rate else None


def _moment(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _lines(found: _Collected, figures: Sequence[Figures], days: Sequence[str]) -> Iterable[Line]:
    for thing, rows in sorted(found.lines.items(), key=lambda item: _rank(item[0])):
        at: Mapping[str, Row] = {row["day"]: row for row in rows}
        of, (_, topic, partition, sub_topology) = Of(thing[0]), thing[1:]
        columns = (
            tuple(at[day][name] if day in at else None for day in days)
            for name in ("lag", "lag_busiest", "produce_rate", "consume_rate")
        )
        yield Line(of, name_of(of, topic, partition, sub_topology), *columns)


def _profiles(found: _Collected) -> Iterable[Profile]:
    for thing, rows in sorted(found.profiles.items(), key=lambda item: _rank(item[0])):
        of, (_, topic, partition, sub_topology) = Of(thing[0]), thing[1:]
        busiest = [row["busiest_hour"] for row in found.lines[thing] if row["hours"] >= levels.HOURS_OF_A_DAY]
        hours = tuple(
            HourOfDay(
                row["hour_of_day"], row["days"], row["lag"], row["produce_rate"], row["consume_rate"],
                busiest.count(row["hour_of_day"]),
            )
            for row in sorted(rows, key=lambda row: int(row["hour_of_day"]))
        )  # fmt: skip
        yield Profile(of, name_of(of, topic, partition, sub_topology), hours)
