"""`topoviz check`: what a program is and what changes in it, for builds and for those who review a change."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from pathlib import Path

from topoviz.cli.checking.baseline import Baseline, read_baseline
from topoviz.cli.checking.fuse import BLOWN, within
from topoviz.cli.checking.history import open_history
from topoviz.cli.checking.looking import UNREADABLE, look
from topoviz.cli.checking.places import places_of, read_here
from topoviz.cli.checking.plain_output import plain_output
from topoviz.cli.checking.report import Report
from topoviz.cli.checking.room import room_within
from topoviz.cli.checking.text import to_text
from topoviz.cli.checking.written import write_all
from topoviz.cli.failure import Failure
from topoviz.cli.messages import printable
from topoviz.cli.reading import settings_of
from topoviz.cli.session import analyze_and_tell
from topoviz.engine.source import Bundle
from topoviz.engine.submission import Submission


def run(options: Namespace) -> int:
    """Check within the time of the fuse, and give the exit code."""

    def blown() -> None:
        sentence = (
            f"The check was ended after {options.fuse:g} seconds, and says nothing of the program. "
            "Give fewer files, such as one module, or more time with --fuse SECONDS."
        )
        _end_without_result(Report(BLOWN, sentence), options)

    return within(options.fuse, lambda: checked(options), blown)


def checked(options: Namespace) -> int:
    """Check, write what was found, and give the exit code."""
    with plain_output():
        try:
            report = _report(options)
            write_all(report, options, os.environ)
        except Failure as failure:
            return _end_without_result(Report(UNREADABLE, str(failure)), options)
        sys.stdout.write(to_text(report, is_whole=options.verbose))
        return report.code


def _report(options: Namespace) -> Report:
    here = Path.cwd()
    places, settings = places_of(options.files, here), settings_of(options)
    room = room_within(options.fuse)
    taken = read_here(places, room)
    wanted = [one for one in options.baseline if one]
    baseline: Baseline | None = read_baseline(wanted, places, settings, here, room) if wanted else None
    submission = Submission(Bundle(taken.files), settings)
    history = open_history(options, here)
    if history is not None and baseline is None:
        baseline = history.latest(settings)
    new = analyze_and_tell(submission, (), options)
    report = look(new, baseline, options, taken.notes)
    return report if history is None else history.with_revision(report, submission)


def _end_without_result(report: Report, options: Namespace) -> int:
    print(f"topoviz: {printable(report.trouble)}", file=sys.stderr)
    try:
        write_all(report, options, os.environ)
    except Failure as failure:
        print(f"topoviz: {printable(str(failure))}", file=sys.stderr)
    return report.code
