"""How many tasks the topologies of a revision have."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from topoviz.web.analyses.models import Job
from topoviz.web.calculations.models import Calculation
from topoviz.web.calculations.selectors import calculating_job
from topoviz.web.projects.models import Revision

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class CountedTasks:
    """The answer about one topology; `count` is None while there is none, and where a count is missing."""

    calculation: Calculation
    job: Job
    count: int | None
    name: str
    missing: tuple[str, ...]
    """Topics of which the project does not say the count."""
    refusal: str


def counted_tasks(revision: Revision) -> list[CountedTasks]:
    """Give the tasks of each topology of a revision, where its project says how many partitions there are."""
    found = revision.tasks.select_related("calculation").order_by("calculation__topology")
    return [_counted(one.calculation) for one in found]


def number_of_tasks(tasks: Json) -> int | None:
    """Count the tasks of an answer; None where there is none, or a count of partitions is missing."""
    groups = [group["tasks"] for group in tasks.get("sub_topologies", ())]
    is_known = bool(tasks) and tasks["refusal"] is None and None not in groups
    return sum(map(len, groups)) if is_known else None


def _counted(calculation: Calculation) -> CountedTasks:
    tasks: Json = json.loads(calculation.result or "{}").get("tasks", {})
    return CountedTasks(
        calculation,
        calculating_job(calculation),
        number_of_tasks(tasks),
        tasks.get("name", ""),
        tuple(tasks.get("missing", ())),
        tasks.get("refusal") or "",
    )
