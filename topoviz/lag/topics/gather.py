"""From rows about topics to what a report says of them: the frames are measured, and what is small is collected."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from pyspark.sql import DataFrame, Row
from pyspark.sql import functions as F

from topoviz.engine.tasks.task_id import TaskId
from topoviz.lag.bad_history import BadHistory
from topoviz.lag.findings.words import duration
from topoviz.lag.jobs.span import Span
from topoviz.lag.jobs.watch import Watch
from topoviz.lag.limits import Limits
from topoviz.lag.onto_topology import Placement
from topoviz.lag.topics.grown import effect_of, share_moved
from topoviz.lag.topics.model import (
    BrokerAbsence,
    CountChange,
    LeaderMove,
    SizeLine,
    TopicHistory,
    TopicPartitionState,
    TopicSize,
    TroubleLine,
)
from topoviz.lag.topics.restores import restores_of, stores_of
from topoviz.lag.topics.shape import Role, application_of, roles_of
from topoviz.lag.topics.transforms.brokers import absences_of, leader_moves_of
from topoviz.lag.topics.transforms.counts import count_changes_of, counts_of
from topoviz.lag.topics.transforms.layouts import (
    NEAR_INTERVALS,
    layouts_of,
    measure_layouts,
    usual_seconds,
    with_changes,
)
from topoviz.lag.topics.transforms.lines import sizes_in_buckets, troubles_in_buckets
from topoviz.lag.topics.transforms.sizes import PARTS, growth_in_parts, measure_sizes, sizes_of, skew_of_sizes
from topoviz.lag.transforms.windows import MICROSECONDS

T = TypeVar("T")
MOST_TOPICS: Final = 500
MOST_PARTITIONS: Final = 5_000
MOST_EVENTS: Final = 2_000
MOST_LINES: Final = 12
_LEAST_LOOKS: Final = 8
_LEAST_SECONDS: Final = 3600.0
_STATES: Final = {"offline": "offline", "out": "out_of_sync", "below": "below_min"}


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of topics before they are measured: their counts, their times, and what the application has.

    `start` and `end` are in microseconds since 1970.
    """

    counts: Mapping[str, Row]
    start: int
    end: int
    roles: Mapping[str, Role]
    application_id: str | None
    unsure: tuple[str, ...]


def know_topics(facts: DataFrame, placement: Placement, group: str | None, limits: Limits) -> Known:
    """Find out which topics are the application's; raises BadHistory for more topics than a report may have."""
    rows = counts_of(facts).limit(limits.max_partitions + 1).collect()
    if len(rows) > limits.max_partitions:
        raise BadHistory(
            "too-many-partitions",
            f"The history has more than {limits.max_partitions:,} topics, which is the limit.",
            "Give `--topic` to kafka-topics.sh and `--topic-list` to kafka-log-dirs.sh.",
        )
    counts = {row["topic"]: row for row in sorted(rows, key=lambda row: row["topic"])}
    start, end = min(row["start"] for row in rows), max(row["end"] for row in rows)
    own_id, doubt = placement.application_id or group, None
    if placement.shape is None:
        return Known(counts, start, end, {}, own_id, ())
    if own_id is None:
        own_id, doubt = application_of(placement.shape, counts)
    roles = roles_of(placement.shape, list(counts), own_id)
    return Known(counts, start, end, roles, own_id, () if doubt is None else (doubt,))


def gather_topics(
    facts: DataFrame, known: Known, placement: Placement, span: Span, buckets: int, watch: Watch
) -> TopicHistory:
    """Measure FACTS and collect what a report says; `span` is that of the whole report, with so many `buckets`."""
    own = sorted(known.roles)
    facts = facts.withColumn("is_own", F.col("topic").isin(own) if own else F.lit(False))
    layouts = layouts_of(facts)
    usual = usual_seconds(layouts)
    # Both are looked at several times.
    changes, sizes = with_changes(layouts, usual).persist(), sizes_of(facts).persist()
    try:
        usuals = {row["topic"]: row for row in usual.collect()}
        watch.check()
        return _gathered(_Frames(facts, changes, sizes, usuals), known, placement, span, buckets, watch)
    finally:
        changes.unpersist()
        sizes.unpersist()


@dataclass(frozen=True, slots=True)
class _Frames:
    facts: DataFrame
    changes: DataFrame
    sizes: DataFrame
    usuals: Mapping[str, Row]


