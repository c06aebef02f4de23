"""The verb `log-lines`: write the table of all lines, or hold it against sources and class files."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from tests.oracle.class_path import class_path
from tests.oracle.log_lines.collecting import ARTIFACTS, collect_lines
from tests.oracle.log_lines.constants import invented_lines
from tests.oracle.log_lines.living import FIXTURES, live
from tests.oracle.versions import DEFAULT_VERSIONS
from topoviz.engine.log_lines.table import TABLE, all_lines, simulated_releases, table_text
from topoviz.engine.versions import parse_version

LIVED: Final = ("2.8.2", "3.9.2")
LONGEST_KEPT: Final = 400


def add_log_lines(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `log-lines record` and `check`."""
    verb = verbs.add_parser("log-lines", help="write down what Kafka Streams logs and throws, or check it")
    verb.add_argument("what", choices=("record", "check", "live"))
    verb.add_argument(
        "--version", action="append", dest="versions", metavar="VERSION", help="whose class files are looked into"
    )
    verb.set_defaults(run=_run)


def _run(options: argparse.Namespace) -> int:
    if options.what == "live":
        return _live(options.versions or LIVED)
    lines = collect_lines(simulated_releases())
    if options.what == "record":
        TABLE.write_text(table_text(lines), encoding="utf-8")
    differs = list(all_lines()) != lines
    if differs:
        print("The table is not what the sources say: `record` writes it anew.")
    wrong = sum(map(_check_classes, options.versions or DEFAULT_VERSIONS))
    print(f"{len(lines)} lines; {wrong} have words that no class file has")
    return 1 if differs or wrong else 0


def _live(versions: Sequence[str]) -> int:
    missed = 0
    for version in versions:
        lived, kept = live(version)
        FIXTURES.mkdir(parents=True, exist_ok=True)
        short = [one for one in kept if len(one) <= LONGEST_KEPT]
        (FIXTURES / f"{version}.log").write_text("\n".join(short) + "\n", encoding="utf-8")
        print(*lived.missed, sep="\n")
        print(*(f"  seen: {one}" for one in lived.seen_of_events), sep="\n")
        print(
            f"{version}: {lived.found} of {lived.lines} lines found, {len(kept)} templates; "
            f"{len(lived.seen_of_events)} of {lived.lines_of_events} lines of events seen",
            flush=True,
        )
        missed += len(lived.missed)
    return 1 if missed else 0


def _check_classes(version: str) -> int:
    at = parse_version(version)
    having = [one for one in all_lines() if at in one.releases]
    wrong = invented_lines(having, _jars(version))
    for line, words in wrong:
        print(f"{version}: {line.of}#{line.method} does not have {words!r} of: {line.text}")
    print(f"{version}: {len(having)} lines, {len(wrong)} not in the class files")
    return len(wrong)


def _jars(version: str) -> Sequence[Path]:
    names = {f"{artifact}-{version}.jar" for artifact in ARTIFACTS}
    return [path for one in class_path(version).split(os.pathsep) if (path := Path(one)).name in names]
