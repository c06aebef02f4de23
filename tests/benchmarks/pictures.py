"""`python -m tests.benchmarks.pictures FILE…`: how well pictures can be read, and how long they take.

Files are dumps and programs; what a file holds is drawn as a whole, and with `--sub-topology FILE:NUMBER` one
sub-topology by itself. Each picture is made for each panel, and all but the letters is measured of that for the usual
one. With `--as-cards` no sub-topology is put into one card, however large the picture becomes.
"""

from __future__ import annotations

import argparse
import math
import re
import time
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

from tests.benchmarks.drawn import read_drawing
from tests.benchmarks.picture_figures import PANELS, Figures, figures_of
from tests.benchmarks.plain_graphviz import draw_plainly
from topoviz.engine.analysis import analyze
from topoviz.engine.results import AnalyzedTopology
from topoviz.engine.source import Bundle, SourceFile
from topoviz.engine.submission import Submission
from topoviz.rendering import draw as drawing
from topoviz.rendering.topology_picture import draw_sub_topology, draw_topology, scene_of
from topoviz.rendering.views import parse_view

STAGES: Final = {"folding": ("fold",), "arranging": ("measure", "arrange"), "svg": ("to_svg",)}
"""The functions that `draw` calls for each stage."""

MIDDLE: Final = range(15, 100)
"""Things in the pictures whose letters are compared: smaller ones fit anyway, larger ones need an overview."""

Seconds = dict[str, float]


@dataclass(frozen=True, slots=True)
class Measured:
    """A picture with its figures, the letters in each panel, and the seconds of each stage."""

    name: str
    things: int
    """Nodes, topics and stores, shown or not."""
    figures: Figures
    letters: dict[str, float]
    seconds: Seconds


