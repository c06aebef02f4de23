"""What it means that two topics of the same tasks wait together, or one without the other."""

from __future__ import annotations

from typing import Final

_TOGETHER: Final = 0.7
_MOST_TASKS: Final = 0.5
"""Of fewer tasks than this share it is no matter of the topics, which all tasks have."""


def in_words(
    topic: str, other: str, tasks: int, correlation: float | None, alone: int, other_alone: int, both: int
) -> str:
    """Say it of two topics: on so many tasks the one waits long at the end, the other, or both."""
    if alone > max(other_alone, both):
        return _waits_alone(topic, other, alone, tasks)
    if other_alone > max(alone, both):
        return _waits_alone(other, topic, other_alone, tasks)
    if both:
        return (
            f"`{topic}` and `{other}` both wait on {_of(both, tasks)}: the tasks are too slow for what they read "
            "together, whichever topic it comes from."
        )
    if correlation is None:
        return f"Neither `{topic}` nor `{other}` waits long; of one of them lag never changes."
    if correlation >= _TOGETHER:
        return (
            f"Neither waits long; the lags of `{topic}` and `{other}` rise and fall together, as where a task pauses."
        )
    return f"Neither `{topic}` nor `{other}` waits long, and their lags rise and fall each for itself."


def _waits_alone(waits: str, goes_on: str, tasks: int, of_tasks: int) -> str:
    where = f"On {_of(tasks, of_tasks)} `{waits}` waits"
    if tasks < _MOST_TASKS * of_tasks:
        return f"{where} while `{goes_on}` does not, and on the others neither: it is these partitions, not the topic."
    return (
        f"{where} while `{goes_on}`, which the same tasks read, does not. A task takes the record with the oldest "
        f"timestamp first; look whether those of `{waits}` are ahead of those of `{goes_on}` (a clock, a timestamp "
        f"extractor), and whether `max.task.idle.ms` lets it wait for `{goes_on}`."
    )


def _of(count: int, everything: int) -> str:
    if count == everything:
        return "its only task" if count == 1 else f"all {count} tasks"
    return f"{count} of {everything} tasks"
