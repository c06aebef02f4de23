"""Options of `topoviz check`: what is looked at, what it is compared with, what is written, and when it fails."""

from __future__ import annotations

import argparse
import os
from typing import Final

from topoviz.cli.changes import add_deployment, add_when_to_fail
from topoviz.cli.settings import add_settings

FUSE: Final = "TOPOVIZ_FUSE"
FUSE_SECONDS: Final = "10"


def add_check(command: argparse.ArgumentParser) -> None:
    """Add them."""
    command.add_argument(
        "files", nargs="+", metavar="FILE",
        help="source files, folders, whole modules, archives, or the text of describe() that a test wrote; - is "
        "standard input",
    )  # fmt: skip
    command.add_argument(
        "--baseline", action="append", default=[], metavar="REFERENCE|FILE",
        help="what is deployed: a reference of git such as origin/main, where the same files are looked at; a file or "
        "a folder; or REFERENCE:PATH. May be given several times. Empty means none",
    )  # fmt: skip
    command.add_argument(
        "--server", default="", metavar="URL",
        help="a topoviz server, which gets the program as the next revision of the project, with the token in "
        "TOPOVIZ_TOKEN; without --baseline, its latest version of the target branch is the baseline. Empty means none",
    )  # fmt: skip
    command.add_argument("--project", default="", metavar="NAME", help="the project there; a new name makes a new one")
    command.add_argument("--branch", metavar="NAME", help="the branch (default: as the machine that builds says it)")
    command.add_argument(
        "--require-server", action="store_true", help="fail with 6 where the server does not do its part"
    )
    command.add_argument("--markdown", metavar="OUT", help="where to write the summary, for a comment or a page")
    command.add_argument("--junit", metavar="OUT", help="where to write the result as JUnit XML")
    command.add_argument("--sarif", metavar="OUT", help="where to write the findings at their lines, as SARIF 2.1.0")
    add_when_to_fail(command, allowed="do not fail where nobody can tell whether the level is reached")
    command.add_argument(
        "--require-certain", action="store_true", help="fail with 3 where something of the program is not known"
    )
    command.add_argument(
        "--fuse", type=_seconds, default=os.environ.get(FUSE) or FUSE_SECONDS, metavar="SECONDS",
        help=f"end the whole run after so many seconds, with exit code 5 (default: what {FUSE} says, else "
        f"{FUSE_SECONDS}); of a large program, as much is read as fits into half of that",
    )  # fmt: skip
    add_deployment(command)
    add_settings(command)
    command.add_argument(
        "--topology", metavar="NAME", help="which topology, when the files make several; also the folder of one"
    )


def add_comment(command: argparse.ArgumentParser) -> None:
    """Add those of `topoviz comment`."""
    command.add_argument("file", metavar="FILE", help="the summary that a check has written with --markdown")
    command.add_argument(
        "--name", default="check", help="tells several comments of one pull request apart (default: %(default)s)"
    )


def add_snippets(command: argparse.ArgumentParser) -> None:
    """Add those of `topoviz snippets`."""
    command.add_argument("name", nargs="?", metavar="NAME", help="which one")
    command.add_argument(
        "--server",
        default="",
        metavar="URL",
        help="a topoviz server whose address is to stand in it",
    )


def _seconds(text: str) -> float:
    value = float(text)
    if not 0 < value <= 3600:
        raise argparse.ArgumentTypeError("give seconds between 0 and 3600")
    return value
