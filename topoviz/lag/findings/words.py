"""Numbers, times and lists as the sentences of a report write them."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import Final

from topoviz.lag.owners import owner_of
from topoviz.lag.report.finding import PartitionRef
from topoviz.lag.report.partitions import PartitionLag

_BYTES: Final = ("bytes", "KiB", "MiB", "GiB", "TiB")
_STEP: Final = 1024.0
_MINUTE: Final = 60.0


def number(value: float) -> str:
    """Write a count or a rate: whole from ten on, with one decimal below."""
    return f"{value:,.0f}" if abs(value) >= 10 or float(value).is_integer() else f"{value:.1f}"


def about(value: float) -> str:
    """Write an estimate: three digits of it."""
    return number(float(f"{value:.3g}"))


def records(count: float) -> str:
    """Write how many records."""
    return "1 record" if count == 1 else f"{number(count)} records"


def percent(share: float) -> str:
    """Write a share, as `71 %`."""
    return f"{share:.0%}".replace("%", " %")


def size(value: float) -> str:
    """Write a number of bytes in the unit that a reader would choose."""
    unit = 0
    while abs(value) >= _STEP and unit < len(_BYTES) - 1:
        value, unit = value / _STEP, unit + 1
    return f"{value:,.0f} {_BYTES[unit]}" if unit == 0 or abs(value) >= 100 else f"{value:.1f} {_BYTES[unit]}"


def duration(seconds: float) -> str:
    """Write a duration in the unit a reader would choose."""
    if seconds < 120:
        return "1 second" if round(seconds) == 1 else f"{seconds:.0f} seconds"
    if seconds < 2 * 3600:
        return f"{seconds / 60:.0f} minutes"
    return f"{seconds / 3600:.1f} hours"


def rounded_up(seconds: float) -> str:
    """Write a duration that is promised: never shorter than it is."""
    return duration(math.ceil(seconds / 10) * 10 if seconds <= 110 else math.ceil(seconds / 60) * 60)


def moment(seconds: float) -> str:
    """Write a time with its day and time zone."""
    return datetime.fromtimestamp(seconds, UTC).strftime("%H:%M UTC on %-d %B %Y")


def moments(start: float, end: float) -> tuple[str, str]:
    """Write two times of one sentence: where both are on one day, the day and the zone stand once, with the second.

    Where less than a minute lies between them, they have seconds: 10:00:10 and 10:00:20, not 10:00 and 10:00.
    """
    first, last = datetime.fromtimestamp(start, UTC), datetime.fromtimestamp(end, UTC)
    time = "%H:%M:%S" if start < end < start + _MINUTE else "%H:%M"
    day = f"{time} UTC on %-d %B %Y"
    return first.strftime(time if first.date() == last.date() else day), last.strftime(day)


def between(start: float, end: float) -> str:
    """Write the time in which something happened: at 10:12 UTC on a day, or between two such."""
    first, last = moments(start, end)
    return f"at {last}" if last.startswith(first) else f"between {first} and {last}"


def after_first(text: str, more: str) -> str:
    """Put a sentence after the first of a text, whatever stands in the names of it."""
    blank = re.sub(r"`[^`]*`", lambda name: "`" * len(name[0]), text)
    end = re.search(r"\. (?=[A-Z`0-9])", blank)
    return f"{text} {more}" if end is None else f"{text[: end.start() + 1]} {more} {text[end.end() :]}"


def listed(names: Sequence[str], most: int = 5) -> str:
    """Write a list, and how many more there are."""
    if len(names) > most:
        return f"{', '.join(names[:most])} and {len(names) - most} more"
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def subject(one: PartitionLag) -> str:
    """Name the task of a partition, or the partition where there is no task."""
    return f"Task {one.task}" if one.task is not None else f"Partition {one.partition} of `{one.topic}`"


def subjects(partitions: Sequence[PartitionLag], everything: Sequence[PartitionLag]) -> str:
    """Name the tasks of partitions of one group, or the partitions where there are no tasks, and whether it is all."""
    names = tuple(dict.fromkeys(map(subject, partitions)))
    if len(names) == 1:
        return names[0]
    one = partitions[0]
    all_names = {subject(each) for each in everything if each.group == one.group}
    what = "tasks" if one.task is not None else "partitions"
    if len(names) == len(all_names):
        return f"All {len(names)} {what} of group `{one.group}`"
    short = [each.task or f"`{each.topic}-{each.partition}`" for each in partitions]
    return f"{len(names)} {what} ({listed(list(dict.fromkeys(short)))})"


def reference(one: PartitionLag) -> PartitionRef:
    """Refer to a partition."""
    return PartitionRef(one.group, one.topic, one.partition)


def others(partitions: Sequence[PartitionLag], without: Iterable[PartitionLag]) -> tuple[PartitionLag, ...]:
    """Give the partitions that are not among some; there may be thousands of either."""
    refs = set(map(reference, without))
    return tuple(one for one in partitions if reference(one) not in refs)


def tasks_of(partitions: Sequence[PartitionLag]) -> tuple[str, ...]:
    """Name the tasks of partitions, each once."""
    return tuple(dict.fromkeys(one.task for one in partitions if one.task is not None))


def instances_of(partitions: Sequence[PartitionLag]) -> tuple[str, ...]:
    """Name the instances that read partitions, each once."""
    return tuple(sorted({owner_of(one.client_id).process for one in partitions if one.client_id is not None}))


def clients_of(partitions: Sequence[PartitionLag]) -> tuple[str, ...]:
    """Name the clients of partitions, each once."""
    return tuple(sorted({one.client_id for one in partitions if one.client_id is not None}))
