"""A table that is restored from its own topic in one version and from a changelog in the other."""

from __future__ import annotations

from collections.abc import Iterator

from topoviz.engine.changes.compared import Compared, StoreChange
from topoviz.engine.changes.finding import Finding, Level
from topoviz.engine.explanations.wording import code


def find_changed_changelog_sources(compared: Compared) -> Iterator[Finding]:
    """Find tables for which the optimizer's reuse of source topics was switched on or off."""
    for change in compared.stores:
        before, now = change.old.is_restored_from_source, change.new.is_restored_from_source
        if (
            before is None
            or now is None
            or before == now
            or change.old.changelog is None
            or change.new.changelog is None
        ):
            continue
        yield _from_changelog(compared, change) if before else _from_source(compared, change)


def _from_changelog(compared: Compared, change: StoreChange) -> Finding:
    topic = compared.deployment.topic(change.new.changelog or "")
    return Finding(
        "changelog-starts-empty",
        Level.STATE_LOSS,
        f"The table {code(change.new.name)} was restored from {code(change.old.changelog or '')} and has a changelog "
        "of its own now.",
        f"{code(topic)} begins empty: rows from before are on local disks only, and with exactly-once they are gone "
        "at once.",
        "Leave the optimization on, or reset the application and read the table's topic from its beginning.",
        "KIP-295: topology.optimization; TableSourceNode#reuseSourceTopicForChangeLog",
        (change.old.name,),
        (change.new.name,),
    )


def _from_source(compared: Compared, change: StoreChange) -> Finding:
    left = compared.deployment.topic(change.old.changelog or "")
    return Finding(
        "changelog-is-source",
        Level.STOP_ALL,
        f"The table {code(change.new.name)} is restored from the topic {code(change.new.changelog or '')} now.",
        f"It is restored as a whole, and that topic has all rows only if it is compacted and keeps them. {code(left)} "
        "stays behind and is not written any more: an old version that takes a task back lacks what came since.",
        f"Check that {code(change.new.changelog or '')} has `cleanup.policy=compact`. Delete {code(left)} when the old "
        "version will not come back.",
        "KIP-295: topology.optimization; TableSourceNode#reuseSourceTopicForChangeLog",
        (change.old.name,),
        (change.new.name,),
    )
