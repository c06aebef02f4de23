"""A group of threads that read at a known pace, second by second, and what is measured of it; shared work too."""

from __future__ import annotations

from dataclasses import dataclass

from topoviz.engine.advice.measured import Measured, TaskWork


@dataclass(frozen=True)
class Group:
    """Records a second that come for each task, by name, and of each thread what it reads and which tasks it has.

    Without `commit` offsets move at once; with it every so many seconds, and records wait until then.
    """

    come: dict[str, float]
    tasks: dict[str, tuple[str, ...]]
    pace: dict[str, float]
    seconds: int = 3600
    burst: tuple[int, int, float] = (0, 0, 1.0)
    commit: int = 1

    def arrivals(self, task: str, second: int) -> float:
        """Give what comes in a second, with the burst."""
        start, end, factor = self.burst
        return self.come[task] * (factor if start <= second < end else 1.0)


def measure(group: Group, width: int = 60, every: int = 15) -> Measured:
    """Let threads read their tasks, those first of which most waits, and look every so many seconds."""
    owners = {task: thread for thread, tasks in group.tasks.items() for task in tasks}
    waiting = dict.fromkeys(group.come, 0.0)
    read = dict.fromkeys(group.come, 0.0)
    committed = dict.fromkeys(group.come, 0.0)
    came = dict.fromkeys(group.come, 0.0)
    looks: dict[str, list[list[float]]] = {task: [] for task in group.come}
    sums: dict[str, list[tuple[float, float]]] = {task: [] for task in group.come}
    last = dict.fromkeys(group.come, (0.0, 0.0))
    for second in range(group.seconds):
        for task in group.come:
            records = group.arrivals(task, second)
            came[task] += records
            waiting[task] += records
        for thread, tasks in group.tasks.items():
            left = group.pace[thread]
            for task in sorted(tasks, key=lambda one: -waiting[one]):
                taken = min(left, waiting[task])
                waiting[task] -= taken
                read[task] += taken
                left -= taken
        if second % group.commit == 0:
            committed.update(read)
        for task in group.come:
            if second % width == 0:
                looks[task].append([])
            if second % every == every - 1:
                looks[task][-1].append(came[task] - committed[task])
            if second % width == width - 1:
                sums[task].append((came[task] - last[task][0], committed[task] - last[task][1]))
                last[task] = (came[task], committed[task])
    return Measured(
        float(width),
        max(60.0, float(group.commit)),
        tuple(
            TaskWork(
                task,
                int(task.split("_")[0]),
                (owners[task],) * len(looks[task]),
                tuple(one for one, _ in sums[task]),
                tuple(one for _, one in sums[task]),
                tuple(sum(seen) / len(seen) for seen in looks[task]),
                tuple(min(seen) for seen in looks[task]),
            )
            for task in group.come
        ),
    )


def shared_wait(group: Group) -> float:
    """Give the mean wait where all threads read whatever waits, each of another task at a time."""
    waiting = dict.fromkeys(group.come, 0.0)
    total = records = 0.0
    for second in range(group.seconds):
        for task in group.come:
            waiting[task] += group.arrivals(task, second)
            records += group.arrivals(task, second)
        free = sorted(waiting, key=lambda one: -waiting[one])
        for task, pace in zip(free, sorted(group.pace.values(), reverse=True), strict=False):
            waiting[task] = max(0.0, waiting[task] - pace)
        total += sum(waiting.values())
    return total / records
