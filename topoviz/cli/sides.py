"""The two versions that are compared: where their text comes from, and with which settings it is read."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

from topoviz.cli.comparing import names_of
from topoviz.cli.failure import Failure, failing
from topoviz.cli.reading import read_from_within, settings_of
from topoviz.cli.served import is_address, read_served
from topoviz.cli.session import analyze_and_tell, choose
from topoviz.engine.comparison import Pair, pair_up
from topoviz.engine.outcome import Outcome, outcome_of
from topoviz.engine.results import Analysis
from topoviz.engine.source import Bundle, SourceFile
from topoviz.engine.submission import Submission
from topoviz.intake.choice import Taken
from topoviz.intake.git import NotInGit, is_git, read_git
from topoviz.intake.reading import TooMuch

OLD: Final = "old"
NEW: Final = "new"


def analyze_side(which: str, options: Namespace) -> Analysis:
    """Analyze one of the two versions, and say what is not certain of it; raises Failure where it has no topology."""
    submission, notes = _read_side(which, options)
    own = _own(which, options)
    analysis = analyze_and_tell(submission, notes, own, before=f"{which}: ")
    if outcome_of(analysis) in (Outcome.UNREADABLE, Outcome.EMPTY):
        raise Failure(
            f"There is nothing to compare: the {which} version cannot be read, or has no topology; see above."
        )
    return analysis


def pairs_of(old: Analysis, new: Analysis, options: Namespace) -> tuple[tuple[Pair, ...], list[str]]:
    """Choose which topology follows on which, and name those that have no other version; raises Failure."""
    before, now = (choose(one, _own(which, options)) for which, one in ((OLD, old), (NEW, new)))
    found = pair_up(before, now)
    if found is None:
        raise Failure(
            f"Which topology follows on which? The old version has {names_of(before)}; the new one has "
            f"{names_of(now)}. Say it with --topology-old and --topology-new, or --topology for both."
        )
    alone = [f"{which}: {one.name} has no other version by this name, and is not compared." for which, one in (
        *((OLD, one) for one in found.old_alone),
        *((NEW, one) for one in found.new_alone),
    )]  # fmt: skip
    return found.pairs, alone


def _own(which: str, options: Namespace) -> Namespace:
    """Give the options of one side: its own, else those of both."""
    named = vars(options)
    own = {name: named[f"{name}_{which}"] or named[name] for name in ("kafka", "optimize", "topology")}
    return Namespace(**{**named, **own})


def _read_side(which: str, options: Namespace) -> tuple[Submission, tuple[str, ...]]:
    own = _own(which, options)
    spelled, beside = getattr(options, which), getattr(options, f"with_{which}")
    settings = settings_of(own)
    if is_address(spelled):
        served = read_served(spelled)
        submission = Submission(Bundle(served.files), served.settings_but(settings))
        return replace(submission, bundle=Bundle((*served.files, *_files(beside)))), ()
    taken = [_read(name, is_alone=not beside) for name in (spelled, *beside)]
    files = tuple(file for one in taken for file in one.files)
    return Submission(Bundle(files), settings), tuple(note for one in taken for note in one.notes)


def _files(names: list[str]) -> Iterator[SourceFile]:
    for name in names:
        yield from _read(name, is_alone=False).files


def _read(spelled: str, *, is_alone: bool) -> Taken:
    """Read a file, folder, archive or what git has; names count from the side, so that both have the same ones."""
    path = Path(spelled)
    if spelled != "-" and not path.exists() and is_git(spelled):
        with failing(NotInGit, TooMuch):
            return read_git(spelled, Path.cwd())
    if spelled != "-" and not path.exists():
        raise Failure(
            f"{spelled} cannot be read: there is no such file. A version is a file, a folder, an archive, - for "
            "standard input, REFERENCE:PATH of git such as main:src/main/java, or the address of a topoviz server."
        )
    taken = read_from_within(spelled)
    if path.is_dir() or is_alone or len(taken.files) != 1 or spelled == "-":
        return taken
    return replace(taken, files=(SourceFile(path.name, taken.files[0].text),))
