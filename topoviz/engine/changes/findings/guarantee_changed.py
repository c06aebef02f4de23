"""Another processing guarantee, or one that the new version does not have."""

from __future__ import annotations

from collections.abc import Iterator

from topoviz.engine.changes.compared import Compared
from topoviz.engine.changes.deployment import Guarantee
from topoviz.engine.changes.finding import Finding, Level
from topoviz.engine.explanations.wording import code

_REFERENCE = "KIP-447; KIP-732"


def find_changed_guarantee(compared: Compared) -> Iterator[Finding]:
    """Find what another setting of processing.guarantee asks for."""
    now, before = compared.deployment.guarantee, compared.deployment.guarantee_before
    if now is Guarantee.EXACTLY_ONCE and not compared.new.behaviours.has("may_have_producers_of_tasks"):
        yield Finding(
            "guarantee-gone",
            Level.WILL_NOT_START,
            "processing.guarantee=exactly_once is gone with 4.0.",
            "The new version refuses its configuration: it ends with a ConfigException (Invalid value exactly_once for "
            "configuration processing.guarantee).",
            "Go to exactly_once_v2 with a version before 4.0, in two rolling restarts; it needs brokers of 2.5 on.",
            _REFERENCE,
        )
    if before is None or before is now:
        return
    yield Finding(
        "guarantee-changed",
        Level.STOP_ALL if {before, now} >= {Guarantee.EXACTLY_ONCE, Guarantee.EXACTLY_ONCE_V2} else Level.NOTE,
        f"`processing.guarantee` is {code(now)} in place of {code(before)}.",
        "Members of both settings are in one group while instances are restarted: only what the new ones write has the "
        "new guarantee."
        if before is Guarantee.AT_LEAST_ONCE or now is Guarantee.AT_LEAST_ONCE
        else "Producers of tasks and of threads would fence each other in one group.",
        "Stop all instances, then start; brokers have to be of 2.5 on for exactly_once_v2.",
        _REFERENCE,
    )
