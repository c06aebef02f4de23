"""From what was found to steps in order: correct, name, fill, check, drain, stop, wipe, alter, start, clean up."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from topoviz.engine.changes.compare import Change
from topoviz.engine.changes.deployment import Protocol
from topoviz.engine.changes.finding import Finding, Level
from topoviz.engine.changes.migration.first_steps import checking, correcting, filling
from topoviz.engine.changes.migration.names import NameToGive, names_to_give
from topoviz.engine.changes.migration.step import Step, StepKind
from topoviz.engine.changes.migration.store_steps import altering, wiping, wiping_elsewhere
from topoviz.engine.changes.state_cost import StateCost, state_cost
from topoviz.engine.explanations.wording import code

_BROKER: Final = "BROKER:9092"
_ID: Final = "APPLICATION_ID"
_UNDRAINED: Final = ("repartition-topic-gone", "repartition-reader-gone")
_UNREAD: Final = ("repartition-topic-gone", "repartition-topic-taken-over")

_NAMED_TOO: Final = (
    " A store that has a name takes no number, so that the numbers after it change: those stores are named too."
)


@dataclass(frozen=True, slots=True)
class Migration:
    """Names to give in the code, and steps in their order; both empty where nothing is to be done.

    `cost` is what becomes of state when the steps are done; None where nobody said sizes.
    """

    names: tuple[NameToGive, ...]
    steps: tuple[Step, ...]
    cost: StateCost | None = None


def migration_of(change: Change) -> Migration:
    """Say how to bring a change in without losing what need not be lost."""
    names = names_to_give(change.compared)
    is_wiped = bool(tuple(wiping(change, _group(change))))
    cost = state_cost(change.compared, change.findings, is_wiped=is_wiped)
    return Migration(names, tuple(_steps(change, names)), cost)


def _steps(change: Change, names: Sequence[NameToGive]) -> Iterator[Step]:
    by_code: dict[str, list[Finding]] = {}
    for one in change.findings:
        by_code.setdefault(one.code, []).append(one)
    if change.verdict.worst < Level.NOTE:
        return
    yield from correcting(by_code)
    yield from _naming(names)
    yield from filling(change, names, by_code)
    yield from checking(change, by_code, _BROKER)
    undrained = [one for code in _UNDRAINED for one in by_code.get(code, [])]
    yield from _draining(change, undrained)
    must_stop = change.verdict.worst >= Level.STOP_ALL
    if must_stop:
        yield _stopping(change, by_code)
    yield from wiping(change, _group(change))
    yield from wiping_elsewhere(change, _group(change))
    yield from altering(change, _BROKER)
    yield _starting(change, must_stop=must_stop, refuses="streams-group-refuses" in by_code)
    yield from _cleaning(change, names, by_code)


def _naming(names: Sequence[NameToGive]) -> Iterator[Step]:
    helped = [one for one in names if one.helps]
    if helped:
        yield Step(
            StepKind.NAME,
            "Give these stores the names that the old version has, then compare again: "
            + ", ".join(f"{code(one.now)} is to be {code(one.code)}" for one in helped)
            + ".",
            "The names of their changelog topics stay, and so does the state."
            + (_NAMED_TOO if any(one.store == one.now for one in helped) else ""),
        )


def _draining(change: Change, gone: Sequence[Finding]) -> Iterator[Step]:
    topics = [change.compared.deployment.topic(one.old[0]) for one in gone]
    if topics:
        yield Step(
            StepKind.DRAIN,
            "Stop what writes to the application's input, and wait until its lag on these topics is 0.",
            "The new version does not read them, or reads them as something else: what is in them then is lost.",
            (f"{_tool(change)} --bootstrap-server {_BROKER} --describe --group {_group(change)}",),
            tuple(topics),
        )


def _stopping(change: Change, by_code: Mapping[str, list[Finding]]) -> Step:
    behaviours = change.compared.old.behaviours
    closing = "`close()` leaves members in the group until their sessions time out (`session.timeout.ms`)"
    if behaviours.has("leaves_group_on_close"):
        closing += ", unless CloseOptions ask to leave it"
    return Step(
        StepKind.STOP,
        "Stop all instances, and go on when the group is Empty.",
        f"{_why_stop(by_code)} {closing}.",
        (f"{_tool(change)} --bootstrap-server {_BROKER} --describe --group {_group(change)} --state",),
    )


def _why_stop(by_code: Mapping[str, list[Finding]]) -> str:
    if not {"sub-topologies-changed", "streams-group-refuses"}.isdisjoint(by_code):
        return "Both versions in one group would take tasks for different work."
    if "protocol-changed" in by_code:
        return "A group has members of one protocol only."
    return "Members of both versions must not work on the same state and topics at the same time."


def _starting(change: Change, *, must_stop: bool, refuses: bool) -> Step:
    if refuses:
        return Step(
            StepKind.START,
            "Start the new version with group.protocol=classic, stop it, wait until the group is empty, and start it "
            "with group.protocol=streams.",
            "The brokers keep the old topology of a streams group and refuse another one; committed offsets stay.",
        )
    moved = len(change.compared.moved_stores)
    why = f"{moved} store{' is' if moved == 1 else 's are'} restored from changelogs first." if moved else ""
    if must_stop:
        return Step(StepKind.START, "Start all instances of the new version.", why)
    return Step(
        StepKind.START,
        "Restart one instance after the other.",
        "Until the last one is restarted, both versions work: what they write mixes.",
    )


def _cleaning(change: Change, names: Sequence[NameToGive], by_code: dict[str, list[Finding]]) -> Iterator[Step]:
    kept = {one.store for one in names if one.helps}
    topic = change.compared.deployment.topic
    stores = [one.old[0] for code in ("changelog-renamed", "store-removed") for one in by_code.get(code, [])]
    # The number that a store had may be another one's now, and so may its topic.
    left = [
        topic(f"{name}-changelog") for name in stores if name not in kept and name not in change.compared.new.stores
    ]
    left += [topic(one.old[0]) for one in by_code.get("repartition-topic-gone", []) if not _is_kept(one, kept)]
    left += [topic(f"{one.old[0]}-changelog") for one in by_code.get("changelog-is-source", [])]
    if left:
        yield Step(
            StepKind.CLEAN_UP,
            "Delete the topics that nobody uses any more, when the old version will not come back.",
            "Kafka Streams never deletes them.",
            tuple(f"kafka-topics.sh --bootstrap-server {_BROKER} --delete --topic {name}" for name in left),
            tuple(left),
        )


def _is_kept(finding: Finding, kept: set[str]) -> bool:
    """Tell whether the topic is named after a store that keeps its name."""
    return finding.old[0].removesuffix("-repartition") in kept


def _tool(change: Change) -> str:
    """Give the tool that shows the group of the old version."""
    deployment = change.compared.deployment
    is_streams = (deployment.protocol_before or deployment.protocol) is Protocol.STREAMS
    return "kafka-streams-groups.sh" if is_streams else "kafka-consumer-groups.sh"


def _group(change: Change) -> str:
    return change.compared.deployment.application_id or _ID
