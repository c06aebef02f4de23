"""`python -m tests.benchmarks.large_pictures`: how long one waits for pictures of large topologies, and for each step.

The engine's part alone, without web server and browser: from the text of a program to the first picture, then
everything in it opened, one thing at a time, then the largest sub-topology by itself and everything in that. Letters
are those of the whole picture, fitted into 640 × 700 pixels.
"""

from __future__ import annotations

import argparse
import re
import time
from dataclasses import dataclass, field

from tests.benchmarks.drawn import read_drawing
from tests.benchmarks.landscapes import landscape
from tests.benchmarks.picture_figures import figures_of
from topoviz.engine.analysis import analyze
from topoviz.engine.results import AnalyzedTopology
from topoviz.engine.source import Bundle, SourceFile
from topoviz.engine.submission import Submission
from topoviz.rendering.draw import draw
from topoviz.rendering.picture import Undrawable
from topoviz.rendering.views import parse_view

SIZES = (100, 500, 1_000, 3_000)


@dataclass
class Waited:
    """Seconds for pictures: the first, and the longest of those that are one step away."""

    first: float
    cards: int
    letters: float
    steps: list[float] = field(default_factory=list)
    refused: int = 0


def main() -> None:
    """Print a table in Markdown, a row for each size."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.large_pictures", description=__doc__)
    parser.add_argument("--steps", type=int, default=12, help="how much is opened in each (default: %(default)s)")
    parser.add_argument("--runs", type=int, default=3, help="the fastest counts (default: %(default)s)")
    parser.add_argument("sizes", nargs="*", type=int, default=SIZES, help="nodes, about")
    options = parser.parse_args()
    _analyzed(landscape(10))
    print(
        "| nodes | sub-topologies | from text to the analysis | to the first picture | its cards | letters |"
        " each step, longest | largest sub-topology | its nodes | its cards | letters | each step, longest | refused |"
    )
    print("|" + "---:|" * 13)
    for size in options.sizes:
        text = landscape(size)
        topology, analyzed_in = min((_analyzed_in(text) for _ in range(options.runs)), key=lambda one: one[1])
        assert topology.topology is not None
        largest = max(topology.groups, key=lambda group: len(group.nodes))
        whole = _wait(topology, "topology", options.steps, options.runs)
        part = _wait(topology, f"sub-topology:{largest.id}", options.steps, options.runs)
        cells = [f"{len(topology.topology.nodes):,}", str(len(topology.groups)), f"{analyzed_in:.2f} s"]
        cells += [f"{analyzed_in + whole.first:.2f} s", *_cells(whole)]
        cells += [f"{part.first:.2f} s", f"{len(largest.nodes):,}", *_cells(part), str(whole.refused + part.refused)]
        print(f"| {' | '.join(cells)} |", flush=True)


def _cells(waited: Waited) -> list[str]:
    longest = f"{max(waited.steps):.2f} s" if waited.steps else "–"
    return [f"{waited.cards:,}", f"{waited.letters:.1f} px", longest]


def _analyzed(program: str) -> AnalyzedTopology:
    (topology,) = analyze(Submission(Bundle((SourceFile("Program.java", program),)))).topologies
    return topology


def _analyzed_in(program: str) -> tuple[AnalyzedTopology, float]:
    started = time.perf_counter()
    return _analyzed(program), time.perf_counter() - started


def _wait(topology: AnalyzedTopology, view: str, steps: int, runs: int) -> Waited:
    svg, first = _drawn(topology, view, runs)
    figures = figures_of(read_drawing(svg))
    waited = Waited(first, figures.boxes, figures.letters_in("usual"))
    keys = list(dict.fromkeys(re.findall(r'data-open="([^"]+)"', svg)))
    # Some of all kinds, from the whole picture.
    for key in keys[:: max(1, len(keys) // steps)][:steps]:
        try:
            waited.steps.append(_drawn(topology, f"{view};open={key}", runs)[1])
        except Undrawable:
            waited.refused += 1
    return waited


def _drawn(topology: AnalyzedTopology, view: str, runs: int) -> tuple[str, float]:
    found = []
    for _ in range(runs):
        started = time.perf_counter()
        svg = draw(topology, parse_view(view), with_legend=False)
        found.append(time.perf_counter() - started)
    return svg, min(found)


if __name__ == "__main__":
    main()
