"""The verb `changes check`: hold the engine's verdict against what two recordings imply."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Final

from tests.oracle.changes.described import Described
from tests.oracle.changes.implied import LEVELS, Found, Implied
from tests.oracle.changes.pairs import Pair, find_pairs, recorded_halves
from tests.oracle.edit_texts import Half
from tests.oracle.recording import Record
from topoviz.engine.analysis import analyze
from topoviz.engine.changes.compare import Change, compare
from topoviz.engine.changes.deployment import Deployment, Protocol
from topoviz.engine.changes.finding import Finding, Level
from topoviz.engine.changes.migration.plan import migration_of
from topoviz.engine.changes.migration.step import StepKind
from topoviz.engine.changes.side import Side
from topoviz.engine.source import Bundle, SourceFile
from topoviz.engine.submission import Settings, Submission
from topoviz.engine.versions import parse_version

_LEVELS: Final = {
    Level.COMPATIBLE: "compatible",
    Level.NOTE: "note",
    Level.STOP_ALL: "stop-all",
    Level.STATE_LOSS: "state-loss",
    Level.WILL_NOT_START: "will-not-start",
}
_HELD: Final = (
    "changelog-starts-empty",
    "changelog-is-source",
    "changelog-renamed",
    "store-kind-changed",
    "logging-changed",
    "state-taken-over",
    "store-added",
    "store-removed",
    "repartition-count-changed",
    "retention-changed",
    "source-added",
    "source-removed",
)
"""Findings whose names follow from recordings one by one."""

_SEEN_IN_DUMPS: Final = frozenset({"changelog-renamed", "state-taken-over", "repartition-topic-gone"})


def check_pairs(only: str = "") -> tuple[int, list[str]]:
    """Give how many pairs there are, and a text for each that differs."""
    pairs = find_pairs(only)
    return len(pairs), [text for pair in pairs for text in (*differences(pair), *dump_differences(pair))]


def differences(pair: Pair) -> list[str]:
    """Give what the engine says otherwise of a pair."""
    records = _recorded(pair.group)
    implied = Implied(pair, *(Described(records[half.key]) for half in (pair.old, pair.new)))
    texts = _of_refusal(implied) if implied.is_refused else _of_verdict(implied)
    return [f"{pair.key} {pair.title} {text}" for text in texts]


def _of_refusal(implied: Implied) -> Iterator[str]:
    if side_of(implied.pair.new).refusal is None:
        yield "Kafka Streams refuses it, and the engine does not."


def _of_verdict(implied: Implied) -> Iterator[str]:
    pair = implied.pair
    sides = side_of(pair.old), side_of(pair.new)
    change = compare(*sides, Deployment("app"))
    sure = tuple(one for one in change.findings if not one.is_unsure)
    expected, found = implied.findings, findings_of(change, change.findings if pair.feared is None else sure)
    for word, ones in (("not found", expected - found), ("found for nothing", found - expected)):
        yield from (f"{word}: {' '.join(one)}" for one in sorted(ones))
    verdict = _LEVELS[change.verdict.certain], _LEVELS[change.verdict.worst]
    if verdict != (implied.level, implied.worst):
        codes = [(one.code, one.level.name, one.is_unsure, one.sentence) for one in change.findings]
        yield f"is {verdict}, and should be {implied.level, implied.worst}: {codes}"
    yield from _of_plan(implied, change)
    streams = compare(*sides, Deployment("app", protocol=Protocol.STREAMS))
    is_refused = any(one.code == "streams-group-refuses" for one in streams.findings)
    if implied.is_refused_by_streams_group is not None and is_refused != implied.is_refused_by_streams_group:
        yield f"is {'' if is_refused else 'not '}refused by a streams group, and should be otherwise"


def _of_plan(implied: Implied, change: Change) -> Iterator[str]:
    """Say where following the plan would cost what a recording shows to be in use, or leave records unread."""
    steps = migration_of(change).steps
    deleted = {topic.removeprefix("app-") for step in steps if step.kind is StepKind.CLEAN_UP for topic in step.topics}
    drained = {topic.removeprefix("app-") for step in steps if step.kind is StepKind.DRAIN for topic in step.topics}
    used = {*implied.new.repartition_topics, *(store.topic or "" for store in implied.new.stores.values())}
    gone = {name for code, name in implied.findings if code == "repartition-topic-gone"}
    if deleted & used:
        yield f"the plan deletes what is used: {sorted(deleted & used)}"
    if gone - drained:
        yield f"the plan does not drain {sorted(gone - drained)}"


def dump_differences(pair: Pair) -> list[str]:
    """Give what is said too surely, or too well, where both sides are what describe() printed."""
    records = _recorded(pair.group)
    implied = Implied(pair, *(Described(records[half.key]) for half in (pair.old, pair.new)))
    if implied.is_refused:
        return []
    old, new = (_dumped(records[half.key].describe or "", half) for half in (pair.old, pair.new))
    change = compare(old, new, Deployment("app"))
    certain, worst = _LEVELS[change.verdict.certain], _LEVELS[change.verdict.worst]
    is_seen = {code for code, _ in implied.findings} & _SEEN_IN_DUMPS
    needed = "state-loss" if is_seen else "compatible"
    findings = [(one.code, one.old, one.new, one.is_unsure) for one in change.findings]
    found = []
    if LEVELS.index(certain) > LEVELS.index(implied.level):
        found.append(f"{pair.key} {pair.title} from dumps is surely {certain}, and is {implied.level}: {findings}")
    if LEVELS.index(worst) < LEVELS.index(needed):
        found.append(f"{pair.key} {pair.title} from dumps is {worst} at worst, and is {implied.level}: {findings}")
    return found


def _dumped(text: str, half: Half) -> Side:
    bundle = Bundle((SourceFile("dump.txt", text),))
    analysis = analyze(Submission(bundle, Settings(parse_version(half.version), optimize=half.optimize)))
    (topology,) = analysis.topologies
    return Side(topology, analysis.behaviours)


def findings_of(change: Change, findings: Sequence[Finding]) -> frozenset[Found]:
    """Give what was found, in the words of what is implied."""
    found = {(one.code, f"{_said(one.old)} {_said(one.new)}") for one in findings if one.code in _HELD}
    for one in findings:
        if one.code == "sub-topologies-changed":
            found.add((one.code, ""))
        if one.code == "copartitioning-added":
            found.add((one.code, " ".join(sorted(one.new))))
        if one.code == "repartition-topic-gone":
            found.update((one.code, name) for name in one.old)
        if one.code.startswith("repartition-topic-"):
            now = set(one.new) - set(change.compared.old.topology.repartition_topics)
            found.update(("repartition-topic-new", name) for name in now)
    return frozenset(found)


def _said(names: Sequence[str]) -> str:
    # The engine writes patterns between slashes.
    return " ".join(name.strip("/") for name in names)


@cache
def side_of(half: Half) -> Side:
    """Analyze one of the programs."""
    bundle = Bundle((SourceFile(f"{half.key.replace('/', '-')}.java", half.text),))
    settings = Settings(parse_version(half.version), optimize=half.optimize)
    analysis = analyze(Submission(bundle, settings))
    (topology,) = analysis.topologies
    return Side(topology, analysis.behaviours, bundle)


@cache
def _recorded(group: str) -> Mapping[str, Record]:
    return recorded_halves(group)
