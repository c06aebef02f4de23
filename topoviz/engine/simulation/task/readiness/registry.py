"""Which rule a version has."""

from __future__ import annotations

from topoviz.engine.simulation.task.readiness.all_buffered import AllBuffered
from topoviz.engine.simulation.task.readiness.known_lags import KnownLags
from topoviz.engine.simulation.task.readiness.model import Readiness
from topoviz.engine.versions import Behaviours


def readiness_of(behaviours: Behaviours, idle_ms: int) -> Readiness:
    """Make the rule of a version for a max.task.idle.ms."""
    if behaviours.has("waits_for_known_lags"):
        return KnownLags(idle_ms)
    return AllBuffered(idle_ms, starts_anew_when_empty=behaviours.has("idles_anew_when_empty"))
