"""Options of commands that compare two versions: which ones, how the application runs, and when the command fails."""

from __future__ import annotations

import argparse
from typing import Final

from topoviz.cli.settings import add_settings
from topoviz.cli.sizes import add_sizes
from topoviz.engine.changes.deployment import Guarantee, Protocol
from topoviz.engine.changes.finding import Level

NEVER: Final = "never"
FAIL_ON: Final = {
    "will-not-start": Level.WILL_NOT_START,
    "state-loss": Level.STATE_LOSS,
    "stop-all": Level.STOP_ALL,
    "note": Level.NOTE,
}
_SIDE: Final = (
    "a file, a folder, an archive, - for standard input, REFERENCE:PATH of git such as main:src/main/java, or the "
    "address of an analysis or a share link of a topoviz server"
)


def add_diff(command: argparse.ArgumentParser) -> None:
    """Add them."""
    command.add_argument("old", metavar="OLD", help=f"the version that is deployed: {_SIDE}")
    command.add_argument("new", metavar="NEW", help="the version that is to come, in any of these forms")
    command.add_argument("--format", default="text", choices=("text", "json", "markdown"), help="default: %(default)s")
    add_when_to_fail(
        command, allowed="do not fail where nobody can tell whether the level is reached; the exit code is 3 then"
    )
    add_deployment(command)
    command.add_argument("--guarantee-old", choices=tuple(map(str, Guarantee)), help="that of the old one")
    command.add_argument("--protocol-old", choices=tuple(map(str, Protocol)), help="that of the old one")
    add_settings(command)
    command.add_argument("--topology", metavar="NAME", help="which topology, when the files make several")
    for which in ("old", "new"):
        command.add_argument(f"--kafka-{which}", metavar="VERSION", help=f"the version of the {which} one alone")
        command.add_argument(
            f"--optimize-{which}", metavar="none|all|LIST", help=f"topology.optimization of the {which} one alone"
        )
        command.add_argument(f"--topology-{which}", metavar="NAME", help=f"which topology of the {which} one")
        command.add_argument(
            f"--with-{which}", action="append", default=[], metavar="FILE",
            help=f"a further file or folder of the {which} one, such as its build file",
        )  # fmt: skip


def add_when_to_fail(command: argparse.ArgumentParser, *, allowed: str) -> None:
    """Add the options that say from which level on a command fails; `allowed` says what the second one does."""
    command.add_argument(
        "--fail-on", default="state-loss", choices=(*FAIL_ON, NEVER), metavar="|".join((*FAIL_ON, NEVER)),
        help="the level from which on the exit code is 4 (default: %(default)s)",
    )  # fmt: skip
    command.add_argument("--allow-unknown", action="store_true", help=allowed)


def add_deployment(command: argparse.ArgumentParser) -> None:
    """Add the options that say how the new version runs."""
    command.add_argument("--partitions", metavar="FILE", help="partition counts, in any form that tasks reads")
    add_sizes(command)
    command.add_argument("--guarantee", choices=tuple(map(str, Guarantee)), help="processing.guarantee of the new one")
    command.add_argument("--protocol", choices=tuple(map(str, Protocol)), help="group.protocol of the new one")
