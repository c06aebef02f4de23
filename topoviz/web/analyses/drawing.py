"""Which views there are, which are drawn at once, and where drawings are kept."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from datetime import timedelta
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from topoviz.rendering.forms.model import Form
from topoviz.rendering.forms.plain import plain
from topoviz.rendering.limits import MEMORY_BYTES, WALL_SECONDS
from topoviz.rendering.style import Theme
from topoviz.rendering.views import ViewName, parse_view
from topoviz.web.analyses.engine_process import Allowance
from topoviz.web.analyses.jobs import LeaseLost, add_job, is_held
from topoviz.web.analyses.models import Analysis, Diagram, Job, Kind, Queue, State
from topoviz.web.analyses.versions import engine_version

if TYPE_CHECKING:
    from topoviz.web.calculations.models import Calculation

THEMES = ("auto", "light", "dark")
OF_THE_PLAN = (ViewName.PLAN, ViewName.PLAN_OPTIMIZED, ViewName.BEFORE_AFTER)
FIRST_VIEWS = ("topology", "plan-optimized")
PREVIEW_VIEWS = ("topology",)
"""What is drawn at once. The others are drawn when somebody asks; who types shall not wait for them."""

DRAWING = Allowance(seconds=int(WALL_SECONDS) + 10, memory=MEMORY_BYTES)
"""Graphviz has limits of its own beside these."""

DRAWINGS_KEPT = 60
"""Of views of which an analysis may have any number: whoever opens card by card shall not fill the disk."""

BYTES_KEPT = 40_000_000
"""How large those may be together; the newest is kept, however large it is."""

FAILURE_KEPT = timedelta(minutes=1)
"""How long a failure is given as the answer, before somebody who asks again makes it be tried again."""

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class View:
    """One way to look at one topology of an analysis; `view` is the text of `topoviz.rendering.views.View`."""

    view: str
    topology: int = 0
    theme: str = "auto"
    form: Form = Form.SVG

    @property
    def plain(self) -> View:
        """The same view with nothing opened."""
        return replace(self, view=parse_view(self.view).plain.text)

    @property
    def distinct(self) -> View:
        """The one of all views that give the same file."""
        view, theme = plain(parse_view(self.view), self.form, Theme(self.theme))
        return replace(self, view=view.text, theme=theme.value)

    def to_json(self) -> Json:
        """Give what the drawing process is asked."""
        return asdict(self)


def views_of(result: Json, wanted: Sequence[str]) -> list[View]:
    """Give those of the wanted views that the first topology of a result has."""
    return [View(view) for view in wanted if has_view(result, View(view))]


def first_views(analysis: Analysis) -> tuple[str, ...]:
    """Name what is drawn with the analysis itself."""
    return PREVIEW_VIEWS if analysis.is_preview else FIRST_VIEWS


def has_view(result: Json, view: View) -> bool:
    """Tell whether there is anything to draw: a topology from a dump has no plan, a refused one no topology."""
    topologies = result["topologies"]
    if view.topology >= len(topologies):
        return False
    topology = topologies[view.topology]
    asked = parse_view(view.view)
    key = asked.centre if asked.name is ViewName.AROUND else f"g{asked.number}"
    match asked.name:
        case ViewName.PLAN:
            return topology["plan"] is not None
        case ViewName.PLAN_OPTIMIZED | ViewName.BEFORE_AFTER:
            return topology["plan"] is not None and topology["plan"]["after"] is not None
        case ViewName.SUB_TOPOLOGY | ViewName.AROUND:
            return key in _names_of(topology)
        case _:
            return topology["topology"] is not None


def name_of(topology: Json, key: str) -> str:
    """Give the name of what has this key; raises KeyError."""
    return _names_of(topology)[key]


def _names_of(topology: Json) -> dict[str, str]:
    """Give the keys of everything that something can be around, with its name."""
    plan, runtime = topology["plan"] or {}, topology["topology"]
    sides = [plan[side] for side in ("before", "after") if plan.get(side) is not None]
    names = {f"p{node['id']}": node["name"] for side in sides for node in side["nodes"]}
    if runtime is None:
        return names
    names |= {f"{letter}{node['id']}": node["name"] for node in runtime["nodes"] for letter in "rx"}
    names |= {f"t{topic['id']}": topic["name"] for topic in runtime["named_topics"]}
    names |= {f"s{number}": store["name"] for number, store in enumerate(runtime["stores"])}
    return names | {f"g{group['id']}": f"sub-topology {group['id']}" for group in runtime["sub_topologies"]}


@transaction.atomic
def store_drawing(job: Job, drawn: Json) -> None:
    """Keep a drawing unless it is there already; raises LeaseLost."""
    if not is_held(job):
        raise LeaseLost
    data = base64.b64decode(drawn["data"])
    Diagram.objects.get_or_create(
        analysis=job.analysis,
        topology=drawn["topology"],
        view=drawn["view"],
        theme=drawn["theme"],
        form=drawn["form"],
        renderer=engine_version(),
        calculation=job.calculation,
        defaults={"data": data, "size": len(data)},
    )
    _drop_oldest(job.analysis)


@transaction.atomic
def ask_for_drawing(*, analysis: Analysis, view: View, source: str, calculation: Calculation | None = None) -> Job:
    """Give the job that draws a view: one that waits or runs, one that failed just now, or a new one."""
    Analysis.objects.select_for_update().filter(id=analysis.id).first()
    is_first = calculation is None and view in [View(name) for name in first_views(analysis)]
    if is_first and (analyzing := _unfinished_analysis(analysis)):
        return analyzing
    mine = Job.objects.filter(analysis=analysis, calculation=calculation, kind=Kind.DRAW, **asdict(view))
    newest = mine.order_by("-created", "-id").first()
    if newest is not None and (not newest.is_final or _failed_just_now(newest)):
        return newest
    return add_job(
        analysis=analysis,
        queue=Queue.INTERACTIVE,
        source=source,
        kind=Kind.DRAW,
        calculation=calculation,
        **asdict(view),
    )


def _drop_oldest(analysis: Analysis) -> None:
    """Drop drawings of which there may be any number or any size, and the jobs that drew such, until few are left."""
    # A PNG of each of the usual views may be far larger than what pages show.
    stay = Q(view__in=tuple(ViewName), form=Form.SVG, calculation=None)
    drawn = Diagram.objects.filter(analysis=analysis).exclude(stay).order_by("-created", "-id")
    rows = list(drawn.values_list("id", "size"))
    sums = accumulate(size for _, size in rows)
    kept = sum(1 for count, size in enumerate(sums, 1) if count == 1 or (count <= DRAWINGS_KEPT and size <= BYTES_KEPT))
    Diagram.objects.filter(id__in=[number for number, _ in rows[kept:]]).delete()
    done = Job.objects.filter(analysis=analysis, kind=Kind.DRAW, state=State.DONE).exclude(stay)
    older = done.order_by("-created", "-id").values_list("id", flat=True)
    Job.objects.filter(id__in=list(older[DRAWINGS_KEPT:])).delete()


def _unfinished_analysis(analysis: Analysis) -> Job | None:
    """Give the job that analyzes, and then draws the first views itself."""
    under_way = Job.objects.filter(analysis=analysis, kind=Kind.ANALYZE, state__in=(State.QUEUED, State.RUNNING))
    return under_way.order_by("-created").first()


def _failed_just_now(job: Job) -> bool:
    return job.state == State.FAILED and job.created > timezone.now() - FAILURE_KEPT
