"""A changelog topic for which the program asks other settings than it was made with."""

from __future__ import annotations

from collections.abc import Iterator

from topoviz.engine.changes.compared import Compared, StoreChange
from topoviz.engine.changes.finding import Finding, Level


def find_changed_changelog_configs(compared: Compared) -> Iterator[Finding]:
    """Find settings that have no effect, because the topic is there already."""
    for change in compared.kept_stores:
        before, now = change.old.settings.log_config, change.new.settings.log_config
        is_own_topic = change.new.is_logged and change.old.is_logged and not change.new.is_restored_from_source
        if is_own_topic and before is not None and now is not None and before != now:
            yield _finding(compared, change, dict(before), dict(now))


def _finding(compared: Compared, change: StoreChange, before: dict[str, str], now: dict[str, str]) -> Finding:
    topic = compared.deployment.topic(f"{change.new.name}-changelog")
    given = [f"{name}={text}" for name, text in now.items() if before.get(name) != text]
    taken = [name for name in before if name not in now]
    said = [f"add {', '.join(given)}"] if given else []
    said += [f"delete {', '.join(taken)}"] if taken else []
    return Finding(
        "changelog-config-changed",
        Level.NOTE,
        f"{topic} is to have other settings.",
        "Kafka Streams gives a topic its settings when it makes it, and never alters one that is there.",
        f"Alter the topic with kafka-configs.sh: {' and '.join(said)}.",
        "InternalTopicManager#makeReady",
        (change.old.name,),
        (change.new.name,),
    )
