"""A changelog topic for which the program asks other settings than it was made with."""

from __future__ import annotations

from collections.abc import Iterator

from topoviz.engine.changes.changelog_settings import TopicChange, topic_change
from topoviz.engine.changes.compared import Compared, StoreChange
from topoviz.engine.changes.finding import Finding, Level
from topoviz.engine.explanations.wording import code


def find_changed_changelog_configs(compared: Compared) -> Iterator[Finding]:
    """Find settings that have no effect, because the topic is there already."""
    for change in compared.kept_stores:
        asked = topic_change(change)
        if change.old.settings.log_config != change.new.settings.log_config and (asked.added or asked.deleted):
            yield _finding(compared, change, asked)


def _finding(compared: Compared, change: StoreChange, asked: TopicChange) -> Finding:
    topic = compared.deployment.topic(f"{change.new.name}-changelog")
    said = [f"add {', '.join(code(f'{name}={text}') for name, text in asked.added)}"] if asked.added else []
    said += [f"delete {', '.join(map(code, asked.deleted))}"] if asked.deleted else []
    return Finding(
        "changelog-config-changed",
        Level.NOTE,
        f"{code(topic)} is to have other settings.",
        "Kafka Streams gives a topic its settings when it makes it, and never alters one that is there.",
        f"Alter the topic with `kafka-configs.sh`: {' and '.join(said)}.",
        "InternalTopicManager#makeReady",
        (change.old.name,),
        (change.new.name,),
    )
