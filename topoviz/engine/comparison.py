"""Two versions that were analyzed: which topology follows on which, and what changes from one to the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from topoviz.engine.analysis import analyze
from topoviz.engine.changes.compare import Change, compare, compare_through
from topoviz.engine.changes.deployed import Asked, deployed
from topoviz.engine.changes.deployment import Deployment
from topoviz.engine.changes.finding import Finding
from topoviz.engine.changes.refused import refused_by
from topoviz.engine.changes.side import Side
from topoviz.engine.diagnostics import Severity
from topoviz.engine.refusal import Refusal
from topoviz.engine.results import Analysis, AnalyzedTopology
from topoviz.engine.submission import Submission


@dataclass(frozen=True, slots=True)
class Pair:
    """A topology of both versions."""

    old: AnalyzedTopology
    new: AnalyzedTopology


@dataclass(frozen=True, slots=True)
class Paired:
    """The topologies that are in both versions, and those that are in one alone."""

    pairs: tuple[Pair, ...]
    old_alone: tuple[AnalyzedTopology, ...] = ()
    new_alone: tuple[AnalyzedTopology, ...] = ()


@dataclass(frozen=True, slots=True)
class Comparison:
    """What changes from one version to the other; there is no `change` where the new version is `refused`."""

    old: Side
    new: Side
    deployment: Deployment
    change: Change | None = None
    refused: Finding | None = None


def pair_up(old: Sequence[AnalyzedTopology], new: Sequence[AnalyzedTopology]) -> Paired | None:
    """Say which topology follows on which: the only ones, else those of one name; None where nobody can tell."""
    if len(old) == len(new) == 1:
        return Paired((Pair(old[0], new[0]),))
    by_name = {one.name: one for one in old}
    names = set(by_name), {one.name for one in new}
    pairs = tuple(Pair(by_name[one.name], one) for one in new if one.name in by_name)
    if len(names[0]) < len(old) or len(names[1]) < len(new) or not pairs:
        return None
    return Paired(
        pairs,
        tuple(one for one in old if one.name not in names[1]),
        tuple(one for one in new if one.name not in names[0]),
    )


def compare_pair(pair: Pair, old: Analysis, new: Analysis, asked: Asked) -> Comparison:
    """Compare two topologies, through the old one at the new version where that is another one.

    Raises NoTopology where Kafka Streams refuses the old one: it never ran.
    """
    before, now = _side(pair.old, old), _side(pair.new, new)
    deployment = deployed(before, now, asked)
    refused = refused_by(now)
    if refused is not None:
        return Comparison(before, now, deployment, refused=refused)
    middle = _with_settings_of(pair, old, new)
    if middle is None:
        return Comparison(before, now, deployment, compare(before, now, deployment))
    if middle.refusal is not None:
        change = compare(before, now, deployment)
        open_point = _old_is_refused(now, middle.refusal)
        return Comparison(before, now, deployment, replace(change, rests_on=(*change.rests_on, open_point)))
    return Comparison(before, now, deployment, compare_through(before, middle, now, deployment))


def _old_is_refused(new: Side, refusal: Refusal) -> str:
    return (
        f"Kafka Streams {new.behaviours.version} refuses the old program, so what the version alone changes cannot be "
        f"separated from the edit: {refusal}"
    )


def _side(topology: AnalyzedTopology, analysis: Analysis) -> Side:
    number = next(place for place, one in enumerate(analysis.all_topologies) if one is topology)
    return Side(topology, analysis.behaviours, analysis.submission.bundle, number, frozenset(_unread(analysis)))


def _unread(analysis: Analysis) -> Iterator[str]:
    """Give the lines of which something could not be read; the same ones on both sides hide no difference."""
    bundle = analysis.submission.bundle
    for one in analysis.diagnostics:
        if one.code == "syntax" and one.severity is Severity.UNSURE and one.span is not None:
            file = bundle.files[one.span.file_id]
            yield file.text.splitlines()[file.position(one.span.start).line - 1].strip()


def _with_settings_of(pair: Pair, old: Analysis, new: Analysis) -> Side | None:
    """Give the old program with the version and the optimization of the new one; None where both have the same.

    A dump is what one version built with one setting, and says nothing of another.
    """
    is_other = old.behaviours.version != new.behaviours.version
    rules = None if pair.new.is_dump else pair.new.optimization
    is_other = is_other or (rules is not None and rules.rules != pair.old.optimization.rules)
    if pair.old.is_dump or not is_other:
        return None
    given = old.submission.settings
    settings = replace(
        given,
        kafka_version=new.behaviours.version,
        optimize=given.optimize if rules is None else rules.text,
    )
    analysis = analyze(Submission(old.submission.bundle, settings))
    found = [
        one for one in analysis.all_topologies if (one.name, one.application) == (pair.old.name, pair.old.application)
    ]
    return _side(found[0], analysis) if len(found) == 1 else None
