"""The verb `runtime` of the oracle's command line."""

from __future__ import annotations

import argparse


def add_runtime(verbs: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add `runtime record`, `fuzz`, `record-nodes` and `nodes`."""
    runtime = verbs.add_parser("runtime", help="ask the real task what it does with records")
    kinds = runtime.add_subparsers(required=True, metavar="record|fuzz|record-nodes|nodes")
    kinds.add_parser("record", help="write down what it answers in the lives of the fixtures").set_defaults(run=_record)
    fuzz = kinds.add_parser("fuzz", help="hold the engine's task against it by random lives")
    fuzz.add_argument("--count", type=int, default=2_000, metavar="N", help="how many lives (default: 2,000)")
    fuzz.add_argument("--seed", type=int, default=0, metavar="N", help="the first of the seeds (default: 0)")
    fuzz.add_argument("--version", action="append", dest="versions", metavar="VERSION", help="may be repeated")
    fuzz.set_defaults(run=_fuzz)
    kinds.add_parser("record-nodes", help="write down what the real driver gives").set_defaults(run=_record_nodes)
    nodes = kinds.add_parser("nodes", help="hold the engine's nodes against the real TopologyTestDriver")
    nodes.add_argument("--count", type=int, default=500, metavar="N", help="how many runs (default: 500)")
    nodes.add_argument("--seed", type=int, default=0, metavar="N", help="the first of the seeds (default: 0)")
    nodes.add_argument("--version", action="append", dest="versions", metavar="VERSION", help="may be repeated")
    nodes.set_defaults(run=_nodes)


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


def _record_nodes(options: argparse.Namespace) -> int:
    from tests.oracle.runtime.nodes.recording import record_nodes

    print(f"{record_nodes()} runs")
    return 0


def _nodes(options: argparse.Namespace) -> int:
    from tests.oracle.runtime.nodes.fuzz import node_differences
    from tests.oracle.runtime.nodes.library import NODE_VERSIONS

    is_good = True
    for version in options.versions or NODE_VERSIONS:
        found = list(node_differences(version, range(options.seed, options.seed + options.count)))
        is_good &= not found
        print(f"{version}: {options.count:,} runs, {len(found):,} differ", flush=True)
        for one in found[:5]:
            print(
                f"  seed {one.seed}, {one.program}, call {one.call}: {one.real} is given, the engine gives {one.engine}"
            )
    return 0 if is_good else 1
