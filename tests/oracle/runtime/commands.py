"""The verb `runtime` of the oracle's command line."""

from __future__ import annotations

import argparse


def add_runtime(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `runtime record` and `fuzz`."""
    runtime = verbs.add_parser("runtime", help="ask the real task what it does with records")
    kinds = runtime.add_subparsers(required=True, metavar="record|fuzz")
    kinds.add_parser("record", help="write down what it answers in the lives of the fixtures").set_defaults(run=_record)
    fuzz = kinds.add_parser("fuzz", help="hold the engine's task against it by random lives")
    fuzz.add_argument("--count", type=int, default=2_000, metavar="N", help="how many lives (default: 2,000)")
    fuzz.add_argument("--seed", type=int, default=0, metavar="N", help="the first of the seeds (default: 0)")
    fuzz.add_argument("--version", action="append", dest="versions", metavar="VERSION", help="may be repeated")
    fuzz.set_defaults(run=_fuzz)


def _record(options: argparse.Namespace) -> int:
    from tests.oracle.runtime.recording import record

    print(f"{record()} lives")
    return 0


def _fuzz(options: argparse.Namespace) -> int:
    from tests.oracle.runtime.fuzz import differences
    from tests.oracle.runtime.library import RUNTIME_VERSIONS

    is_good = True
    for version in options.versions or RUNTIME_VERSIONS:
        found = list(differences(version, range(options.seed, options.seed + options.count)))
        is_good &= not found
        print(f"{version}: {options.count:,} lives, {len(found):,} differ", flush=True)
        for one in found[:5]:
            print(f"  seed {one.seed}: {one.call}: the real task says {one.real}, the engine {one.engine}")
    return 0 if is_good else 1
