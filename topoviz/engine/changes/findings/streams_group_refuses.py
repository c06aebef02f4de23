"""A streams group, whose brokers know the topology and take no other one."""

from __future__ import annotations

from collections.abc import Iterator

from topoviz.engine.changes.compared import Compared, StoreChange
from topoviz.engine.changes.deployment import Protocol
from topoviz.engine.changes.finding import Finding, Level
from topoviz.engine.changes.side import Side
from topoviz.engine.topology.copartition_groups import copartition_groups


def find_refusing_streams_group(compared: Compared) -> Iterator[Finding]:
    """Find that the brokers would see a difference: they refuse it, also when all members are stopped (KIP-1071)."""
    if compared.deployment.protocol is not Protocol.STREAMS or compared.deployment.changes_protocol:
        return
    if _seen(compared.old) == _seen(compared.new) and not any(map(_asks_other_settings, compared.kept_stores)):
        return
    yield Finding(
        "streams-group-refuses",
        Level.WILL_NOT_START,
        "The brokers of a streams group keep the topology: its sub-topologies with their sources, internal topics and "
        "topics that must have equal counts. It is another one now.",
        "New members end in an error: InvalidRequestException, Topology updates are not supported yet. Stopping all "
        "members first does not help.",
        "Start the new version once with group.protocol=classic, stop it, wait until the group is empty, and go back "
        "to group.protocol=streams: committed offsets are kept.",
        "KIP-1071; KAFKA-20170; seen with 4.3.1",
    )


def _asks_other_settings(change: StoreChange) -> bool:
    """Tell whether a changelog is certain to be asked for with other settings, which members send too."""
    old, new = change.old, change.new
    asked: tuple[tuple[object, object], ...] = (
        (old.kind, new.kind),
        (old.settings.retention, new.settings.retention),
        (old.history_retention, new.history_retention),
        (old.settings.log_config, new.settings.log_config),
    )
    is_own_topic = old.is_logged and new.is_logged and not new.is_restored_from_source
    return bool(is_own_topic) and any(None not in (before, now) and before != now for before, now in asked)


def _seen(side: Side) -> object:
    """Give what members send to the brokers, as far as it is known."""
    counts = side.topology.repartition_topics
    groups = [
        (
            group.group_id,
            frozenset(group.sources),
            frozenset(group.patterns),
            frozenset((topic, counts.get(topic)) for topic in group.repartition_sources),
            frozenset(group.sinks) & frozenset(counts),
            frozenset(log.name for log in group.changelogs),
        )
        for group in side.topics
    ]
    return groups, copartition_groups(side.topology, side.analyzed.application_id)
