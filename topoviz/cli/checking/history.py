"""The part of a check that a server does, if one is named: before, what to compare with; afterwards, the revision."""

from __future__ import annotations

import os
from argparse import Namespace
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from topoviz.cli.checking.baseline import Baseline
from topoviz.cli.checking.report import Report
from topoviz.engine.submission import Settings, Submission

if TYPE_CHECKING:
    from topoviz.cli.checking.ci.build import Build
    from topoviz.cli.checking.server import Server

REQUIRED: Final = 6
_SHARE: Final = 0.3
"""Of the time of the fuse for each question, since the rest of the check needs some too."""


@dataclass
class History:
    """The history of a project on a server; `troubles` are sentences about what it did not do."""

    server: Server | None
    build: Build
    seconds: float
    is_required: bool
    troubles: list[str] = field(default_factory=list)

    def latest(self, settings: Settings) -> Baseline | None:
        """Give what it has to compare with; None where it cannot be asked."""
        from topoviz.cli.checking.server import NotThere, latest

        if self.server is None:
            return None
        try:
            return latest(self.server, self.build, settings, self.seconds)
        except NotThere as trouble:
            self.troubles.append(f"Not compared: {trouble}")
            return None

    def with_revision(self, report: Report, submission: Submission) -> Report:
        """Hand the program in, and say where it is, or why not; a server that did not answer is not asked again."""
        from topoviz.cli.checking.server import NotThere, upload

        revision = ""
        if self.server is not None and not self.troubles:
            try:
                revision = upload(self.server, submission, self.build, self.seconds)
            except NotThere as trouble:
                self.troubles.append(f"Not uploaded: {trouble}")
        code = REQUIRED if self.troubles and self.is_required and report.code == 0 else report.code
        return replace(report, code=code, revision=revision, notes=(*report.notes, *self.troubles))


def open_history(options: Namespace, here: Path) -> History | None:
    """Find the server that is named; nothing of it is loaded where none is. Raises Failure for a wrong address."""
    if not options.server.strip():
        return None
    # What speaks to servers takes as long to load as a small program to follow.
    from topoviz.cli.checking.ci.registry import find_build
    from topoviz.cli.checking.server import NotThere, server_at

    build = find_build(os.environ, here, options.branch)
    history = History(None, build, _SHARE * options.fuse, options.require_server)
    try:
        history.server = server_at(options.server, options.project, os.environ)
    except NotThere as trouble:
        history.troubles.append(str(trouble))
    return history
