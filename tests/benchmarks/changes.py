"""`python -m tests.benchmarks.changes`: how long two topologies take to be compared, matching and verdict.

Programs of orders that are counted, joined and written, a chain for each topic, of which one gets a filter at its
beginning: without names, so that all numbers behind it are others. Both sides are analyzed before the time begins, as
code and as dumps. Beside it stands what people do without topoviz: a line diff of what describe() prints.
"""

import argparse
import difflib
import math
import platform
import time

from topoviz.engine.analysis import analyze
from topoviz.engine.changes.compare import Change, compare
from topoviz.engine.changes.deployment import Deployment
from topoviz.engine.changes.side import Side
from topoviz.engine.source import Bundle, SourceFile
from topoviz.engine.submission import Settings, Submission
from topoviz.engine.topology.describe import to_text

SIZES = (100, 500, 1_000, 10_000)
NODES_OF_CHAIN = 12


def main() -> None:
    """Measure every size and print a table in Markdown."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.changes", description=__doc__)
    parser.add_argument("--runs", type=int, default=3, help="runs of each; the fastest counts (default: %(default)s)")
    runs = parser.parse_args().runs
    print(f"Python {platform.python_version()}, fastest of {runs}\n")
    print("| nodes | code | dumps | line diff | lines of the diff | findings | stores lost |")
    print("|---:|---:|---:|---:|---:|---:|---:|")
    measured: list[tuple[int, float, float]] = []
    for size in SIZES:
        texts = _program(size, edited=False), _program(size, edited=True)
        code = _sides(*texts, name="Program.java")
        dumps = tuple(_described(side) for side in code)
        seconds, change = _fastest(*code, runs)
        seconds_of_dumps, _ = _fastest(*_sides(*dumps, name="dump.txt"), runs)
        began = time.perf_counter()
        lines = [line for line in difflib.unified_diff(*(text.splitlines() for text in dumps), n=0) if line[0] in "+-"]
        by_line = time.perf_counter() - began
        nodes = len(code[0].topology.nodes)
        lost = sum(one.code == "changelog-renamed" for one in change.findings)
        measured.append((nodes, seconds, seconds_of_dumps))
        print(
            f"| {nodes:,} | {seconds:.3f} s | {seconds_of_dumps:.3f} s | {by_line:.3f} s | {len(lines):,} "
            f"| {len(change.findings):,} | {lost:,} |",
            flush=True,
        )
    (before, *short), (after, *long) = measured[-2:]
    growth = [math.log(one / other) / math.log(after / before) for one, other in zip(long, short, strict=True)]
    print(f"\nGrowth between the largest two: n^{growth[0]:.2f} from code, n^{growth[1]:.2f} from dumps.")


def _fastest(old: Side, new: Side, runs: int) -> tuple[float, Change]:
    """Compare sides that have worked nothing out yet."""
    fastest, change = math.inf, None
    for _ in range(runs):
        fresh = Side(old.analyzed, old.behaviours, old.bundle), Side(new.analyzed, new.behaviours, new.bundle)
        began = time.perf_counter()
        change = compare(*fresh, Deployment("app"))
        fastest = min(fastest, time.perf_counter() - began)
    assert change is not None
    return fastest, change


def _sides(old: str, new: str, *, name: str) -> tuple[Side, Side]:
    return _side(old, name), _side(new, name)


def _side(text: str, name: str) -> Side:
    bundle = Bundle((SourceFile(name, text),))
    analysis = analyze(Submission(bundle, Settings(optimize="none")))
    (topology,) = analysis.topologies
    return Side(topology, analysis.behaviours, bundle)


def _described(side: Side) -> str:
    assert side.analyzed.description is not None
    return to_text(side.analyzed.description)


def _program(nodes: int, *, edited: bool) -> str:
    """Write chains of 12 nodes; in the edited program the first has a filter more."""
    lines = []
    for number in range(nodes // NODES_OF_CHAIN):
        first = ".filter((k, v) -> v != null)" if edited and number == 0 else ""
        lines.append(
            f'KStream<String, String> s{number} = builder.<String, String>stream("orders-{number}"){first}'
            ".mapValues(v -> v);"
        )
        lines.append(f's{number}.groupBy((k, v) -> v).count().toStream().to("counts-{number}");')
        table = f'builder.<String, String>table("customers-{number}")'
        lines.append(f's{number}.join({table}, (a, b) -> b).to("enriched-{number}");')
    return "\n".join((*lines, ""))


if __name__ == "__main__":
    main()