def _gathered(
    frames: _Frames, known: Known, placement: Placement, span: Span, buckets: int, watch: Watch
) -> TopicHistory:
    own = sorted(known.roles)
    of_own = F.col("topic").isin(own) if own else F.lit(True)
    changes, usuals = frames.changes, frames.usuals
    # What the looks can show is said of the topic that was looked at most rarely.
    distances = [row["seconds"] or 0.0 for topic, row in usuals.items() if not own or topic in known.roles]
    interval = max(distances, default=0.0) or None
    size_measures = measure_sizes(frames.sizes)
    topic_rows = {row["topic"]: row for row in skew_of_sizes(size_measures).collect()}
    watch.check()
    growth, because = _growth(frames.sizes, topic_rows)
    if because is not None:
        size_measures = size_measures.withColumn("bytes_a_day", F.lit(None).cast("double"))
    topics = [_topic(topic, counts, topic_rows.get(topic), growth, known) for topic, counts in known.counts.items()]
    topics.sort(key=lambda one: (one.kind == "other", -(one.size_bytes or 0), one.topic))
    watch.check()
    partitions = _partitions(measure_layouts(changes.where(of_own)), size_measures.where(of_own), known)
    watch.check()
    moves = _moves(_rows(leader_moves_of(changes)))
    last_look = max((row["last"] for row in usuals.values()), default=0) / MICROSECONDS
    absences = _absences(_rows(absences_of(changes)), moves, last_look, interval, is_own_only=bool(own))
    watch.check()
    of_others = [one for one in topics if one.kind == "other"]
    kept = (*(one for one in topics if one.kind != "other"), *of_others[:MOST_TOPICS])
    shown = [one.topic for one in topics if not own or one.kind != "other"][:MOST_LINES]
    width, count = span.width(buckets), span.buckets(buckets)
    lines = frames.sizes.where(F.col("topic").isin(shown))
    reach = int(NEAR_INTERVALS * (interval or 0.0) / width)
    has_changes = any(row["counts"] > 1 for row in known.counts.values())
    count_rows = _rows(count_changes_of(frames.facts)) if has_changes else []
    return TopicHistory(
        start=known.start / MICROSECONDS,
        end=known.end / MICROSECONDS,
        rows=sum(row["rows"] for row in known.counts.values()),
        application_id=known.application_id,
        looks=max((row["looks"] for topic, row in usuals.items() if not own or topic in known.roles), default=0),
        interval_seconds=interval,
        size_looks=max((row["size_looks"] for row in topic_rows.values()), default=0),
        is_own_only=bool(own),
        growth_unknown_because=because,
        topics=kept,
        topics_left_out=len(topics) - len(kept),
        topics_not_in_history=_missing(known, placement),
        partitions=partitions[:MOST_PARTITIONS],
        partitions_left_out=max(0, len(partitions) - MOST_PARTITIONS),
        stores=stores_of(known.roles, {one.topic: one for one in topics}, partitions),
        tasks=restores_of(known.roles, partitions),
        absences=absences[:MOST_EVENTS],
        leader_moves=moves[-MOST_EVENTS:],
        count_changes=_count_changes(count_rows, known, placement),
        size_lines=_size_lines(lines, shown, span, width, count, reach) if topic_rows else (),
        trouble=_trouble(changes.where(of_own), span, width, count, reach) if usuals else None,
    )


def _growth(sizes: DataFrame, topics: Mapping[str, Row]) -> tuple[dict[str, tuple[float, float]], str | None]:
    """Give how fast topics grew at least and most, or why that is not known."""
    if not topics:
        return {}, "sizes were not looked at"
    looks = max(row["size_looks"] for row in topics.values())
    start, end = min(row["start"] for row in topics.values()), max(row["end"] for row in topics.values())
    seconds = (end - start) / MICROSECONDS
    if looks < _LEAST_LOOKS or seconds < _LEAST_SECONDS:
        often = "once" if looks == 1 else f"{looks} times in {duration(seconds)}"
        return {}, f"sizes were looked at {often}; how fast they grow takes {_LEAST_LOOKS} looks in an hour"
    found: dict[str, list[float]] = {}
    for part in growth_in_parts(sizes, start, end).collect():
        if part["partitions"] == topics[part["topic"]]["sized"]:
            found.setdefault(part["topic"], []).append(part["bytes_a_day"])
    whole = {topic: all_of for topic, all_of in found.items() if len(all_of) == PARTS}
    # What goes up and down may go otherwise as a whole than in each of its parts.
    spans = {topic: (*all_of, topics[topic]["bytes_a_day"]) for topic, all_of in whole.items()}
    return {topic: (min(span), max(span)) for topic, span in spans.items()}, None


