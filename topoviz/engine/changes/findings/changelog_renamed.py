"""A store that goes on under another name: its changelog topic is another one, and that is empty."""

from __future__ import annotations

from collections.abc import Iterator

from topoviz.engine.changes.compared import Compared, StoreChange
from topoviz.engine.changes.finding import Finding, Level


def find_renamed_changelogs(compared: Compared) -> Iterator[Finding]:
    """Find stores that start empty, without an error, because their name is another."""
    for change in compared.stores:
        if change.old.name != change.new.name and change.old.is_logged is not False:
            yield _finding(compared, change)


def _finding(compared: Compared, change: StoreChange) -> Finding:
    old, new = change.old, change.new
    topic = compared.deployment.topic
    before, now = topic(f"{old.name}-changelog"), topic(f"{new.name}-changelog")
    why = "Kafka Streams numbers the names that it makes, and what takes a number before this one is not the same."
    return Finding(
        "changelog-renamed",
        Level.STATE_LOSS,
        f"The store {old.name} is called {new.name} now. {why if change.match.new.is_numbered else ''}".strip(),
        f"It starts empty, without an error: {now} is a new topic, and {before} stays behind with the old state. "
        "Input is read on from the committed offsets, so that nothing fills it again.",
        f'Keep the name, with Materialized.as("{old.name}") where this store is made, or copy the topic while the '
        "application is stopped, or reprocess the input.",
        "ProcessorStateManager#storeChangelogTopic; InternalStreamsBuilder#newStoreName",
        (old.name,),
        (new.name,),
        is_unsure=not change.match.evidence.is_sure,
        rests_on=() if change.match.evidence.is_sure else (change.match.evidence.value,),
    )
