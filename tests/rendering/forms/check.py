"""Hold what must be true of the forms of other programs against a folder of dumps.

`python -m tests.rendering.forms.check FOLDER [MERMAID]` prints what breaks, by file, view and form. MERMAID is the path
of Mermaid's own `mermaid.min.js`, if it is there; then it has to read every chart, in Chromium.
"""

import json
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

from tests.rendering.cards.check import topologies_of_dump
from tests.rendering.forms import mermaid_grammar, plantuml_grammar
from topoviz.engine.results import AnalyzedTopology
from topoviz.rendering.forms.chart import Chart
from topoviz.rendering.forms.chart_of_view import chart_of
from topoviz.rendering.forms.excalidraw import to_excalidraw
from topoviz.rendering.forms.flowchart import MOST_CHARACTERS, MOST_EDGES, length
from topoviz.rendering.forms.markdown import MOST_IN_A_COMMENT, to_markdown
from topoviz.rendering.forms.mermaid import fitting
from topoviz.rendering.forms.plantuml import to_plantuml
from topoviz.rendering.lettering import visible
from topoviz.rendering.picture import Undrawable
from topoviz.rendering.views import View, parse_view

CHROMIUM = "/usr/bin/chromium"

FOLDED = parse_view("topology")

Parse = Callable[[str], str]
"""What the real Mermaid says against a chart; nothing if it reads it."""


def views_of(topology: AnalyzedTopology) -> Iterator[View]:
    """Give the views of a dump."""
    yield from map(parse_view, ("topology", "topology;whole", "overview"))
    yield from (parse_view(f"sub-topology:{group.id}") for group in topology.groups)


def broken(topology: AnalyzedTopology, view: View, parse: Parse) -> Iterator[str]:
    """Say what does not hold of the forms of one view."""
    chart = chart_of(topology, view)
    yield from (f"mermaid: {what}" for what in _of_mermaid(topology, view, chart, parse))
    diagram = plantuml_grammar.read(to_plantuml(topology, view))
    if {key: _joined(lines) for key, lines in diagram.nodes.items()} != _words(chart):
        yield "plantuml: cards do not have the words that they should"
    yield from (f"markdown: {what}" for what in _of_markdown(to_markdown(topology, view), parse))
    if view == FOLDED:
        # Places take long, and what there is to see of others is the same.
        yield from (f"excalidraw: {what}" for what in _of_excalidraw(to_excalidraw(topology, view)))


def _of_mermaid(topology: AnalyzedTopology, view: View, chart: Chart, parse: Parse) -> Iterator[str]:
    found = fitting(topology, view)
    flowchart = mermaid_grammar.read(found.text)
    yield from _of_limits(found.text, parse)
    shown = {key: _joined(lines) for key, lines in flowchart.nodes.items() if key not in ("note", "empty")}
    if shown != _words(found.chart):
        yield "cards do not have the words that they should"
    if found.chart != chart and "GitHub draws at most" not in " ".join(flowchart.nodes.get("note", ())):
        yield "it does not say that it was folded more"


def _of_limits(text: str, parse: Parse) -> Iterator[str]:
    if length(text) > MOST_CHARACTERS or len(mermaid_grammar.read(text).edges) > MOST_EDGES:
        yield "too large for GitHub"
    if said := parse(text):
        yield said


def _of_markdown(text: str, parse: Parse) -> Iterator[str]:
    if length(text) > MOST_IN_A_COMMENT:
        yield "too large for a comment"
    for block in re.findall(r"^```mermaid\n(.*?)^```$", text, re.DOTALL | re.MULTILINE):
        yield from _of_limits(block, parse)


def _of_excalidraw(text: str) -> Iterator[str]:
    elements = {one["id"]: one for one in json.loads(text)["elements"]}
    for one in elements.values():
        if one["frameId"] is not None and elements[one["frameId"]]["type"] != "frame":
            yield f"{one['id']} stands in no frame"
        for end in ("startBinding", "endBinding") if one["type"] == "arrow" else ():
            if {"id": one["id"], "type": "arrow"} not in elements[one[end]["elementId"]]["boundElements"]:
                yield f"{one['id']} is not bound"
        if one["type"] == "arrow" and any(
            before[0] != after[0] and before[1] != after[1]
            for before, after in zip(one["points"], one["points"][1:], strict=False)
        ):
            yield f"{one['id']} has other than right angles"


def _words(chart: Chart) -> dict[str, str]:
    return {node.id: _joined(line for row in node.rows for line in row) for node in chart.nodes}


def _joined(lines: Iterator[str] | list[str]) -> str:
    return "".join(map(visible, lines)).replace(" ", "")


def _real_mermaid(script: Path, stack: ExitStack) -> Parse:
    from playwright.sync_api import Error, sync_playwright

    browser = stack.enter_context(sync_playwright()).chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
    page = browser.new_page()
    page.add_script_tag(path=script)

    def parse(text: str) -> str:
        try:
            page.evaluate("async text => { await mermaid.parse(text); }", text)
        except Error as error:
            return f"Mermaid says: {error.message}"
        return ""

    return parse


def main(folder: Path, mermaid: Path | None) -> int:
    """Print what breaks, and give how many views did."""
    number = wrong = 0
    with ExitStack() as stack:
        parse = _real_mermaid(mermaid, stack) if mermaid is not None else lambda _: ""
        for path in sorted(folder.glob("*.txt")):
            for topology in topologies_of_dump(path.read_text(encoding="utf-8", errors="replace")):
                if topology.topology is None:
                    continue
                for view in views_of(topology):
                    number += 1
                    try:
                        found = list(broken(topology, view, parse))
                    except (Undrawable, ValueError, KeyError) as error:
                        found = [repr(error)]
                    wrong += bool(found)
                    for what in found[:5]:
                        print(f"{path.name}, {view.text}: {what}", flush=True)
        print(f"{number} views, {wrong} broken")
    return wrong


if __name__ == "__main__":
    sys.exit(bool(main(Path(sys.argv[1]), Path(sys.argv[2]) if len(sys.argv) > 2 else None)))
