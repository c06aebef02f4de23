"""What it means that a sub-topology writes more or fewer records to a repartition topic than it reads."""

from __future__ import annotations

from typing import Final

from topoviz.lag.findings.words import number

_MORE: Final = 1.2
_FEWER: Final = 0.8


def in_words(topic: str, written_by: int, read: float | None, written: float | None, ratio: float | None) -> str:
    """Say how many records are written for each that is read, and what can be made of it."""
    if ratio is None or read is None or written is None:
        return f"Sub-topology {written_by} read nothing while somebody looked, so nothing is known of `{topic}`."
    said = (
        f"Sub-topology {written_by} writes {ratio:.1f} records to `{topic}` for each that it reads: "
        f"{number(read)} records a second become {number(written)}"
    )
    if ratio >= _MORE:
        return (
            f"{said}. They go over the network and to disk once more each, with every replica. Drop and shorten "
            "records before `groupBy` and `repartition`, and let `flatMap` come after them. With exactly_once the "
            "marks of transactions count here too."
        )
    if ratio <= _FEWER:
        return f"{said}; the others are dropped before, which is where it costs least."
    return f"{said}; each goes over the network and to disk once more, because its key changes."
