"""How fast the threads of a history are, in words and numbers that all advice shares."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from topoviz.engine.advice.measured import Measured
from topoviz.engine.advice.record_costs import RecordCosts, costs_of
from topoviz.engine.advice.thread_pace import LEAST_BUSY_SECONDS, ThreadPace, pace_of
from topoviz.lag.advice.words import counted, rate
from topoviz.lag.findings.words import duration, number, percent

_APART: Final = 1.5
"""Threads of which one reads so many times as much as another are not alike."""


@dataclass(frozen=True, slots=True)
class Speed:
    """The pace of threads and the costs of records, as one history shows them."""

    measured: Measured
    pace: ThreadPace
    costs: RecordCosts

    @property
    def unit(self) -> str:
        """Name what a thread has: tasks, or partitions where no topology is known."""
        return "partition" if all(one.sub_topology is None for one in self.measured.tasks) else "task"

    def how_fast(self) -> str:
        """Say what a thread reads while it has all to do that it can, and where that comes from."""
        pace = self.pace
        if pace.busy is None or pace.mean is None:
            return (
                f"Threads had work waiting all the time in {duration(pace.busy_seconds)} of all threads together, and "
                f"{duration(LEAST_BUSY_SECONDS)} are the least: what a thread can read is not known. The most that one "
                f"read in {self.stretch()} is {rate(pace.fastest)}."
            )
        if pace.from_metrics and pace.busy_share is not None:
            return (
                f"By their own metrics threads were busy in {percent(pace.busy_share)} of their time, with records, "
                "commits and punctuators. What each reads a second ÷ its own share of that = "
                f"{rate(pace.mean)} in the mean, if all of it grows as records do."
            )
        records = number(pace.busy * pace.busy_seconds)
        said = (
            f"{records} records were read in {duration(pace.busy_seconds)} of busy threads, those that had more to "
            f"read in each sample than comes in {duration(self.measured.patience)}: {records} ÷ "
            f"{number(pace.busy_seconds)} s = {rate(pace.busy)} and thread."
        )
        if pace.never_busy:
            said += (
                f" {counted(len(pace.never_busy), 'thread')} always had time left, and "
                f"{'counts' if len(pace.never_busy) == 1 else 'count'} with that, or with what it read in the mean "
                f"where that is more. The mean of all {len(pace.by_thread)} is {number(pace.mean)}."
            )
        if pace.still_seconds:
            said += (
                f" {duration(pace.still_seconds)} in which records waited and a thread read nothing do not count: that "
                "is standing still, and not its pace."
            )
        return said

    def what_costs(self) -> str:
        """Say what a record of each sub-topology costs, where there are several."""
        if len(self.costs.seconds) < 2:
            return ""
        if self.costs.are_measured:
            each = ", ".join(
                f"{1000 * seconds:.3g} ms in sub-topology {sub}"
                for sub, seconds in sorted(self.costs.seconds.items(), key=lambda item: item[0] or 0)
            )
            return f"A record costs a thread {each}: measured where busy threads read that sub-topology alone."
        return ""

    def rests_on(self) -> tuple[str, ...]:
        """Say what figures take for granted that begin with this pace."""
        found = []
        if len(self.costs.seconds) > 1 and not self.costs.are_measured:
            found.append(
                "A record costs the same in each sub-topology: no thread was busy with each of them alone, so the "
                "history does not tell them apart."
            )
        if self.slowest() is not None:
            paces = self.pace.by_thread.values()
            found.append(
                f"Threads are not alike: they read from {number(min(paces))} to {number(max(paces))} records a second, "
                "and figures here take the mean."
            )
        return tuple(found)

    def slowest(self) -> str | None:
        """Name the slowest thread, where threads are not alike."""
        paces = self.pace.by_thread
        if not paces or max(paces.values()) <= _APART * min(paces.values()):
            return None
        return min(paces, key=lambda thread: (paces[thread], thread))

    def stretch(self) -> str:
        """Name the length of a stretch."""
        return f"a stretch of {duration(self.measured.width)}"


def speed_of(measured: Measured, busy_shares: Mapping[str, float]) -> Speed:
    """Work out how fast threads are; `busy_shares` are of those that say it themselves, by client id."""
    pace = pace_of(measured, busy_shares)
    return Speed(measured, pace, costs_of(measured, pace.mean))