def _topic(
    topic: str, counts: Row, size: Row | None, growth: Mapping[str, tuple[float, float]], known: Known
) -> TopicSize:
    role = known.roles.get(topic)
    least, most = growth.get(topic, (None, None))
    median = None if size is None else size["median_bytes"]
    return TopicSize(
        topic=topic,
        kind="other" if role is None else role.kind,
        sub_topologies=() if role is None else _subs(role),
        stores=() if role is None else tuple(dict.fromkeys(store for store, _ in role.restores)),
        partitions=counts["count_last"],
        partitions_first=counts["count_first"],
        partitions_seen=counts["highest"] + 1,
        size_bytes=None if size is None else size["size_bytes"],
        disk_bytes=None if size is None else size["disk_bytes"],
        bytes_a_day=None if size is None or topic not in growth else size["bytes_a_day"],
        bytes_a_day_least=least,
        bytes_a_day_most=most,
        grown_bytes=None if size is None else size["grown_bytes"],
        freed_bytes=None if size is None else size["freed_bytes"],
        size_looks=0 if size is None else size["size_looks"],
        largest_partition=None if size is None else size["largest"],
        largest_bytes=None if size is None else size["largest_bytes"],
        median_bytes=median,
        largest_over_median=size["largest_bytes"] / median if size is not None and median else None,
    )


def _subs(role: Role) -> tuple[int, ...]:
    return tuple(sorted({*role.read_by, *role.written_by, *(sub for _, sub in role.restores)}))


def _partitions(layouts: DataFrame, sizes: DataFrame, known: Known) -> tuple[TopicPartitionState, ...]:
    rows = _rows(layouts.join(sizes, on=["topic", "partition"], how="full"))
    rows.sort(key=lambda row: (row["topic"], row["partition"]))
    return tuple(_partition(row, known.roles.get(row["topic"])) for row in rows)


def _partition(row: Row, role: Role | None) -> TopicPartitionState:
    states: dict[str, Any] = {}
    for ours, name in _STATES.items():
        states[name] = row[ours] or 0
        states[f"{name}_seconds"] = row[f"{ours}_seconds"]
        states[f"{name}_from"] = _seconds(row[f"{ours}_from"])
        states[f"{name}_until"] = _seconds(row[f"{ours}_until"])
        states[f"is_{name}"] = bool(row[f"is_{ours}_last"])
    subs = () if role is None else dict.fromkeys((*role.read_by, *(sub for _, sub in role.restores)))
    return TopicPartitionState(
        topic=row["topic"],
        partition=row["partition"],
        tasks=tuple(str(TaskId(sub, row["partition"])) for sub in sorted(subs)),
        layout_looks=row["layout_looks"] or 0,
        leader=row["leader"],
        replicas=None if row["replicas"] is None else tuple(row["replicas"]),
        in_sync=None if row["in_sync"] is None else tuple(row["in_sync"]),
        leader_moves=row["leader_moves"] or 0,
        leader_moved_at=_seconds(row["leader_moved_last"]),
        reassignments=row["reassignments"] or 0,
        anews=row["anews"] or 0,
        anew_at=_seconds(row["anew_last"]),
        size_looks=row["size_looks"] or 0,
        size_bytes=row["size_bytes"],
        size_bytes_max=row["size_bytes_max"],
        disk_bytes=row["disk_bytes"],
        bytes_a_day=row["bytes_a_day"],
        grown_bytes=row["grown_bytes"],
        freed_bytes=row["freed_bytes"],
        **states,
    )


def _seconds(micros: int | None) -> float | None:
    return None if micros is None else micros / MICROSECONDS


def _rows(frame: DataFrame) -> list[Row]:
    """Collect rows with their times in microseconds since 1970: as times they would be in the zone of this process."""
    times = {name: F.unix_micros(name) for name, kind in frame.dtypes if kind == "timestamp"}
    return (frame.withColumns(times) if times else frame).collect()


