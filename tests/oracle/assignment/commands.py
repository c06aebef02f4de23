"""The verb `assign` of the oracle's command line."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path


def add_assign(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `assign fuzz`."""
    assign = verbs.add_parser("assign", help="ask the real assignors where tasks run")
    kinds = assign.add_subparsers(required=True, metavar="record|check|fuzz")
    fuzz = kinds.add_parser("fuzz", help="hold the engine's assignors against the real ones by random clusters")
    fuzz.add_argument("--count", type=int, default=500, metavar="N", help="how many clusters (default: 500)")
    fuzz.add_argument("--seed", type=int, default=1, metavar="N", help="other clusters for another seed (default: 1)")
    fuzz.add_argument("--assignor", default="", metavar="NAME", help="this assignor alone, such as sticky")
    fuzz.add_argument("--keep", default="", metavar="FOLDER", help="where clusters that differ are kept")
    fuzz.set_defaults(run=_fuzz)
    for verb in (fuzz,):
        verb.add_argument("--version", action="append", dest="versions", metavar="VERSION", help="may be repeated")


def _fuzz(options: argparse.Namespace) -> int:
    from tests.oracle.assignment.fuzz import Order, fuzz, summary
    from tests.oracle.assignment.library import ASSIGNMENT_VERSIONS
    from tests.oracle.class_path import cache_directory

    lines: list[str] = []
    is_good = True
    versions: Sequence[str] = options.versions or ASSIGNMENT_VERSIONS
    for version in versions:
        folder = Path(options.keep) if options.keep else cache_directory() / "fuzz" / "assignments"
        order = Order(version, options.count, options.seed, folder, options.assignor)
        result = fuzz(order)
        is_good &= result.is_good
        lines.extend(summary(order, result))
    print(*lines, sep="\n")
    return 0 if is_good else 1
