"""How unevenly the tasks of a sub-topology are loaded."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median
from typing import Any, Final

from topoviz.lag.report.tasks import TaskLag

SKEWED: Final = ("lag_mean", "produce_rate", "consume_rate")


def skew_of(tasks: Sequence[TaskLag]) -> dict[str, Any]:
    """Give of each of SKEWED the largest over the mean, the largest over the median, and the Gini coefficient.

    Lags of 0 and 10 give 2.0, 2.0 and 0.5. Tasks that are all alike give 1, 1 and 0. One hot task lifts the mean, and
    not the median. All are None when there is nothing to share out.
    """
    found: dict[str, float | None] = {}
    for name in SKEWED:
        values = [getattr(task, name) for task in tasks]
        known = sorted(value for value in values if value is not None)
        found[f"{name}_max_over_mean"] = known[-1] / (sum(known) / len(known)) if sum(known) > 0 else None
        found[f"{name}_max_over_median"] = known[-1] / median(known) if known and median(known) > 0 else None
        found[f"{name}_gini"] = _gini(known)
    return found


def _gini(known: Sequence[float]) -> float | None:
    """Weigh the values by their rank; `known` are in order."""
    total, count = sum(known), len(known)
    if total <= 0:
        return None
    weighed = sum(2 * rank * value for rank, value in enumerate(known, 1)) - (count + 1) * total
    return weighed / (count * total)
