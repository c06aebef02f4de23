"""Taking looks at even distances until the time is over or somebody ends it; what is missed is said."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Protocol

from topoviz.lag.capture.bad_capture import NoLook
from topoviz.lag.capture.look import Look, Row


class Looking(Protocol):
    """Looks at a cluster once; raises NoLook."""

    def __call__(self) -> Look: ...


@dataclass(frozen=True, slots=True)
class Beat:
    """A look every so many seconds, for so many seconds or without an end."""

    every: float
    lasting: float | None = None


@dataclass(slots=True)
class Taken:
    """What came of it. `late` are beats that passed while a look before took longer than it should."""

    looks: int = 0
    rows: int = 0
    missed: int = 0
    late: int = 0

    @property
    def is_whole(self) -> bool:
        """Tell whether nothing is missing between the first look and the last."""
        return not self.missed and not self.late


def take_looks(
    look: Looking,
    keep: Callable[[Iterable[Row]], None],
    beat: Beat,
    tell: Callable[[str], None],
    wait: Callable[[float], bool],
    clock: Callable[[], float] = time.monotonic,
) -> Taken:
    """Take looks and keep each before the next.

    `wait` waits so many seconds and gives whether it shall end. The first look may not fail: what it raises ends the
    capture. Later ones leave a gap, which is said when it begins and when it is over.
    """
    start = clock()
    taken = Taken()
    gap_from: datetime | None = None
    number = 0
    while True:
        try:
            found = look()
        except NoLook as reason:
            if not taken.looks:
                raise
            taken.missed += 1
            if gap_from is None:
                gap_from = datetime.now(UTC)
                tell(f"{gap_from:%H:%M:%S} a gap begins: {reason}. It goes on when the cluster answers again.")
        else:
            if gap_from is not None:
                tell(f"{datetime.now(UTC):%H:%M:%S} the gap since {gap_from:%H:%M:%S} is over.")
                gap_from = None
            keep(found.rows)
            taken.looks += 1
            taken.rows += len(found.rows)
        # A look may last longer than the way to the next beat.
        following = int((clock() - start) / beat.every) + 1
        passed = following - number - 1
        if gap_from is not None:
            taken.missed += passed
        elif passed:
            if not taken.late:
                tell(f"A look takes longer than {beat.every:g} s: some are not taken. Let more time be between them.")
            taken.late += passed
        number = following
        if beat.lasting is not None and number * beat.every > beat.lasting:
            return taken
        if wait(max(0.0, start + number * beat.every - clock())):
            return taken


def summary(taken: Taken, groups: Sequence[str]) -> str:
    """Say what came of a capture."""
    missing = [
        f"{count} {words}"
        for count, words in (
            (taken.missed, "missed while the cluster did not answer"),
            (taken.late, "not taken because the one before took too long"),
        )
        if count
    ]
    looks = "1 look" if taken.looks == 1 else f"{taken.looks:,} looks"
    rows = "1 row" if taken.rows == 1 else f"{taken.rows:,} rows"
    return f"{looks} at {', '.join(groups)} with {rows}" + (f"; {' and '.join(missing)}" if missing else "") + "."
