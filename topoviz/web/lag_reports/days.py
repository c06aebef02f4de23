"""What the Spark worker does with the days of a history that is handed in to a project."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from topoviz.lag.onto_topology import Placement
from topoviz.web.lag_reports.models import LagDays, LagReport
from topoviz.web.lag_reports.storage import days_folder, drop_days

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from topoviz.lag.limits import Limits


@dataclass(frozen=True, slots=True)
class Work:
    """Where Spark works: a folder of this machine, and one that all machines of a cluster share, where there is one."""

    spark: SparkSession
    here: Path
    shared: str | None


@dataclass(frozen=True, slots=True)
class Days:
    """The report over all days of a project as JSON; or why the days of a history are not among them."""

    result: str | None = None
    problem: str = ""


def take_days(
    report: LagReport,
    files: Sequence[Path],
    placement: Placement,
    work: Work,
    *,
    is_wanted: Callable[[], bool],
    limits: Limits,
) -> Days:
    """Keep the days of a history for its project, and make the report over all of them anew.

    Days that cannot be kept are no reason against the report of the history itself: the problem is kept instead.
    """
    from topoviz.lag.bad_history import BadHistory
    from topoviz.lag.days.append import append_days
    from topoviz.lag.days.make import report_days

    store = (
        f"{work.shared}/lag-days/{report.project_id}" if work.shared else str(days_folder() / str(report.project_id))
    )
    if work.shared:
        _remove_strays(work.spark, f"{work.shared}/lag-days")
    try:
        append_days(
            work.spark,
            store,
            files,
            group=report.application_id or None,
            taken_at=report.taken_at,
            is_wanted=is_wanted,
            limits=limits,
            work_root=work.here,
            shared=work.shared,
        )
        made = report_days(work.spark, store, placement, is_wanted=is_wanted, limits=limits)
    except BadHistory as bad:
        return Days(problem=str(bad)[:1000])
    return Days(json.dumps(made.to_json(), separators=(",", ":")))


def store_days(report: LagReport, days: Days) -> None:
    """Keep what is said of the days of a project, unless the project was deleted meanwhile."""
    kept = LagDays.objects.filter(project=report.project_id).first()
    if kept is None:
        if report.project_id is not None:
            drop_days(report.project_id)
        return
    kept.problem = days.problem
    kept.result = days.result or kept.result
    kept.save()


def _remove_strays(spark: SparkSession, folder: str) -> None:
    """Remove the days of projects that are deleted: nobody but Spark may reach what its machines share."""
    from topoviz.lag.storage import names_in, remove

    known = {str(one) for one in LagDays.objects.values_list("project_id", flat=True)}
    for name in set(names_in(spark, folder)) - known:
        remove(spark, f"{folder}/{name}")
