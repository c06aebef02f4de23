"""Steps for stores that keep their names: files on disk to delete, and topics to alter."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from topoviz.engine.changes.changelog_settings import TopicChange, topic_change
from topoviz.engine.changes.compare import Change
from topoviz.engine.changes.finding import Finding, Level
from topoviz.engine.changes.migration.step import Step, StepKind
from topoviz.engine.explanations.wording import code

_ON_DISK: Final = ("retention-changed", "store-format-changed")
_TOOL: Final = "kafka-configs.sh"
_MISREAD: Final = ("window-changed", "serde-changed")


def misread_stores(change: Change) -> list[str]:
    """Give the stores whose rows mean nothing to the new version, and which nothing restores otherwise."""
    return [one.new[0] for one in change.findings if _is_misread(change, one)]


def _is_misread(change: Change, one: Finding) -> bool:
    if one.level < Level.STATE_LOSS:
        return False
    return (one.code in _MISREAD and not one.is_unsure) or (one.code in _ON_DISK and not _is_logged(change, one))


def _is_logged(change: Change, one: Finding) -> bool:
    old, new = change.compared.old.stores[one.old[0]], change.compared.new.stores[one.new[0]]
    return bool(old.is_logged and new.is_logged)


def wiping(change: Change, application: str) -> Iterator[Step]:
    """Let files be deleted that the new version cannot read, where changelogs restore what is in them."""
    on_disk = [one for one in change.findings if one.code in _ON_DISK and one.level >= Level.STATE_LOSS]
    names = [one.new[0] for one in on_disk if _is_logged(change, one)]
    is_older = any(one.code.startswith("version-") and one.level >= Level.STATE_LOSS for one in change.findings)
    has_left_tasks = any(one.code == "tasks-left-behind" for one in change.findings)
    if names or is_older or has_left_tasks:
        unlogged = [name for name, store in change.compared.new.stores.items() if store.is_logged is False]
        lost = (
            f" What is in {', '.join(map(code, unlogged))} is lost by it: no changelog restores that."
            if unlogged
            else ""
        )
        left = ["tasks that are no more"] if has_left_tasks else []
        whose = "any store" if is_older else ", ".join((*map(code, names), *left))
        yield Step(
            StepKind.WIPE,
            f"Delete the directory {code(application)} below `state.dir` on all machines.",
            f"The new version does not find, or cannot open, what is there of {whose}; all stores are "
            f"restored from their changelogs.{lost}",
            (f"rm -r STATE_DIR/{application}",),
        )


def wiping_elsewhere(change: Change, application: str) -> Iterator[Step]:
    """Let files be deleted that would bring deleted rows back, where a store moves between disk and memory."""
    moved = [
        one.new.name
        for one in change.compared.kept_stores
        if None not in (one.old.is_in_memory, one.new.is_in_memory)
        and one.old.is_in_memory != one.new.is_in_memory
        and one.old.is_logged
        and one.new.is_logged
    ]
    if moved:
        yield Step(
            StepKind.WIPE,
            f"While an instance is stopped, delete its directories of {', '.join(map(code, moved))}.",
            "The changelog restores the store. Files that stay on disk bring back rows that were deleted meanwhile.",
            tuple(f"rm -r STATE_DIR/{application}/*/rocksdb/{name}" for name in moved),
        )


def altering(change: Change, broker: str) -> Iterator[Step]:
    """Let topics be altered, for Kafka Streams never does that."""
    asked = [(one, topic_change(one)) for one in change.compared.kept_stores]
    topics = {change.compared.deployment.topic(f"{one.new.name}-changelog"): it for one, it in asked if any(_said(it))}
    if topics:
        yield Step(
            StepKind.ALTER,
            "Give these changelog topics the settings that they would be made with now.",
            "Kafka Streams never alters a topic that is there.",
            tuple(
                f"{_TOOL} --bootstrap-server {broker} --alter --entity-type topics --entity-name {topic} {said}"
                for topic, it in topics.items()
                for said in _said(it)
            ),
            tuple(topics),
        )


def _said(asked: TopicChange) -> Iterator[str]:
    if asked.added:
        yield "--add-config " + ",".join(f"{name}={_quoted(text)}" for name, text in asked.added)
    if asked.deleted:
        yield "--delete-config " + ",".join(asked.deleted)


def _quoted(text: str) -> str:
    return f"[{text}]" if "," in text else text
