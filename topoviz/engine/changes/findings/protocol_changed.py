"""Another group protocol: who assigns the tasks (KIP-1071)."""

from __future__ import annotations

from collections.abc import Iterator

from topoviz.engine.changes.compared import Compared
from topoviz.engine.changes.deployment import Protocol
from topoviz.engine.changes.finding import Finding, Level
from topoviz.engine.changes.side import Side
from topoviz.engine.explanations.wording import code, listed

_REFERENCE = "KIP-1071; GroupMetadataManager#maybeDeleteEmptyClassicGroup; seen with 4.3.1"
_INSTANCE = "group.instance.id"


def find_changed_protocol(compared: Compared) -> Iterator[Finding]:
    """Find what another kind of group asks for, and what a streams group does not take."""
    deployment = compared.deployment
    is_taken = deployment.protocol is Protocol.CLASSIC or compared.new.behaviours.has("chooses_group_protocol")
    if deployment.changes_protocol and is_taken:
        yield _to_streams(compared) if deployment.protocol is Protocol.STREAMS else _to_classic()
    if deployment.protocol is Protocol.STREAMS:
        yield from _not_taken(compared.new)


def _to_streams(compared: Compared) -> Finding:
    group = compared.deployment.application_id
    whose = "the group" if group is None else f"the group {code(group)}"
    return Finding(
        "protocol-changed",
        Level.STOP_ALL,
        "`group.protocol` is `streams` in place of `classic`: brokers assign the tasks, not a member of the group.",
        f"While {whose} has a classic member, brokers turn new members away (GroupIdNotFoundException: Group … is not "
        "a streams group). Once it is empty they convert it: committed offsets, changelogs and local state are kept. "
        "From then on a change of sub-topologies or of internal topics and their settings is refused. The group's "
        "settings `streams.num.standby.replicas`, `streams.session.timeout.ms` and `streams.heartbeat.interval.ms` "
        "hold in place of the program's; task assignors and warm-up tasks of the program are not used.",
        "Stop all instances, wait until the group is empty, and start. Brokers have to be of 4.1 on, with the feature "
        "`streams.version` at 1; for standby tasks, set `streams.num.standby.replicas` of the group with "
        "`kafka-configs.sh`.",
        _REFERENCE,
    )


def _to_classic() -> Finding:
    return Finding(
        "protocol-changed",
        Level.STOP_ALL,
        "`group.protocol` is `classic` in place of `streams`: a member of the group assigns the tasks, not the "
        "brokers.",
        "While the group has a streams member, brokers turn new members away (InconsistentGroupProtocolException). "
        "Once it is empty they convert it: committed offsets, changelogs and local state are kept. The program's "
        "`num.standby.replicas`, `session.timeout.ms` and `heartbeat.interval.ms` hold in place of the group's "
        "settings.",
        "Stop all instances, wait until the group is empty, and start.",
        _REFERENCE,
    )


def _not_taken(new: Side) -> Iterator[Finding]:
    if not new.behaviours.has("has_streams_groups"):
        yield _not_known(new)
    patterns = sorted({pattern for group in new.topics for pattern in group.patterns})
    if patterns:
        yield _refused(f"the pattern{'s' if len(patterns) > 1 else ''} {listed(map(code, patterns))}", tuple(patterns))
    if new.analyzed.settings is not None and any(name.endswith(_INSTANCE) for name in new.analyzed.settings.settings):
        yield _refused(f"static members, and the program sets {code(_INSTANCE)}", ())


def _not_known(new: Side) -> Finding:
    """Say what a version makes of a protocol that it lacks: before 3.7 consumers have no such setting."""
    version = new.behaviours.version
    is_refused = new.behaviours.has("chooses_group_protocol")
    return Finding(
        "streams-group-unknown" if is_refused else "streams-group-ignored",
        Level.WILL_NOT_START if is_refused else Level.COMPATIBLE,
        f"Kafka Streams {version} has no streams groups: they came with 4.1.",
        "It ends with a ConfigException (Invalid value streams for configuration group.protocol)."
        if is_refused
        else "It ignores `group.protocol=streams`, and joins a classic group.",
        "Take 4.1 or later, or leave `group.protocol` at `classic`.",
        "KIP-1071; seen with 2.8.2 and 3.9.2",
    )


def _refused(what: str, names: tuple[str, ...]) -> Finding:
    return Finding(
        "streams-group-lacks",
        Level.WILL_NOT_START,
        f"A streams group does not take {what}.",
        "Kafka Streams ends with an error when it starts.",
        "Name the topics one by one."
        if names
        else f"Take {code(_INSTANCE)} out, or leave `group.protocol` at `classic`.",
        "KIP-1071; StreamsConfig#verifyStreamsProtocolCompatibility",
        (),
        names,
    )