def main() -> None:
    """Print a table in Markdown, a row for each picture, with sums and geometric means."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.pictures", description=__doc__)
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE")
    parser.add_argument("--sub-topology", action="append", default=[], metavar="FILE:NUMBER")
    parser.add_argument("--panel", choices=PANELS, default="usual", help="for which all but the letters is measured")
    parser.add_argument("--as-cards", action="store_true", help="do not begin with the overview of what is large")
    parser.add_argument("--options", default="", help="what follows the name of the view, such as ;whole")
    parser.add_argument("--plain", action="store_true", help="let Graphviz draw the whole graph, as other viewers do")
    parser.add_argument("--runs", type=int, default=1, help="the fastest counts (default: %(default)s)")
    options = parser.parse_args()
    wanted = [(path, "topology") for path in options.files]
    for text in options.sub_topology:
        path, _, number = text.rpartition(":")
        wanted.append((Path(path), f"sub-topology:{number}"))
    found = []
    print(_HEADINGS)
    with patch.object(drawing, "OVERVIEW_ABOVE", 10**9) if options.as_cards else ExitStack():
        for path, view in wanted:
            wanted_view = view + options.options
            measured = (
                measure_plain(path, view) if options.plain else measure(path, wanted_view, options.panel, options.runs)
            )
            found.append(measured)
            print(_row(found[-1]), flush=True)
    print(_last_rows(found))


def measure(path: Path, view: str, panel: str, runs: int) -> Measured:
    """Read, analyze and draw a file, and measure what comes of it; raises Undrawable where nothing does."""
    topology, analyzed_in = _analyzed(path)
    drawn = [_drawn(topology, view, panel) for _ in range(runs)]
    svg, seconds = min(drawn, key=lambda one: sum(one[1].values()))
    letters = {one: figures_of(read_drawing(_drawn(topology, view, one)[0])).letters_in(one) for one in PANELS}
    figures = figures_of(read_drawing(svg))
    return Measured(
        _name(path, view), _things_in(topology, view), figures, letters, {"analysis": analyzed_in} | seconds
    )


def measure_plain(path: Path, view: str) -> Measured:
    """Measure what Graphviz makes of the whole graph; it is the same for every panel."""
    topology, analyzed_in = _analyzed(path)
    started = time.perf_counter()
    drawn = draw_plainly(scene_of(topology), _number_in(view))
    seconds = dict.fromkeys(STAGES, 0.0) | {"analysis": analyzed_in, "arranging": time.perf_counter() - started}
    figures = figures_of(drawn)
    letters = {panel: figures.letters_in(panel) for panel in PANELS}
    return Measured(_name(path, view), _things_in(topology, view), figures, letters, seconds)


def _analyzed(path: Path) -> tuple[AnalyzedTopology, float]:
    submission = Submission(Bundle((SourceFile(path.name, path.read_text(encoding="utf-8", errors="replace")),)))
    started = time.perf_counter()
    analysis = analyze(submission)
    analyzed_in = time.perf_counter() - started
    return next(one for one in analysis.all_topologies if one.topology is not None), analyzed_in


def _name(path: Path, view: str) -> str:
    return path.stem + ("" if view.startswith("topology") else f", {view}")


def _things_in(topology: AnalyzedTopology, view: str) -> int:
    number, scene = _number_in(view), scene_of(topology)
    return len((draw_topology(scene) if number is None else draw_sub_topology(scene, number)).boxes)


def _number_in(view: str) -> int | None:
    found = re.match(r"sub-topology:(\d+)", view)
    return int(found[1]) if found else None


def _drawn(topology: AnalyzedTopology, view: str, panel: str) -> tuple[str, Seconds]:
    seconds = dict.fromkeys(STAGES, 0.0)
    with ExitStack() as stack:
        for stage, functions in STAGES.items():
            for name in functions:
                stack.enter_context(patch.object(drawing, name, _timed(getattr(drawing, name), seconds, stage)))
        svg = drawing.draw(topology, parse_view(f"{view};panel={panel}"), with_legend=False)
    return svg, seconds


def _timed(function: Callable[..., Any], seconds: Seconds, stage: str) -> Callable[..., Any]:
    def timed(*given: Any, **named: Any) -> Any:
        started = time.perf_counter()
        try:
            return function(*given, **named)
        finally:
            seconds[stage] += time.perf_counter() - started

    return timed


# --- the table --------------------------------------------------------------------------------------------------------

_COLUMNS: Final[dict[str, Callable[[Measured], float]]] = {
    "things": lambda one: one.things,
    "boxes": lambda one: one.figures.boxes,
    "lines": lambda one: one.figures.lines,
    "crossings": lambda one: one.figures.crossings,
    "together": lambda one: one.figures.together,
    "through boxes": lambda one: one.figures.through,
    "bends": lambda one: one.figures.bends,
    "length, 1000 px": lambda one: one.figures.length / 1_000,
    "area, million px²": lambda one: one.figures.area / 1_000_000,
}
_HEADINGS: Final = (
    f"| picture | {' | '.join(_COLUMNS)} | slanted | width × height | letters 640 / 1000 / 360 |"
    f" analysis | folding | arranging | svg |\n|---|{'---:|' * (len(_COLUMNS) + 7)}"
)


def _row(one: Measured) -> str:
    figures = one.figures
    size = f"{figures.width:.0f} × {figures.height:.0f}"
    return _cells(one.name, [column(one) for column in _COLUMNS.values()], [one], size, [one.letters])


def _last_rows(found: list[Measured]) -> str:
    sums = [sum(column(one) for one in found) for column in _COLUMNS.values()]
    middle = [one for one in found if one.things in MIDDLE]
    middle_sums = [sum(column(one) for one in middle) for column in _COLUMNS.values()]
    all_means, means = ([_means([one.letters for one in some])] for some in (found, middle))
    return "\n".join((
        _cells("all: sums, geometric means of letters", sums, found, "", all_means),
        _cells("those of 15 to 99 things", middle_sums, middle, "", means),
    ))  # fmt: skip


def _cells(name: str, numbers: list[float], found: list[Measured], size: str, letters: list[dict[str, float]]) -> str:
    length, slanted = sum(one.figures.length for one in found), sum(one.figures.slanted for one in found)
    words = [f"{number:.1f}" if isinstance(number, float) else f"{number:,}" for number in numbers]
    share = f"{slanted / length:.0%}" if length else "–"
    fitted = " / ".join(f"{letters[0][panel]:.1f}" for panel in PANELS)
    seconds = (f"{sum(one.seconds[stage] for one in found):.3f} s" for stage in ("analysis", *STAGES))
    return f"| {name} | {' | '.join(words)} | {share} | {size} | {fitted} | {' | '.join(seconds)} |"


def _means(found: list[dict[str, float]]) -> dict[str, float]:
    return {
        panel: math.exp(sum(math.log(one[panel]) for one in found) / len(found)) if found else 0.0 for panel in PANELS
    }


if __name__ == "__main__":
    main()
