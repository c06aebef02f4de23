"""An interval of a trace as pictures show it: what each thread and task does, marks for what happens, and lines.

A lane has spans of one state each; those of the same state with less than a pixel between them are one span of some
pixels, with the share of it that the state holds. So however many events there are, a lane has no more spans of a state
than pixels.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from topoviz.rendering.simulation.trace.replay import Replay, replay_of, threads_of

Json = dict[str, Any]

MARKED: Final = frozenset(
    {
        "committed", "punctuated", "paused", "resumed", "late", "dropped", "killed", "came back", "thread died",
        "aborted", "broker slow", "poll is late", "started", "stops", "rebalance began", "rebalance ended", "lost",
        "member gone", "migrated", "fenced", "restored", "state wiped", "initTransactions timed out",
    }
)  # fmt: skip
"""Kinds of events that have a mark."""

_WITHIN: Final = ("node", "late", "dropped", "goes on", "waits", "paused", "resumed")
"""Kinds that stand within what a thread does, and do not end it."""

_MERGED: Final = 3
"""Pixels that spans have at most that stand for several: what is busier than before shall be seen."""

_MARK: Final = 14
"""Pixels that a mark takes: others of the same kind and place that are nearer are counted in it."""

_MOST_POINTS: Final = 200


@dataclass(slots=True)
class Span:
    """What a lane shows from one time to another, in ms; `held` is how much of that the state holds."""

    state: str
    since: float
    until: float
    held: float
    records: int = 0
    why: str | None = None
    partition: str | None = None

    def to_json(self) -> Json:
        """Give it with the share that the state holds."""
        length = self.until - self.since
        return {
            "state": self.state,
            "from_ms": round(self.since, 3),
            "to_ms": round(self.until, 3),
            "share": round(min(self.held / length, 1), 4) if length > 0 else 1,
            "records": self.records,
            "why": self.why,
            "partition": self.partition,
        }


@dataclass(slots=True)
class LaneDraft:
    """The spans of a thread, or of a task on it, that begin or end in an interval."""

    since: float
    until: float
    gap: float
    spans: list[Span] = field(default_factory=list)
    last: dict[str, Span] = field(default_factory=dict)

    def add(self, span: Span) -> None:
        """Take the next span of its state; what is outside of the interval is cut away."""
        since, until = max(span.since, self.since), min(span.until, self.until)
        if since > until or (since == until and span.until > span.since):
            return
        span.since, span.until, span.held = since, until, until - since
        last = self.last.get(span.state)
        if last is not None and since - last.until < self.gap and until - last.since < self.gap * _MERGED:
            last.held += max(until - max(since, last.until), 0)
            last.until = max(last.until, until)
            last.records += span.records
            if (last.why, last.partition) != (span.why, span.partition):
                last.why = last.why if last.why == span.why else None
                last.partition = None
            return
        self.last[span.state] = span
        self.spans.append(span)


def lanes_of(result: Json, events: Iterable[tuple[int, Json]], from_ms: float, to_ms: float, width: int) -> Json:
    """Draw lanes for an interval of a simulation, `width` pixels wide, from all events that are kept.

    Each comes with its number; those of single nodes show nowhere, and may be left out.
    """
    return _Drawing(result, from_ms, to_ms, width).draw(events)


class _Drawing:
    def __init__(self, result: Json, from_ms: float, to_ms: float, width: int) -> None:
        self.since, self.until, self.width = from_ms, to_ms, width
        self.gap = (to_ms - from_ms) / width
        self.replay: Replay = replay_of(result)
        threads = threads_of(result)
        self.clients = {one["thread"]: one["client"] for one in threads}
        self.cut_at = (result.get("trace") or {}).get("cut_at_ms")
        self.lanes: dict[tuple[str, str], LaneDraft] = {}
        for one in threads:
            for task in ("", *one["tasks"]):
                self._lane(one["thread"], task)
        self.free: dict[str, float] = {}
        self.open: dict[tuple[str, str, str], tuple[float, str | None, str | None]] = {}
        self.marks: list[Json] = []
        self.marked: dict[tuple[str, str, str], Json] = {}
        points = min(max(width // 4, 2), _MOST_POINTS)
        self.times = [from_ms + (to_ms - from_ms) * at / (points - 1) for at in range(points)]
        self.taken = 0
        self.peaks: dict[str, int] = {}
        self.buffered: dict[str, list[int | None]] = {}
        self.stream_time: dict[str, list[int | None]] = {}

    def draw(self, events: Iterable[tuple[int, Json]]) -> Json:
        for number, event in events:
            at = event["at_ms"]
            if at > self.until:
                break
            self._sample(at)
            self._take(event, at)
            if at >= self.since and event["event"] in MARKED:
                self._mark(number, event, at)
        for (thread, task, state), (since, why, partition) in self.open.items():
            self._lane(thread, task).add(Span(state, since, self.until, 0, why=why, partition=partition))
        self._sample(self.until + 1)
        return {
            "from_ms": self.since,
            "to_ms": self.until,
            "lanes": list(self._lanes()),
            "marks": self.marks,
            "series": {"at_ms": self.times, "buffered": self.buffered, "stream_time": self.stream_time},
        }

    def _take(self, event: Json, at: float) -> None:
        kind, thread, task = event["event"], event["thread"], event.get("task")
        began = self.free.get(thread, at)
        if kind == "polled":
            self._lane(thread).add(Span("poll", at - event["waited_us"] / 1_000, at, 0))
        elif kind == "processed":
            self._lane(thread).add(Span("processing", began, at, 0, 1))
            self._lane(thread, event["task"]).add(Span("processing", began, at, 0, 1))
        elif kind == "punctuated":
            self._lane(thread, event["task"]).add(Span("processing", began, at, 0))
        elif kind == "waits":
            self._end(thread, event["task"], "waiting", at)
            self.open[thread, event["task"], "waiting"] = at, event["why"], event.get("partition")
        elif kind == "goes on":
            self._end(thread, event["task"], "waiting", at)
        elif kind in ("restore began", "restored") and task is not None:
            self._end(thread, task, "restoring", at)
            if kind == "restore began":
                self.open[thread, task, "restoring"] = at, None, None
        elif kind in ("killed", "thread died"):
            for dead in self.replay.instances.get(thread, (thread,)):
                self._end_all(dead, at)
                self.open[dead, "", "dead"] = at, None, None
        elif kind in ("came back", "started"):
            for back in self.replay.instances.get(thread, (thread,)):
                self._end(back, "", "dead", at)
                self.free[back] = at
        elif kind == "joined":
            self._end(thread, "", "rebalancing", at)
            self.open[thread, "", "rebalancing"] = at, None, None
        elif kind == "assigned":
            self._end(thread, "", "rebalancing", at)
        elif kind == "lost":
            self._end_all(thread, at)
        self.replay.take(event)
        if "partition" in event and event["event"] in ("processed", "dropped"):
            self._peak(event["partition"])
        for partition in event["records"] if kind == "polled" else ():
            self._peak(partition)
        if kind not in _WITHIN:
            self.free[thread] = at

    def _peak(self, partition: str) -> None:
        self.peaks[partition] = max(self.peaks.get(partition, 0), self.replay.buffered(partition))

    def _end(self, thread: str, task: str, state: str, at: float) -> None:
        found = self.open.pop((thread, task, state), None)
        if found is not None:
            since, why, partition = found
            self._lane(thread, task).add(Span(state, since, at, 0, why=why, partition=partition))

    def _end_all(self, thread: str, at: float) -> None:
        for name, task, state in [key for key in self.open if key[0] == thread]:
            self._end(name, task, state, at)

    def _lane(self, thread: str, task: str = "") -> LaneDraft:
        found = self.lanes.get((thread, task))
        if found is None:
            found = self.lanes[thread, task] = LaneDraft(self.since, self.until, self.gap)
        return found

    def _lanes(self) -> Iterator[Json]:
        order = {thread: place for place, thread in enumerate(dict.fromkeys(thread for thread, _ in self.lanes))}
        for (thread, task), lane in sorted(self.lanes.items(), key=lambda one: (order[one[0][0]], *_task(one[0][1]))):
            yield {
                "thread": thread,
                "client": self.clients.get(thread, thread.rpartition("-")[0]),
                "task": task or None,
                "spans": [span.to_json() for span in lane.spans],
            }

    def _mark(self, number: int, event: Json, at: float) -> None:
        place = event["event"], event["thread"], event.get("task") or ""
        last = self.marked.get(place)
        if last is not None and at - last["at_ms"] < self.gap * _MARK:
            last["count"] += 1
            return
        mark = {
            "number": number,
            "at_ms": at,
            "event": place[0],
            "thread": place[1],
            "task": place[2] or None,
            "count": 1,
        }
        self.marks.append(mark)
        self.marked[place] = mark

    def _sample(self, until: float) -> None:
        """Note sizes of queues and stream times at the times of the lines before this one: the most since the last."""
        while self.taken < len(self.times) and self.times[self.taken] < until:
            is_known = self.cut_at is None or self.times[self.taken] < self.cut_at
            for partition, queue in self.replay.queues.items():
                most = max(self.peaks.pop(partition, 0), queue.buffered, 0)
                _put(self.buffered, partition, self.taken, most if is_known else None)
            for task, now in self.replay.tasks.items():
                _put(self.stream_time, task, self.taken, now.stream_time if is_known else None)
            self.taken += 1
            for values in (*self.buffered.values(), *self.stream_time.values()):
                values.extend([None] * (self.taken - len(values)))


def _put(lines: dict[str, list[int | None]], name: str, place: int, value: int | None) -> None:
    values = lines.setdefault(name, [])
    values.extend([None] * (place - len(values)))
    values.append(value)


def _task(task: str) -> tuple[int, ...]:
    """Order tasks as numbers; a thread itself comes before its tasks."""
    return tuple(map(int, task.split("_"))) if task else ()
