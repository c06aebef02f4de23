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
    is_new_to_old = now is Guarantee.EXACTLY_ONCE_V2 and not compared.old.behaviours.has("has_exactly_once_beta")
    goes_back = (before, now) == (Guarantee.EXACTLY_ONCE_V2, Guarantee.EXACTLY_ONCE)
    must_stop = goes_back or (before is Guarantee.EXACTLY_ONCE and is_new_to_old)
    yield Finding(
        "guarantee-changed",
        Level.STOP_ALL if must_stop else Level.NOTE,
        f"`processing.guarantee` is {code(now)} in place of {code(before)}.",
        _effect(before, now, must_stop=must_stop),
        f"{'Stop all instances, then start' if must_stop else 'Restart one instance after the other'}; brokers have to "
        "be of 2.5 on for exactly_once_v2.",
        f"{_REFERENCE}; seen with 3.9.2",
    )


def _effect(before: Guarantee, now: Guarantee, *, must_stop: bool) -> str:
    if must_stop:
        return "Members with a producer for each task and with one for each thread were not seen side by side so."
    if Guarantee.AT_LEAST_ONCE in (before, now):
        return (
            "Members of both settings are in one group while instances are restarted: only what those with "
            "exactly-once write has that guarantee."
        )
    return (
        "Members with a producer for each task and with one for each thread work side by side in one group meanwhile."
    )
