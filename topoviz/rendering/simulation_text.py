"""A simulation in words, from its JSON: as plain text for terminals, and as Markdown with tables."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Final

from topoviz.engine.scenarios.durations import clock_text, duration_text
from topoviz.rendering.calculations.markdown import plain, table
from topoviz.rendering.words import counted

Json = dict[str, Any]

_MOST_ROWS: Final = 40
_MOST_MOMENTS: Final = 8


def simulation_to_text(document: Json) -> str:
    """Say what happened: latency, threads, tasks, partitions, nodes, lag over time, and what that rests on."""
    found = document["summary"]
    lines = list(_beginning(found))
    for title, rows in (
        ("Events", list(_events(document))),
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


def simulation_to_markdown(document: Json) -> str:
    """Give the same as Markdown: sentences, and tables of threads, tasks, waits, partitions, nodes and stores."""
    found = document["summary"]
    lines = [plain(line) for one in _beginning(found) for line in (one, "")]
    for title, head, rows in _tables(document):
        if rows:
            shown = [[plain(cell) for cell in row] for row in rows[:_MOST_ROWS]]
            lines += [f"**{title}**", "", *table(head, shown), ""]
            if len(rows) > _MOST_ROWS:
                lines += [f"… and {len(rows) - _MOST_ROWS:,} more, which JSON has.", ""]
    for title, sentences in (
        ("If the threads of an instance shared all of its tasks", [*map(_shared, found["shared_work"])]),
        ("Assumed", document["assumed"]),
        ("Limits", document["not_followed"]),
    ):
        if sentences:
            lines += [f"**{title}**", "", *(f"- {plain(one)}" for one in sentences), ""]
    return "\n".join(lines)


def _tables(document: Json) -> Iterator[tuple[str, tuple[str, ...], list[tuple[str, ...]]]]:
    """Give a title, a head and rows for each table."""
    found = document["summary"]
    yield "Events", ("Event", "Times"), [(kind, f"{many:,}") for kind, many in _by_kind(document)]
    yield (
        "Threads",
        ("Thread", "Tasks", "Processing", "In poll()", "Turns", "Died of"),
        [
            (
                one["thread"], " ".join(one["tasks"]) or "–", _ms(one["processing_ms"]), _ms(one["in_poll_ms"]),
                f"{one['turns']:,}", one["died_of"] or "–",
            )
            for one in found["threads"]
        ],
    )  # fmt: skip
    yield (
        "Tasks",
        ("Task", "Thread", "Records", "Processing", "Commits", "Punctuations", "Pauses", "Dropped", "Twice"),
        [
            (
                one["task"], one["thread"], f"{one['records']:,}", _ms(one["processing_ms"]),
                *(f"{one[name]:,}" for name in ("commits", "punctuations", "pauses", "dropped", "processed_again")),
            )
            for one in found["by_task"]
        ],
    )  # fmt: skip
    yield (
        "Waits of tasks that had records",
        ("Task", "In all", "Why"),
        [(one["task"], _ms(ms), why) for one in found["by_task"] for why, ms in one["waits_ms"].items()],
    )
    yield (
        "Partitions",
        ("Partition", "Records", "Committed", "Highest lag", "At"),
        [
            (
                one["partition"], *(f"{one[name]:,}" for name in ("records", "committed", "highest_lag")),
                clock_text(round(one["highest_at_ms"])),
            )
            for one in found["by_partition"]
        ],
    )  # fmt: skip
    counts = ("records", "passed_on", "late", "skipped", "matched", "unmatched")
    yield (
        "Nodes",
        ("Node", "Records", "Went on", "Late", "Passed over", "With a partner", "Without one"),
        [(one["node"], *(f"{one[name]:,}" for name in counts)) for one in found["by_node"]],
    )
    kept = ("keys", "changelog_records", "merged_in_cache")
    yield (
        "Stores",
        ("Store", "Keys", "For the changelog", "Merged in the cache"),
        [(one["store"], *(f"{one[name]:,}" for name in kept)) for one in found["by_store"]],
    )


def _by_kind(document: Json) -> list[tuple[str, int]]:
    """Count events by kind, most of them first; none where the events were not looked at."""
    counts: dict[str, int] = (document["trace"] or {}).get("by_kind", {})
    return sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))


def _events(document: Json) -> Iterator[str]:
    found = _by_kind(document)
    if found:
        yield ", ".join(f"{many:,} × {kind}" for kind, many in found)


def _beginning(found: Json) -> Iterator[str]:
    took = f"{duration_text(round(found['ended_ms']))} of simulated time"
    ended = (
        f"It was ended after {took}: 7 days are the longest that is simulated."
        if found["is_cut"]
        else f"All was over after {took}."
    )
    came, did = counted(found["records"], "record"), f"{found['processed']:,}"
    yield f"{came} came, and tasks processed {did}, as Kafka Streams {found['version']} does. {ended}"
    left = sum(max(one["records"] - one["committed"], 0) for one in found["by_partition"])
    if left:
        yield f"At the end {counted(left, 'record is', 'records are')} not committed."
    # Answers that were kept before do not say it.
    rebalances, restored = found.get("rebalances", 0), found.get("restored_records", 0)
    if rebalances or restored:
        changelogs = f"tasks restored {counted(restored, 'record')} of changelogs"
        yield f"{counted(rebalances, 'rebalance')} came to an end, and {changelogs}."
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
