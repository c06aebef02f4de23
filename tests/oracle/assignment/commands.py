"""The verb `assign` of the oracle's command line."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from tests.oracle.assignment.assignors import LEADER

_BOTH = "both"


def add_assign(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `assign record`, `check`, `make`, `fuzz` and `compare`."""
    assign = verbs.add_parser("assign", help="ask the real assignors where tasks run")
    kinds = assign.add_subparsers(required=True, metavar="record|check|make|fuzz|compare")
    fuzz = kinds.add_parser("fuzz", help="hold the engine's assignors against the real ones by random clusters")
    fuzz.add_argument("--count", type=int, default=500, metavar="N", help="how many clusters (default: 500)")
    fuzz.add_argument("--seed", type=int, default=1, metavar="N", help="other clusters for another seed (default: 1)")
    fuzz.add_argument("--assignor", default="", metavar="NAME", help="this assignor alone, such as sticky")
    levels = ("assignor", LEADER, _BOTH)
    fuzz.add_argument("--level", choices=levels, default="assignor", help="what is asked (default: assignor)")
    fuzz.add_argument("--keep", default="", metavar="FOLDER", help="where clusters that differ are kept")
    fuzz.set_defaults(run=_fuzz)
    compare = kinds.add_parser("compare", help="fuzz every release whose code is like that of none that was asked")
    compare.add_argument("--count", type=int, default=200, metavar="N", help="clusters at each level (default: 200)")
    compare.add_argument(
        "--seed", type=int, default=1, metavar="N", help="other clusters for another seed (default: 1)"
    )
    compare.set_defaults(run=_compare)
    record = kinds.add_parser("record", help="ask the real classes about the clusters of the fixtures")
    record.set_defaults(run=_record)
    check = kinds.add_parser("check", help="compare the engine with what is recorded; needs neither mvn nor a JDK")
    check.add_argument("--asked", action="append", default=[], metavar="NAME", help="this alone, such as sticky")
    check.set_defaults(run=_check)
    for verb in (record, check):
        verb.add_argument("--only", default="", metavar="SUBSTRING", help="files whose folder and name contain this")
    make = kinds.add_parser("make", help="make up clusters as files, about which nobody was asked yet")
    make.add_argument("--count", type=int, default=100, metavar="N", help="how many (default: 100)")
    make.add_argument("--seed", type=int, default=1, metavar="N", help="other clusters for another seed (default: 1)")
    make.set_defaults(run=_make)
    for verb in (record, check, fuzz):
        verb.add_argument("--version", action="append", dest="versions", metavar="VERSION", help="may be repeated")


def _record(options: argparse.Namespace) -> int:
    from tests.oracle.assignment.library import ASSIGNMENT_VERSIONS
    from tests.oracle.assignment.record import record

    print(f"{record(options.versions or ASSIGNMENT_VERSIONS, options.only)} clusters")
    return 0


def _make(options: argparse.Namespace) -> int:
    from tests.oracle.assignment.record import make_clusters

    print(f"{len(make_clusters(options.count, options.seed))} clusters")
    return 0


def _check(options: argparse.Namespace) -> int:
    from tests.oracle.assignment.record import differences
    from tests.oracle.assignment.recording import find_recordings, read_recording

    counts: Counter[str] = Counter()
    paths = find_recordings(options.only)
    for path in paths:
        for asked, verdict in differences(read_recording(path), options.asked).items():
            if not options.versions or asked.version in options.versions:
                counts[f"{asked.asked} {asked.version}: {verdict.kind}"] += 1
                print(f"{path.parent.name}/{path.stem}: {asked.asked} {asked.version}: {verdict.kind}")
    print(f"{len(paths)} clusters", *(f"  {count} x {kind}" for kind, count in counts.most_common()), sep="\n")
    return 1 if counts else 0


def _fuzz(options: argparse.Namespace) -> int:
    from tests.oracle.assignment.fuzz import LEVELS, Order, fuzz, summary, table
    from tests.oracle.assignment.library import ASSIGNMENT_VERSIONS
    from tests.oracle.class_path import cache_directory

    folder = Path(options.keep) if options.keep else cache_directory() / "fuzz" / "assignments"
    versions: Sequence[str] = options.versions or ASSIGNMENT_VERSIONS
    levels = LEVELS if options.level == _BOTH else (options.level,)
    orders = [
        Order(version, options.count, options.seed, folder, options.assignor, level)
        for version in versions
        for level in levels
    ]
    done = [(order, fuzz(order)) for order in orders]
    print(*(line for order, result in done for line in summary(order, result)), "", *table(done), sep="\n")
    return 0 if all(result.is_good for _, result in done) else 1


def _compare(options: argparse.Namespace) -> int:
    from tests.oracle.assignment.comparing import compare
    from tests.oracle.assignment.fuzz import Order, fuzz
    from tests.oracle.class_path import cache_directory

    folder = cache_directory() / "fuzz" / "assignments"
    is_good = True

    def differs(version: str, level: str) -> bool:
        nonlocal is_good
        result = fuzz(Order(version, options.count, options.seed, folder, level=level))
        is_good &= result.is_good
        return not result.is_good

    for line in compare(options.count, options.seed, differs):
        print(line, flush=True)
    return 0 if is_good else 1
