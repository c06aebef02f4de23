"""The verb `deployments check`: hold the engine's verdict against what was seen of each deployment."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

from tests.oracle.deployments.deployments import Deployed, Version, find_deployments
from tests.oracle.deployments.meaning import (
    COPIED,
    again_restored,
    comes_back,
    is_good_at_once,
    is_good_without_local_state,
    keeps_copied,
    level_of,
    lost_names,
)
from tests.oracle.deployments.seen import Looks, read_seen
from topoviz.engine.analysis import analyze
from topoviz.engine.changes.compare import Change, compare
from topoviz.engine.changes.deployment import Deployment, Guarantee, Protocol
from topoviz.engine.changes.finding import Level
from topoviz.engine.changes.migration.plan import migration_of
from topoviz.engine.changes.migration.step import StepKind
from topoviz.engine.changes.side import Side
from topoviz.engine.source import Bundle, SourceFile
from topoviz.engine.submission import Settings, Submission
from topoviz.engine.tasks.reading_counts import GivenCounts
from topoviz.engine.versions import parse_version

_LEVELS: Final = {
    "compatible": Level.COMPATIBLE,
    "note": Level.NOTE,
    "stop-all": Level.STOP_ALL,
    "state-loss": Level.STATE_LOSS,
    "will-not-start": Level.WILL_NOT_START,
}
_IN_COMMON: Final = 3
"""So many words of an exception, one after another, are to stand in a finding."""


def check_deployments(only: Sequence[str] = ()) -> tuple[int, list[str]]:
    """Give how many deployments there are, and a text for each thing that the engine says otherwise."""
    chosen = [one for one in find_deployments() if not only or any(name in f"{one.key} {one.title}" for name in only)]
    return len(chosen), [f"{one.key} {one.title} {text}" for one in chosen for text in differences(one)]


def differences(deployed: Deployed) -> list[str]:
    """Give what the engine says otherwise of a deployment, or does not say."""
    looks = looks_at(deployed)
    change = change_of(deployed)
    return [
        *_of_level(deployed, looks, change),
        *_of_exceptions(looks, change),
        *_of_losses(deployed, looks, change),
        *_of_wiping(deployed, looks, change),
        *_of_restoring(looks, change),
        *_of_copying(deployed, looks, change),
        *_of_going_back(deployed, looks, change),
    ]


def looks_at(deployed: Deployed) -> Looks:
    """Give what was seen of a deployment. Raises KeyError where nobody recorded it."""
    return _recorded(deployed.group)[deployed.title]


def change_of(deployed: Deployed) -> Change:
    """Compare both versions as somebody would who knows how the application runs."""
    old, new = deployed.old, deployed.new
    counts = {topic.partition("/")[0]: 2 for topic in deployed.topics}
    deployment = Deployment(
        "app",
        Guarantee(new.guarantee),
        Protocol(new.protocol),
        Guarantee(old.guarantee),
        GivenCounts(counts),
        Protocol(old.protocol),
    )
    return compare(_side(old), _side(new), deployment)


def _of_level(deployed: Deployed, looks: Looks, change: Change) -> Iterator[str]:
    level = _LEVELS[level_of(deployed, looks)]
    if (change.verdict.certain, change.verdict.worst) != (level, level):
        said = [(one.code, one.level.name, one.is_unsure) for one in change.findings]
        yield f"is {change.verdict.words!r}, and {level.words!r} was seen: {said}"


def _of_exceptions(looks: Looks, change: Change) -> Iterator[str]:
    """Hold what ended the new version against what the findings say."""
    for name in ("new, started", "new, went on"):
        died = [text for member in looks[name].members.values() for text in member.died]
        told = [f"{one.sentence} {one.effect}" for one in change.findings if one.level >= Level.STATE_LOSS]
        if died and not any(_have_in_common(one, other) for one in died for other in told):
            yield f"{name}: no finding speaks of {died[-1]}"


def _have_in_common(one: str, other: str) -> bool:
    def runs(text: str) -> set[tuple[str, ...]]:
        words = re.findall(r"[\w.-]+", text)
        return {tuple(words[at : at + _IN_COMMON]) for at in range(len(words) - _IN_COMMON + 1)} | {
            (word,) for word in words if re.fullmatch(r"(\w+\.)*[A-Z]\w+Exception", word)
        }

    short = {tuple(word.rpartition(".")[2] for word in run) for run in runs(one)}
    return bool(short & {tuple(word.rpartition(".")[2] for word in run) for run in runs(other)})


def _of_losses(deployed: Deployed, looks: Looks, change: Change) -> Iterator[str]:
    """Each store and topic that lost something stands in a finding, and no finding fears for one that did not."""
    if not looks["new, started"].runs:
        return
    lost = lost_names(deployed, looks)
    found = [{*one.old, *one.new} for one in change.findings if one.level is Level.STATE_LOSS]
    for names in lost:
        # A finding without names speaks of all stores.
        if not any(names & ones or not ones for ones in found):
            yield f"no finding speaks of what {' and '.join(sorted(names))} lost"
    for ones in found:
        if ones and not any(names & ones for names in lost):
            yield f"{' and '.join(sorted(ones))} lost nothing"


def _of_wiping(deployed: Deployed, looks: Looks, change: Change) -> Iterator[str]:
    """The plan asks to delete local state where that alone was seen to help, and nowhere where it was seen to harm."""
    is_asked = any(step.kind is StepKind.WIPE for step in migration_of(change).steps)
    is_good = is_good_without_local_state(deployed, looks)
    # What was left unread in a topic is lost with local state and without it.
    is_of_topic = any("-repartition" in name for names in lost_names(deployed, looks) for name in names)
    if is_good and not is_asked and not is_of_topic and not is_good_at_once(deployed, looks):
        yield "the plan does not ask to delete local state, which was seen to help"
    if is_asked and not is_good:
        yield "the plan asks to delete local state, which was seen not to help"


def _of_restoring(looks: Looks, change: Change) -> Iterator[str]:
    """Somebody is told of stores that are restored although their directories are there."""
    restored = again_restored(looks)
    if looks["new, started"].runs and restored and not any("restored" in one.effect for one in change.findings):
        yield f"no finding says that {', '.join(restored)} would be restored"


def _of_copying(deployed: Deployed, looks: Looks, change: Change) -> Iterator[str]:
    """To copy changelogs is a way out where that was seen to help."""
    is_told = any("copy the topic" in one.way_out for one in change.findings)
    if COPIED in looks and is_told != keeps_copied(deployed, looks):
        yield f"to copy changelogs is a way out: {is_told}, and it was seen otherwise"


def _of_going_back(deployed: Deployed, looks: Looks, change: Change) -> Iterator[str]:
    """Where nothing is lost and the old version does not come back, that is told."""
    is_told = any("no way back" in one.effect for one in change.findings)
    if is_good_at_once(deployed, looks) and is_told == comes_back(deployed, looks):
        yield f"there is no way back: {is_told}, and it was seen otherwise"


@cache
def _side(version: Version) -> Side:
    bundle = Bundle((SourceFile(f"{version.key.replace('/', '-')}.java", version.text),))
    analysis = analyze(Submission(bundle, Settings(parse_version(version.version), optimize=version.optimize)))
    (topology,) = analysis.topologies
    return Side(topology, analysis.behaviours, bundle)


@cache
def _recorded(group: str) -> dict[str, Looks]:
    return read_seen(group)
