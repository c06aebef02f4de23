"""`topoviz`: arguments, and what the exit code says.

0 done; 1 Kafka Streams of that version would refuse the program; 2 unreadable, no topology, or wrong usage; 3 done,
with parts unsure or not understood; 4 the change that was compared reaches the level at which it shall fail; 5 the
fuse of a check ended it; 6 a server that a check requires did not do its part. Standard output holds the result
alone; diagnostics go to standard error.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Final

from topoviz.cli.commands import server
from topoviz.cli.failure import Failure
from topoviz.cli.settings import add_settings
from topoviz.rendering.forms.model import Form

UNREADABLE: Final = 2

COMMANDS: Final = {
    "describe": "print what Topology#describe() would print",
    "plan": "print the logical plan",
    "explain": "say what the optimizer did, and why each internal topic and sub-topology is there",
    "tasks": "print the tasks, from the partition counts of the topics",
    "assign": "print who gets which task, from partition counts and a cluster",
    "scenario": "print what happens to tasks when instances start, stop, die and come back",
    "simulate": "print what happens to records on stream threads: waits, pauses, commits, latency, lag",
    "render": "draw a plan or the topology, or write it for another tool",
    "diff": "say whether a change of a topology is safe to deploy, and how to bring it in",
    "check": "say in a build what a program is and what changes in it, for reviewers, forges and test reports",
    "comment": "write the summary of a check as the one comment of a pull request, or write it anew",
    "snippets": "print a file for builds, ready to copy; without a name, list them",
    "explain-log": "say what lines of a log of Kafka Streams mean, who prints them, and in which versions",
    "lag": "lay a history of consumer lag onto the tasks, or write one from a cluster",
}

_COUNTS: Final = "partition counts: lines such as orders=4, YAML, JSON, or what kafka-topics.sh --describe printed"

SERVER_COMMANDS: Final = {
    "up": "start the server and stay until Ctrl-C",
    "api-token": "make, list or revoke tokens for the API of the server",
}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and give its exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    try:
        if given and given[0] in SERVER_COMMANDS:
            server.run(given[0], given[1:])
        options = _parser(given[0] if given else "").parse_args(given)
        command = import_module(f"topoviz.cli.commands.{options.command.replace('-', '_')}")
        code: int = command.run(options)
        sys.stdout.flush()
    except Failure as failure:
        print(f"topoviz: {failure}", file=sys.stderr)
        return UNREADABLE
    except BrokenPipeError:
        # The reader has seen enough. Python would complain again when it closes standard output.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return code


class _PrintVersion(argparse.Action):
    """Looks the version up only when it is asked for, which takes longer than a small program to read."""

    def __init__(self, option_strings: Sequence[str], dest: str, help: str) -> None:
        super().__init__(option_strings, dest, nargs=0, help=help)

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        print("topoviz", import_module("topoviz.cli.version").own_version())
        parser.exit()


def _parser(asked: str = "") -> argparse.ArgumentParser:
    """Make the parser; where a command is `asked`, of the others only what the list of commands says."""
    parser = argparse.ArgumentParser(
        prog="topoviz",
        description="Show what a Kafka Streams application really is, without running it.",
        epilog=(
            "Exit codes: 0 done; 1 Kafka Streams of that version would refuse the program; "
            "2 unreadable, no topology, or wrong usage; 3 done, with parts unsure or not understood; "
            "4 a change reaches the level at which diff and check fail; 5 the fuse of check ended it; "
            "6 check requires a server that did not do its part."
        ),
    )
    parser.add_argument("--version", action=_PrintVersion, help="print which topoviz this is")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, words in COMMANDS.items():
        command = commands.add_parser(name, help=words, description=f"{words[0].upper()}{words[1:]}.")
        if asked in COMMANDS and name != asked:
            # What their options are takes longer to load than a small program to read.
            continue
        if name in _WITH_OTHER_FILES:
            _WITH_OTHER_FILES[name](command)
            continue
        _add_common(command)
        _ADDITIONS.get(name, _add_nothing)(command)
    for name, words in SERVER_COMMANDS.items():
        # For the list of commands only: their arguments are Django's to read.
        commands.add_parser(name, help=words)
    return parser


def _add_common(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "files",
        nargs="+",
        metavar="FILE",
        help="source files, dumps, folders, or archives of them; - is standard input",
    )
    add_settings(command)
    command.add_argument(
        "--topology",
        metavar="NAME",
        help="which topology, when the files make several; also the folder of an application, or FILE:LINE of a start",
    )


def _add_format(command: argparse.ArgumentParser, *formats: str) -> None:
    command.add_argument("--format", default=formats[0], choices=formats, help="default: %(default)s")


def _add_plan(command: argparse.ArgumentParser) -> None:
    _add_format(command, "tree", "json")
    command.add_argument("--before", action="store_true", help="show the plan as it is before any optimization")


def _add_explain(command: argparse.ArgumentParser) -> None:
    _add_format(command, "text", "markdown", "json")


def _add_tasks(command: argparse.ArgumentParser) -> None:
    from topoviz.cli.sizes import add_sizes

    _add_format(command, "text", "json", "markdown")
    command.add_argument("--partitions", required=True, metavar="FILE", help=_COUNTS)
    add_sizes(command)


def _add_assign(command: argparse.ArgumentParser) -> None:
    from topoviz.cli.machines import add_machines
    from topoviz.cli.sizes import add_sizes
    from topoviz.engine.assignment.assignors.registry import ASSIGNORS

    _add_format(command, "text", "json", "markdown")
    command.add_argument("--partitions", required=True, metavar="FILE", help=_COUNTS)
    command.add_argument(
        "--cluster", required=True, metavar="FILE",
        help="the clients: YAML or JSON of ours, logs of stream threads, or what kafka-consumer-groups.sh --describe "
        "--members --verbose or kafka-streams-groups.sh --describe --members printed",
    )  # fmt: skip
    command.add_argument(
        "--assignor", choices=tuple(dict.fromkeys(one.name for one in ASSIGNORS)), metavar="NAME",
        help="the assignor (default: that of the version)",
    )  # fmt: skip
    command.add_argument(
        "--setting", action="append", default=[], metavar="NAME=VALUE",
        help="a setting of Kafka Streams, such as num.standby.replicas=1",
    )  # fmt: skip
    command.add_argument("--why", action="store_true", help="say of every task why it is where it is")
    add_sizes(command)
    add_machines(command)


def _add_scenario(command: argparse.ArgumentParser) -> None:
    _add_format(command, "text", "json", "markdown")
    command.add_argument(
        "--events", required=True, metavar="FILE", help="the scenario, in YAML or JSON: events, rates, a seed"
    )
    command.add_argument("--partitions", metavar="FILE", help=_COUNTS)
    command.add_argument(
        "--cluster", metavar="FILE", help="the clients, in any form that assign reads, unless the scenario has them"
    )


def _add_simulate(command: argparse.ArgumentParser) -> None:
    _add_format(command, "text", "json", "markdown")
    command.add_argument("--partitions", metavar="FILE", help=f"{_COUNTS}; or the configuration has them")
    command.add_argument(
        "--records", metavar="FILE",
        help="the records of input topics, in the order of their arrival: CSV or JSON lines with "
        "time_ms,topic,partition,key,timestamp_ms[,value]; without it, the configuration says which to make",
    )  # fmt: skip
    command.add_argument(
        "--config", metavar="FILE",
        help="settings, costs of nodes, punctuators, records to make, events such as a crash: YAML or JSON",
    )  # fmt: skip
    command.add_argument(
        "--cluster", metavar="FILE", help="the clients, in any form that assign reads (default: one client)"
    )
    command.add_argument("--trace", metavar="OUT", help="where to write every event, as JSON lines")
    command.add_argument("--log", metavar="OUT", help="where to write what the application would log")
    command.add_argument(
        "--log-level", default="INFO", choices=("TRACE", "DEBUG", "INFO", "WARN", "ERROR"),
        help="the least level of those lines; of records, most are TRACE (default: %(default)s)",
    )  # fmt: skip


def _add_explain_log(command: argparse.ArgumentParser) -> None:
    """Here the file is a log."""
    given = command.add_mutually_exclusive_group(required=True)
    given.add_argument("log", nargs="?", metavar="LOG", help="a log in any layout, or - for standard input")
    given.add_argument("--line", action="append", metavar="TEXT", help="a line of a log; may be given several times")
    command.add_argument("--kafka", metavar="VERSION", help="the version that printed it (default: all are looked at)")
    command.add_argument("--trace", metavar="FILE", help="what simulate --trace wrote: to which events lines belong")
    _add_format(command, "text", "json")


def _add_lag(command: argparse.ArgumentParser) -> None:
    """Here the files are histories, and what to do with lag comes before them."""
    from topoviz.cli.lag_capture import add_capture
    from topoviz.cli.lag_days import add_append

    actions = command.add_subparsers(dest="action", required=True, metavar="ACTION")
    for action, words, add in (
        ("analyze", "say which task is slow and why, from a history", _add_analyze),
        ("capture", "write a history from a live cluster (needs [kafka])", add_capture),
        ("append", "keep the days of a history, added up by the hour", add_append),
        ("days", "say what became worse over the days that are kept", _add_days),
    ):
        add(actions.add_parser(action, help=words, description=f"{words[0].upper()}{words[1:]}."))


def _add_analyze(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "histories", nargs="+", metavar="FILE",
        help="captures of kafka-consumer-groups --describe, CSV, Parquet, JSON, metrics from Prometheus or Grafana; "
        "a folder or an s3a:// or hdfs:// place of Parquet or CSV; or table:NAME",
    )  # fmt: skip
    _add_placement(command)
    command.add_argument("--taken-at", metavar="TIME", help="when a single look was taken that has no time of its own")
    command.add_argument("--rejected", metavar="OUT", help="where to write the rejected rows, as CSV")
    _add_format(command, "text", "json", "markdown")
    add_settings(command)


def _add_days(command: argparse.ArgumentParser) -> None:
    from topoviz.cli.lag_days import add_days

    add_days(command)
    _add_placement(command)
    _add_format(command, "text", "json", "markdown")
    add_settings(command)


def _add_placement(command: argparse.ArgumentParser) -> None:
    """What says to which task a partition belongs."""
    command.add_argument(
        "--topology", required=True, action="append", dest="files", metavar="FILE",
        help="source file or dump of the topology; may be given several times",
    )  # fmt: skip
    command.add_argument("--name", dest="topology", metavar="NAME", help="which topology, when the files make several")
    command.add_argument("--partitions", metavar="FILE", help=_COUNTS)


def _add_render(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "-o", "--output", required=True, metavar="OUT",
        help=f"the file to write, which ends in {', '.join(f'.{form}' for form in Form)}; a folder, for a file with a "
        "name that says what is inside; or - to print",
    )  # fmt: skip
    command.add_argument(
        "--format", choices=tuple(map(str, Form)), help="what to write into a folder or print (default: svg)"
    )
    command.add_argument(
        "--view",
        default="topology",
        metavar="plan|plan-optimized|before-after|topology|overview|sub-topology:N|around:NAME:STEPS|legend",
        help="what to draw; around draws what is at most so many steps from a node, topic or store "
        "(default: %(default)s)",
    )
    command.add_argument(
        "--open", action="append", default=[], metavar="NAME[,NAME]", help="nodes, topics or stores not to fold away"
    )
    command.add_argument("--whole", action="store_true", help="fold nothing")
    command.add_argument(
        "--panel",
        default="usual",
        choices=("phone", "usual", "wide", "card"),
        help="how large the place is that the picture is for (default: %(default)s)",
    )
    command.add_argument(
        "--theme",
        default="auto",
        choices=("auto", "light", "dark"),
        help="colours; auto follows the reader's system (default: %(default)s)",
    )


def _add_diff(command: argparse.ArgumentParser) -> None:
    from topoviz.cli.changes import add_diff

    add_diff(command)


def _add_check(command: argparse.ArgumentParser) -> None:
    from topoviz.cli.checking.options import add_check

    add_check(command)


def _add_comment(command: argparse.ArgumentParser) -> None:
    from topoviz.cli.checking.options import add_comment

    add_comment(command)


def _add_snippets(command: argparse.ArgumentParser) -> None:
    from topoviz.cli.checking.options import add_snippets

    add_snippets(command)


def _add_nothing(command: argparse.ArgumentParser) -> None:
    """A command with the common arguments alone."""


_WITH_OTHER_FILES: Final = {
    "lag": _add_lag,
    "diff": _add_diff,
    "check": _add_check,
    "comment": _add_comment,
    "snippets": _add_snippets,
    "explain-log": _add_explain_log,
}
_ADDITIONS: Final = {
    "plan": _add_plan, "explain": _add_explain, "tasks": _add_tasks, "assign": _add_assign,
    "scenario": _add_scenario, "simulate": _add_simulate, "render": _add_render,
}  # fmt: skip

if __name__ == "__main__":
    sys.exit(main())
