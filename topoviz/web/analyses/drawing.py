"""Which views there are, which are drawn at once, and where drawings are kept."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import timedelta
from typing import Any

from django.db import transaction
from django.utils import timezone

from topoviz.rendering.limits import MEMORY_BYTES, WALL_SECONDS
from topoviz.web.analyses.engine_process import Allowance
from topoviz.web.analyses.jobs import LeaseLost, add_job, is_held
from topoviz.web.analyses.models import Analysis, Diagram, Job, Kind, Queue, State
from topoviz.web.analyses.versions import engine_version

THEMES = ("auto", "light", "dark")
VIEW = re.compile(r"plan|plan-optimized|before-after|topology|overview|sub-topology:\d{1,4}")
OF_THE_PLAN = ("plan", "plan-optimized", "before-after")
FIRST_VIEWS = ("topology", "plan-optimized")
PREVIEW_VIEWS = ("topology",)
"""What is drawn at once. The others are drawn when somebody asks; who types shall not wait for them."""

DRAWING = Allowance(seconds=int(WALL_SECONDS) + 10, memory=MEMORY_BYTES)
"""Graphviz has limits of its own beside these."""

FAILURE_KEPT = timedelta(minutes=1)
"""How long a failure is given as the answer, before somebody who asks again makes it be tried again."""

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class View:
    """One way to look at one topology of an analysis."""

    view: str
    topology: int = 0
    theme: str = "auto"

    def to_json(self) -> Json:
        """Give what the drawing process is asked."""
        return asdict(self)


def views_of(result: Json, wanted: Sequence[str]) -> list[View]:
    """Give those of the wanted views that the first topology of a result has."""
    return [View(view) for view in wanted if has_view(result, View(view))]


def first_views(analysis: Analysis) -> tuple[str, ...]:
    """Name what is drawn with the analysis itself."""
    return PREVIEW_VIEWS if analysis.revision is None else FIRST_VIEWS


def has_view(result: Json, view: View) -> bool:
    """Tell whether there is anything to draw: a topology from a dump has no plan, a refused one no topology."""
    topologies = result["topologies"]
    if view.topology >= len(topologies):
        return False
    topology = topologies[view.topology]
    if view.view in OF_THE_PLAN:
        plan = topology["plan"]
        return plan is not None and (view.view == "plan" or plan["after"] is not None)
    runtime = topology["topology"]
    if runtime is None or view.view in ("topology", "overview"):
        return runtime is not None
    number = int(view.view.partition(":")[2])
    return any(group["id"] == number for group in runtime["sub_topologies"])


@transaction.atomic
def store_drawing(job: Job, drawn: Json) -> None:
    """Keep a drawing unless it is there already; raises LeaseLost."""
    if not is_held(job):
        raise LeaseLost
    Diagram.objects.get_or_create(
        analysis=job.analysis,
        topology=drawn["topology"],
        view=drawn["view"],
        theme=drawn["theme"],
        renderer=engine_version(),
        defaults={"dot": drawn["dot"], "svg": drawn["svg"]},
    )


@transaction.atomic
def ask_for_drawing(*, analysis: Analysis, view: View, source: str) -> Job:
    """Give the job that draws a view: one that waits or runs, one that failed just now, or a new one."""
    Analysis.objects.select_for_update().filter(id=analysis.id).first()
    if view in [View(name) for name in first_views(analysis)] and (analyzing := _unfinished_analysis(analysis)):
        return analyzing
    mine = Job.objects.filter(
        analysis=analysis, kind=Kind.DRAW, view=view.view, topology=view.topology, theme=view.theme
    )
    newest = mine.order_by("-created", "-id").first()
    if newest is not None and (not newest.is_final or _failed_just_now(newest)):
        return newest
    return add_job(
        analysis=analysis,
        queue=Queue.INTERACTIVE,
        source=source,
        kind=Kind.DRAW,
        view=view.view,
        topology=view.topology,
        theme=view.theme,
    )


def _unfinished_analysis(analysis: Analysis) -> Job | None:
    """Give the job that analyzes, and then draws the first views itself."""
    under_way = Job.objects.filter(analysis=analysis, kind=Kind.ANALYZE, state__in=(State.QUEUED, State.RUNNING))
    return under_way.order_by("-created").first()


def _failed_just_now(job: Job) -> bool:
    return job.state == State.FAILED and job.created > timezone.now() - FAILURE_KEPT
