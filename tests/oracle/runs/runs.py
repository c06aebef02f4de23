"""Which ready runs are recorded, at which versions, and what was seen of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parents[2] / "fixtures" / "runs"


@dataclass(frozen=True, slots=True)
class RealRun:
    """A ready run with a program that compiles, in `fixtures/runs`; `output` is the topic that is read at the end.

    `lasts` are seconds from the first record to the end, `dies_at` those to the kill of the JVM.
    """

    id: str
    version: str
    output: str
    lasts: float
    dies_at: float | None = None

    @property
    def recording(self) -> Path:
        """Where it lies what was seen."""
        return FOLDER / f"{self.id}.{self.version}.txt"


RUNS: Final = (
    RealRun("uneven-topics", "3.9.2", "paid-orders", 6),
    RealRun("slow-task", "2.8.2", "human-clicks", 6),
    RealRun("slow-task", "3.9.2", "human-clicks", 6),
    RealRun("late-record", "3.9.2", "orders-per-minute", 4),
    RealRun("at-least-once-crash", "3.9.2", "payments-of-account", 8, 0.95),
    RealRun("exactly-once-crash", "3.9.2", "payments-of-account", 8, 0.95),
)


@dataclass(frozen=True, slots=True)
class Seen:
    """What happened: records as TASK PARTITION OFFSET in the order in which they were processed, and what was written.

    `before` and `after` are those before and after the kill; without one, all are before it.
    """

    before: tuple[str, ...]
    after: tuple[str, ...]
    wrote: tuple[str, ...]

    @property
    def again(self) -> int:
        """How many records of input topics were processed twice."""
        counts = Counter(one for one in (*self.before, *self.after) if "-repartition-" not in one)
        return sum(count - 1 for count in counts.values())


def write_seen(heading: str, seen: Seen) -> str:
    """Give it as a text; `read_seen` reads it."""
    lines = [f"# {heading}", *(f"processed {one}" for one in seen.before)]
    if seen.after:
        lines += ["killed", *(f"processed {one}" for one in seen.after)]
    return "\n".join([*lines, *(f"wrote {one}" for one in seen.wrote)]) + "\n"


def read_seen(lines: Iterable[str]) -> Seen:
    """Read what `write_seen` wrote."""
    parts: dict[str, list[str]] = {"before": [], "after": [], "wrote": []}
    place = "before"
    for line in lines:
        word, _, rest = line.strip().partition(" ")
        if word == "killed":
            place = "after"
        elif word == "processed":
            parts[place].append(rest)
        elif word == "wrote":
            parts["wrote"].append(rest)
    return Seen(*map(tuple, (parts["before"], parts["after"], parts["wrote"])))
