"""A simulation in words, from its JSON, as plain text for terminals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from topoviz.engine.scenarios.durations import clock_text, duration_text
from topoviz.rendering.words import counted

Json = dict[str, Any]

_MOST_ROWS: Final = 40
_MOST_MOMENTS: Final = 8


def simulation_to_text(document: Json) -> str:
    """Say what happened: latency, threads, tasks, partitions, nodes, lag over time, and what that rests on."""
    found = document["summary"]
    lines = list(_beginning(found))
    for title, rows in (
        ("Threads", list(map(_thread, found["threads"]))),
        ("If the threads of an instance shared all of its tasks", list(map(_shared, found["shared_work"]))),
        ("Tasks", [line for one in found["by_task"] for line in _task(one)]),
        ("Partitions", list(map(_partition, found["by_partition"]))),
        ("Nodes", list(map(_node, found["by_node"]))),
        ("Stores", list(map(_store, found["by_store"]))),
        ("Records behind what is committed, over time", list(_lags(found["lag"]))),
        ("Assumed", document["assumed"]),
        ("Limits", document["not_followed"]),
    ):
        if rows:
            lines += ["", title, *(f"  {row}" for row in _cut(rows))]
    return "\n".join(lines) + "\n"


def _beginning(found: Json) -> Iterator[str]:
    took = duration_text(round(found["ended_ms"]))
    yield (
        f"{counted(found['records'], 'record')} came, and tasks processed {found['processed']:,} in {took} of "
        f"simulated time, as Kafka Streams {found['version']} does."
    )
    if found["is_cut"]:
        yield "It was ended there: 7 days are the longest that is simulated."
    if found["aborted"]:
        yield f"{counted(found['aborted'], 'record')} of aborted transactions: nobody reads them."
    latency = found["latency_ms"]
    if latency is not None:
        yield (
            f"From arrival to the end of its way, a record took {latency['median']:g} ms (median), {latency['p95']:g} "
            f"(95 %), {latency['p99']:g} (99 %), {latency['highest']:g} (highest)."
        )


def _thread(one: Json) -> str:
    tasks = " ".join(one["tasks"]) or "no task"
    died = "" if one["died_of"] is None else f"; died of {one['died_of']}"
    return (
        f"{one['thread']}: {tasks}; {_ms(one['processing_ms'])} processing, {_ms(one['in_poll_ms'])} in poll(), "
        f"{counted(one['turns'], 'turn')}; at the end up to {counted(one['records_in_turn'], 'record')} in a row{died}"
    )


def _shared(one: Json) -> str:
    return (
        f"{one['client']}: a record would be done {_ms(one['mean_ms_if_shared'])} after it can be read (mean) and "
        f"{_ms(one['p99_ms_if_shared'])} (99 %), at best, instead of {_ms(one['mean_ms'])} and {_ms(one['p99_ms'])}"
    )


def _task(one: Json) -> Iterator[str]:
    parts = [f"{counted(one['records'], 'record')} in {_ms(one['processing_ms'])}"]
    for name, word, several in (
        ("commits", "commit", ""),
        ("punctuations", "call of punctuators", "calls of punctuators"),
        ("pauses", "pause", ""),
    ):
        if one[name]:
            parts.append(counted(one[name], word, several))
    if one["dropped"]:
        parts.append(f"{one['dropped']:,} dropped")
    if one["processed_again"]:
        parts.append(f"{one['processed_again']:,} processed twice after a crash")
    yield f"{one['task']} on {one['thread']}: {', '.join(parts)}"
    for why, waited in one["waits_ms"].items():
        yield f"  waited {_ms(waited)} in all: {why}"
    empty = one["records_while_a_partition_was_empty"]
    if empty:
        yield f"  {counted(empty, 'record')} while a partition was empty: what comes there later may be out of order"


def _partition(one: Json) -> str:
    lag = f"highest lag {one['highest_lag']:,} at {clock_text(round(one['highest_at_ms']))}"
    return f"{one['partition']}: {counted(one['records'], 'record')}, committed up to {one['committed']:,}; {lag}"


def _node(one: Json) -> str:
    late = f", {one['late']:,} too late for their windows" if one["late"] else ""
    skipped = f", {one['skipped']:,} without the key or value that it needs" if one["skipped"] else ""
    joined = f", {one['matched']:,} with a partner and {one['unmatched']:,} without"
    found = joined if one["matched"] or one["unmatched"] else ""
    passed = f"; {one['passed_on']:,} went on" if one["passed_on"] != one["records"] else ""
    return f"{one['node']}: {one['records']:,}{late}{skipped}{found}{passed}"


def _store(one: Json) -> str:
    merged = f", {counted(one['merged_in_cache'], 'update')} merged in the cache" if one["merged_in_cache"] else ""
    written = counted(one["changelog_records"], "record")
    return f"{one['store']}: {counted(one['keys'], 'key')}, {written} for the changelog{merged}"


def _lags(lag: Json) -> Iterator[str]:
    moments = lag["at_ms"]
    if not moments or not any(map(any, lag["records_behind"].values())):
        return
    step = max(1, -(-len(moments) // _MOST_MOMENTS))
    chosen = range(0, len(moments), step)
    width = max(map(len, lag["records_behind"]))
    yield " " * width + "".join(f"{clock_text(round(moments[at])):>12}" for at in chosen)
    for partition, lags in lag["records_behind"].items():
        if any(lags):
            yield f"{partition:<{width}}" + "".join(f"{lags[at]:>12,}" for at in chosen)


def _cut(rows: Sequence[str]) -> Iterator[str]:
    yield from rows[:_MOST_ROWS]
    if len(rows) > _MOST_ROWS:
        yield f"… and {len(rows) - _MOST_ROWS:,} more, which JSON has"


def _ms(milliseconds: float) -> str:
    return f"{milliseconds:g} ms" if milliseconds < 10 else duration_text(round(milliseconds))