def _moves(rows: Sequence[Row]) -> tuple[LeaderMove, ...]:
    found = (
        LeaderMove(
            start=_seconds(row["start"]) or 0.0,
            until=_seconds(row["until"]) or 0.0,
            before=row["before"],
            after=row["after"],
            partitions=row["partitions"],
            own=row["own"],
        )
        for row in rows
    )
    return tuple(sorted(found, key=lambda one: (one.until, one.before, one.after)))


def _absences(
    rows: Sequence[Row], moves: Sequence[LeaderMove], last_look: float, interval: float | None, *, is_own_only: bool
) -> tuple[BrokerAbsence, ...]:
    found = []
    for row in rows:
        start, until = _seconds(row["start"]) or 0.0, _seconds(row["until"]) or 0.0
        # A leader moves in the look in which its copy is missed first, or in the one before.
        lost = sum(
            move.own if is_own_only else move.partitions
            for move in moves
            if move.before == row["broker"] and start - (interval or 0.0) <= move.until <= until
        )
        found.append(
            BrokerAbsence(
                broker=row["broker"],
                start=start,
                until=until,
                is_open=until >= last_look,
                partitions=row["partitions"],
                own=row["own"],
                offline=row["own_offline" if is_own_only else "offline"],
                below_min=row["own_below" if is_own_only else "below"],
                leaders_lost=lost,
            )
        )
    return tuple(sorted(found, key=lambda one: (one.start, one.broker)))


def _count_changes(rows: Sequence[Row], known: Known, placement: Placement) -> tuple[CountChange, ...]:
    counts = {topic: known.counts[topic]["count_last"] for topic in known.roles}
    now = {role.name: counts[topic] for topic, role in known.roles.items() if counts[topic] is not None}
    found = []
    for row in sorted(rows, key=lambda row: (row["until"], row["topic"]))[:MOST_EVENTS]:
        role, before, after = known.roles.get(row["topic"]), row["before"], row["after"]
        effect = None
        if role is not None and placement.shape is not None:
            effect = effect_of(placement.shape, role, before, after, now, known.application_id)
        found.append(
            CountChange(
                topic=row["topic"],
                before=before,
                after=after,
                start=_seconds(row["start"]) or 0.0,
                until=_seconds(row["until"]) or 0.0,
                share_moved=share_moved(before, after),
                new_tasks=() if effect is None else effect.new_tasks,
                effects=() if effect is None else effect.sentences,
                is_refused=effect is not None and effect.is_refused,
            )
        )
    return tuple(found)


def _size_lines(
    sizes: DataFrame, topics: Sequence[str], span: Span, width: float, count: int, reach: int
) -> tuple[SizeLine, ...]:
    at: dict[str, dict[int, Row]] = {}
    for row in sizes_in_buckets(sizes, span.start, width, count).collect():
        at.setdefault(row["topic"], {})[row["bucket"]] = row
    lines = []
    for topic in topics:
        values: list[float | None] = []
        most = 0
        for bucket in range(count):
            found = at.get(topic, {}).get(bucket)
            # With a partition fewer than before the sum would be of something else.
            most = max(most, 0 if found is None else found["partitions"])
            values.append(None if found is None or found["partitions"] < most else found["size_bytes"])
        if topic in at:
            lines.append(SizeLine(topic, _until_next(values, reach)))
    return tuple(lines)


def _trouble(changes: DataFrame, span: Span, width: float, count: int, reach: int) -> TroubleLine:
    at = {row["bucket"]: row for row in troubles_in_buckets(changes, span.start, width, count).collect()}
    out, offline, moves = (
        [at[bucket][name] if bucket in at else None for bucket in range(count)]
        for name in ("out", "offline", "leader_moves")
    )
    return TroubleLine(_until_next(out, reach), _until_next(offline, reach), tuple(moves))


def _until_next(values: Sequence[T | None], reach: int) -> tuple[T | None, ...]:
    """Let each value hold until the next one, over `reach` stretches at most: lag may be looked at more often."""
    filled: list[T | None] = []
    last = -reach - 1
    for place, value in enumerate(values):
        last = place if value is not None else last
        filled.append(values[last] if place - last <= reach else None)
    return tuple(filled)


def _missing(known: Known, placement: Placement) -> tuple[str, ...]:
    """List the changelogs and the topics that are read of which the history says nothing."""
    if placement.shape is None:
        return ()
    seen = {role.name for role in known.roles.values()}
    wanted = dict.fromkeys(
        name for group in placement.shape.groups for name in (*group.sources, *(log.name for log in group.changelogs))
    )
    return tuple(name for name in wanted if name not in seen)
