"""What `lag analyze` prints of topics: stores, what each task restores, and every topic of the application."""

from __future__ import annotations

from typing import Any, Final

from topoviz.cli.text_table import text_table
from topoviz.lag.findings.words import size

_STORE: Final = ("Store", "Sub-topology", "Changelog", "Size", "Grows a day", "Largest task")
_TASK: Final = ("Task", "Restores", "Grows a day", "Stores")
_TOPIC: Final = ("Topic", "Is", "Partitions", "Size", "Grows a day", "Largest over median")
_MOST_TOPICS: Final = 50


def topics_text(history: Any) -> str:
    """Write a topic history as tables, for people; what is not known is `?`."""
    if history is None:
        return ""
    lines = []
    if history.stores:
        lines.append(text_table((_STORE, *(_store(one) for one in history.stores))))
    if history.tasks:
        lines.append(text_table((_TASK, *(_task(one) for one in history.tasks))))
    if sizes := ", ".join(
        f"{one.store}: {one.size_bytes // one.partitions}" for one in history.stores if one.size_bytes
    ):
        lines.append(f"In a scenario, the mean of the tasks: state: {{bytes: {{{sizes}}}}}\n")
    if history.topics:
        lines.append(text_table((_TOPIC, *(_topic(one) for one in history.topics[:_MOST_TOPICS]))))
    left_out = history.topics_left_out + max(0, len(history.topics) - _MOST_TOPICS)
    if left_out:
        lines.append(f"{left_out} more topics are in the JSON.\n")
    if history.growth_unknown_because and history.topics:
        lines.append(f"How fast topics grow is not known: {history.growth_unknown_because}.\n")
    return "".join(f"\n{one}" for one in lines)


def _store(one: Any) -> tuple[str, ...]:
    largest = "?" if one.largest_task is None else f"{one.largest_task} ({_size(one.largest_bytes)})"
    return (one.store, str(one.sub_topology), one.topic, _size(one.size_bytes), _growth(one), largest)


def _task(one: Any) -> tuple[str, ...]:
    restores = _size(one.restore_bytes) + (f", {one.unknown} not known" if one.unknown else "")
    return (one.task, restores, _size(one.bytes_a_day), ", ".join(one.stores))


def _topic(one: Any) -> tuple[str, ...]:
    seen = f"at least {one.partitions_seen}" if one.partitions is None else str(one.partitions)
    over = "?" if one.largest_over_median is None else f"{one.largest_over_median:.1f}"
    return (one.topic, one.kind, seen, _size(one.size_bytes), _growth(one), over)


def _growth(one: Any) -> str:
    """Write how fast something grew, and between what in the quarters of the time."""
    if one.bytes_a_day is None:
        return "?"
    return f"{_size(one.bytes_a_day)} ({_size(one.bytes_a_day_least)} to {_size(one.bytes_a_day_most)})"


def _size(value: float | None) -> str:
    return "?" if value is None else size(value)
