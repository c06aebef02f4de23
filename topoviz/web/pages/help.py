"""Help for people, without scripts: what one can do here, and the words that pages use."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from topoviz.engine.explanations.glossary import TERMS
from topoviz.web.analyses.limits import limits


@dataclass(frozen=True, slots=True)
class HelpView:
    """A view of the workbench, with the name of its tab and the sentence that stands there."""

    title: str
    sentence: str


VIEWS = (
    HelpView("Topology", "What runs: the sub-topologies, their topics and state stores."),
    HelpView("Sub-topologies", "One sub-topology at a time; each runs in tasks of its own."),
    HelpView("Plan", "What the code says, before and after the optimizer."),
    HelpView("Optimizer", "Each rule: what it changes in the plan, or why nothing."),
    HelpView("Why", "Why each topic, store and name is there, and what to do."),
    HelpView("describe()", "The text that Topology.describe() prints."),
    HelpView("Tasks", "Which instance and thread runs which task, and what moves when one dies."),
    HelpView("Run", "What happens to records on stream threads, event by event."),
    HelpView("Compare", "Whether a change is safe to deploy, and how to bring it in."),
    HelpView("Lag", "Which task is slow: upload a history of consumer lag."),
)
KEYS = (
    ("/", "find a sub-topology, node, topic or store"),
    ("1 to 9, 0", "the views, from left to right"),
    ("t, d", "fold the text or the details away, and open them again"),
    ("f", "fit the diagram into its pane"),
    ("+, −", "larger, smaller"),
    ("↑ ↓ ← →", "walk along the arrows"),
    ("[, ]", "step through the optimizer"),
    ("Esc", "let go of what is chosen, then of the filter"),
    ("?", "all keys, and a switch for single keys"),
)


@require_safe
def help_page(request: HttpRequest) -> HttpResponse:
    """Say what one can do, how, and what is stored where."""
    base = request.build_absolute_uri("/").rstrip("/")
    most = limits()
    context = {
        "views": VIEWS,
        "keys": KEYS,
        "base": base,
        "files": most.files,
        "total": most.total_bytes // 2**20,
        "archive": most.archive_bytes // 2**20,
        "preview_minutes": most.preview_life_seconds // 60,
        "kept_days": settings.TOPOVIZ_RETENTION_DAYS,
    }
    return render(request, "help/page.html", context)


@require_safe
def terms_page(request: HttpRequest) -> HttpResponse:
    """List the words that pages and messages use."""
    return render(request, "help/terms.html", {"terms": sorted(TERMS, key=lambda term: term.name.lower())})
