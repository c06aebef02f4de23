"""The settings that a changelog topic would be made with now, and that Kafka Streams does not give one that is there.

Kafka: WindowedChangelogTopicConfig, VersionedChangelogTopicConfig; InternalTopicManager#makeReady.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from topoviz.engine.changes.compared import StoreChange
from topoviz.engine.logical.nodes import StoreKind

_ADDED: Final = 86_400_000
"""windowstore.changelog.additional.retention.ms by default, and what a versioned store adds."""


@dataclass(frozen=True, slots=True)
class TopicChange:
    """What to add to the settings of a topic, and what to take away."""

    added: tuple[tuple[str, str], ...]
    deleted: tuple[str, ...]


def kept_for(change: StoreChange) -> tuple[int | None, int | None]:
    """Give how long the store kept rows, or old versions of them, and how long it does now."""
    old, new = change.old, change.new
    if new.kind is StoreKind.VERSIONED:
        return old.history_retention, new.history_retention
    return old.settings.retention, new.settings.retention


def time_to_set(change: StoreChange, now: int) -> tuple[str, str]:
    """Give the setting that goes with how long a store keeps rows."""
    name = "min.compaction.lag.ms" if change.new.kind is StoreKind.VERSIONED else "retention.ms"
    return name, str(now + _ADDED)


def topic_change(change: StoreChange) -> TopicChange:
    """Give what the changelog of a store should be altered by, as far as it is known."""
    old, new = change.old, change.new
    if not (old.is_logged and new.is_logged) or new.is_restored_from_source:
        return TopicChange((), ())
    before, now = dict(old.settings.log_config or ()), dict(new.settings.log_config or ())
    is_known = None not in (old.settings.log_config, new.settings.log_config)
    added = [(name, text) for name, text in now.items() if before.get(name) != text] if is_known else []
    deleted = [name for name in before if name not in now] if is_known else []
    kept, keeps = kept_for(change)
    if kept is not None and keeps is not None and kept != keeps and old.kind is new.kind:
        added.append(time_to_set(change, keeps))
    return TopicChange(tuple(added), tuple(deleted))
