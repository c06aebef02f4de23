"""From rows about topics to what a report says of them: the frames are measured, and what is small is collected."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from pyspark.sql import DataFrame, Row
from pyspark.sql import functions as F

from topoviz.engine.tasks.task_id import TaskId
from topoviz.lag.findings.words import duration
from topoviz.lag.jobs.span import Span
from topoviz.lag.jobs.watch import Watch
from topoviz.lag.onto_topology import Placement
from topoviz.lag.topics.collected import rows_of, seconds_of
from topoviz.lag.topics.events import MOST_EVENTS, absences_from, count_changes_from, moves_from
from topoviz.lag.topics.known import Known
from topoviz.lag.topics.lines import size_lines_of, trouble_of
from topoviz.lag.topics.model import TopicHistory, TopicPartitionState, TopicSize
from topoviz.lag.topics.restores import restores_of, stores_of
from topoviz.lag.topics.shape import Role
from topoviz.lag.topics.transforms.brokers import absences_of, leader_moves_of
from topoviz.lag.topics.transforms.counts import count_changes_of
from topoviz.lag.topics.transforms.layouts import (
    NEAR_INTERVALS,
    layouts_of,
    measure_layouts,
    usual_seconds,
    with_changes,
)
from topoviz.lag.topics.transforms.sizes import PARTS, growth_in_parts, measure_sizes, sizes_of, skew_of_sizes
from topoviz.lag.transforms.windows import MICROSECONDS

MOST_TOPICS: Final = 500
MOST_PARTITIONS: Final = 5_000
MOST_LINES: Final = 12
_LEAST_LOOKS: Final = 8
_LEAST_SECONDS: Final = 3600.0
_STATES: Final = {"offline": "offline", "out": "out_of_sync", "below": "below_min"}


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
    moves = moves_from(rows_of(leader_moves_of(changes)))
    last_look = max((row["last"] for row in usuals.values()), default=0) / MICROSECONDS
    absences = absences_from(rows_of(absences_of(changes)), moves, last_look, interval, is_own_only=bool(own))
    watch.check()
    of_others = [one for one in topics if one.kind == "other"]
    kept = (*(one for one in topics if one.kind != "other"), *of_others[:MOST_TOPICS])
    shown = [one.topic for one in topics if not own or one.kind != "other"][:MOST_LINES]
    width, count = span.width(buckets), span.buckets(buckets)
    lines = frames.sizes.where(F.col("topic").isin(shown))
    reach = int(NEAR_INTERVALS * (interval or 0.0) / width)
    has_changes = any(row["counts"] > 1 for row in known.counts.values())
    count_rows = rows_of(count_changes_of(frames.facts)) if has_changes else []
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
        count_changes=count_changes_from(count_rows, known, placement),
        size_lines=size_lines_of(lines, shown, span, width, count, reach) if topic_rows else (),
        trouble=trouble_of(changes.where(of_own), span, width, count, reach) if usuals else None,
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
    rows = rows_of(layouts.join(sizes, on=["topic", "partition"], how="full"))
    rows.sort(key=lambda row: (row["topic"], row["partition"]))
    return tuple(_partition(row, known.roles.get(row["topic"])) for row in rows)


def _partition(row: Row, role: Role | None) -> TopicPartitionState:
    states: dict[str, Any] = {}
    for ours, name in _STATES.items():
        states[name] = row[ours] or 0
        states[f"{name}_seconds"] = row[f"{ours}_seconds"]
        states[f"{name}_from"] = seconds_of(row[f"{ours}_from"])
        states[f"{name}_until"] = seconds_of(row[f"{ours}_until"])
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
        leader_moved_at=seconds_of(row["leader_moved_last"]),
        reassignments=row["reassignments"] or 0,
        anews=row["anews"] or 0,
        anew_at=seconds_of(row["anew_last"]),
        size_looks=row["size_looks"] or 0,
        size_bytes=row["size_bytes"],
        size_bytes_max=row["size_bytes_max"],
        disk_bytes=row["disk_bytes"],
        bytes_a_day=row["bytes_a_day"],
        grown_bytes=row["grown_bytes"],
        freed_bytes=row["freed_bytes"],
        **states,
    )


def _missing(known: Known, placement: Placement) -> tuple[str, ...]:
    """List the changelogs and the topics that are read of which the history says nothing."""
    if placement.shape is None:
        return ()
    seen = {role.name for role in known.roles.values()}
    wanted = dict.fromkeys(
        name for group in placement.shape.groups for name in (*group.sources, *(log.name for log in group.changelogs))
    )
    return tuple(name for name in wanted if name not in seen)
