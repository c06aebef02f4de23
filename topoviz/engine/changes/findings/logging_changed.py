"""A store whose changelog was switched on or off."""

from __future__ import annotations

from collections.abc import Iterator

from topoviz.engine.changes.compared import Compared
from topoviz.engine.changes.finding import Finding, Level
from topoviz.engine.explanations.wording import code


def find_changed_logging(compared: Compared) -> Iterator[Finding]:
    """Find stores that lose what restores them, or that get a changelog without what they hold already."""
    for change in compared.stores:
        old, new = change.old, change.new
        if old.name != new.name or old.is_logged is None or new.is_logged is None or old.is_logged == new.is_logged:
            continue
        topic = compared.deployment.topic(f"{new.name}-changelog")
        effect = (
            f"Rows that it has already stand on local disks only; {code(topic)} gets what comes from then on. When "
            "the task moves, they are gone."
            if new.is_logged
            else "Nothing restores it any more: the state is gone as soon as the task moves or its disk is lost."
        )
        yield Finding(
            "logging-changed",
            Level.STATE_LOSS,
            f"The store {code(new.name)} is {'logged now' if new.is_logged else 'not logged any more'}.",
            effect,
            "Give the store another name and fill it by reprocessing the input."
            if new.is_logged
            else "Leave logging on, unless the state may be lost at any time.",
            "StoreBuilder#withLoggingEnabled, #withLoggingDisabled",
            (old.name,),
            (new.name,),
        )
