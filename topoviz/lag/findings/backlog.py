"""Many records wait, although lag does not grow."""

from __future__ import annotations

from collections.abc import Sequence

from topoviz.lag.findings.behind import LEAST_RECORDS, patience
from topoviz.lag.findings.past_peak import is_late_at_end
from topoviz.lag.findings.words import duration, moment, number, reference, tasks_of
from topoviz.lag.report.finding import Finding, FindingKind
from topoviz.lag.report.partitions import PartitionLag


def find_backlog(partitions: Sequence[PartitionLag], everything: Sequence[PartitionLag]) -> tuple[Finding, ...]:
    """Say how much waits where more does than comes or is read in a short while, and when it will be gone.

    Looked at are `partitions`, those of which nothing else was found.
    """
    waiting = [one for one in partitions if _has_backlog(one)]
    if not waiting:
        return ()
    lag = sum(one.lag_last or 0 for one in waiting)
    times = [one.catch_up_seconds for one in waiting]
    known = [seconds for seconds in times if seconds is not None]
    if len(known) == len(times):
        over = moment(max(one.last_seen for one in waiting) + max(known))
        end = f"will be read in about {duration(max(known))} at the pace of the end, at about {over}"
        advice = "Look again then; add instances or threads, up to the number of tasks, if that is too late."
    else:
        end = "do not get fewer"
        advice = "Look whether the group runs and commits, then add instances or threads up to the number of tasks."
    return (
        Finding(
            FindingKind.BACKLOG,
            f"{number(lag)} records wait on {_where(len(waiting), len(everything))}, and {end}.",
            advice,
            tasks_of(waiting),
            tuple(map(reference, waiting)),
            numbers={
                "lag_last": float(lag),
                "partitions": float(len(waiting)),
                "of_partitions": float(len(everything)),
            },
        ),
    )


def _where(waiting: int, everything: int) -> str:
    if everything == 1:
        return "the only partition"
    return f"all {everything} partitions" if waiting == everything else f"{waiting} of {everything} partitions"


def _has_backlog(one: PartitionLag) -> bool:
    rates = (one.produce_rate, one.consume_rate, one.recent_produce_rate, one.recent_consume_rate)
    pace = max(rate or 0 for rate in rates)
    return is_late_at_end(one) or (one.lag_last or 0) > max(LEAST_RECORDS, patience(one) * pace)
