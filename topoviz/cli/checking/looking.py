"""Look at a program, and at what changes in it since its baseline."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator, Sequence
from typing import Final

from topoviz.cli.changes import FAIL_ON
from topoviz.cli.checking.baseline import Baseline
from topoviz.cli.checking.report import Checked, Report
from topoviz.cli.comparing import NOBODY_CAN_TELL, asked_of, code_of, gravest, names_of
from topoviz.cli.failure import Failure
from topoviz.cli.session import EXIT_CODES, analyze_submission, choose
from topoviz.engine.comparison import compare_pair, pair_up
from topoviz.engine.outcome import Outcome, outcome_of, outcome_of_topology
from topoviz.engine.results import Analysis, AnalyzedTopology
from topoviz.rendering.changes.reported import reported_of, with_chart_of_worst

UNREADABLE: Final = 2


def look(new: Analysis, baseline: Baseline | None, options: Namespace, notes: Sequence[str]) -> Report:
    """Compare where there is something to compare with, and say with which exit code the check ends; raises Failure."""
    fails_from = FAIL_ON.get(options.fail_on)
    if outcome_of(new) in (Outcome.UNREADABLE, Outcome.EMPTY):
        what = "cannot be read" if outcome_of(new) is Outcome.UNREADABLE else "has no topology"
        trouble = f"The program {what}; what was found stands with its place."
        return Report(UNREADABLE, trouble, new, notes=tuple(notes), fails_from=fails_from)
    shown = choose(new, options)
    said = list(notes)
    checked, compared_with = tuple(_alone(one) for one in shown), ""
    if baseline is not None:
        old, why_not = _old(baseline)
        said += baseline.notes
        said += [f"{baseline.words}: {one}" for one in baseline.left_out if one not in notes]
        if old is None:
            said.append(f"Not compared: {why_not}")
        else:
            compared_with = baseline.words
            checked, alone = _compared(old, new, shown, options)
            said += alone
    codes = {one.code for one in checked} | {EXIT_CODES[outcome_of(new, shown)]}
    if not options.require_certain:
        codes.discard(NOBODY_CAN_TELL)
    return Report(gravest(codes), "", new, checked, compared_with, tuple(said), fails_from=fails_from)


def _alone(topology: AnalyzedTopology) -> Checked:
    return Checked(topology, code=EXIT_CODES[outcome_of_topology(topology)])


def _old(baseline: Baseline) -> tuple[Analysis | None, str]:
    if baseline.submission is None:
        return None, baseline.why_not
    try:
        old = analyze_submission(baseline.submission)
    except Failure as failure:
        return None, f"{baseline.words} cannot be read. {failure}"
    match outcome_of(old):
        case Outcome.UNREADABLE:
            return None, f"The program at {baseline.words} cannot be read."
        case Outcome.EMPTY:
            return None, f"There is no topology at {baseline.words}."
    return old, ""


def _compared(
    old: Analysis, new: Analysis, shown: Sequence[AnalyzedTopology], options: Namespace
) -> tuple[tuple[Checked, ...], list[str]]:
    before = old.topologies or old.not_started
    if options.topology is not None:
        before = choose(old, options)
    found = pair_up(before, shown)
    if found is None:
        raise Failure(
            f"Which topology follows on which? The baseline has {names_of(before)}; the new version has "
            f"{names_of(shown)}. Say it with --topology, or compare them one by one with topoviz diff."
        )
    asked = asked_of(options)
    said = [
        f"Kafka Streams {old.behaviours.version} refuses {pair.old.name} of the baseline: it never ran, and there is "
        "nothing deployed to compare with."
        for pair in found.pairs
        if pair.old.refusal is not None
    ]
    pairs = [pair for pair in found.pairs if pair.old.refusal is None]
    comparisons = [compare_pair(pair, old, new, asked) for pair in pairs]
    reported = with_chart_of_worst([reported_of(one, with_chart=False) for one in comparisons], comparisons)
    checked = [
        Checked(pair.new, one, gravest((code_of(one, options), _alone(pair.new).code)))
        for pair, one in zip(pairs, reported, strict=True)
    ]
    checked += [_alone(pair.new) for pair in found.pairs if pair.old.refusal is not None]
    checked += map(_alone, found.new_alone)
    said += _without_other(found.old_alone, found.new_alone)
    return tuple(checked), said


def _without_other(old: Sequence[AnalyzedTopology], new: Sequence[AnalyzedTopology]) -> Iterator[str]:
    for which, those in (("Gone", old), ("New", new)):
        if those:
            yield f"{which}, and not compared: {names_of(those)}."
