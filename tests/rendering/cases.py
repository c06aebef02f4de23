"""The pictures that are pinned: a program, a setting and a view each, and the DOT that they make.

`python -m tests.rendering.cases` writes what is now drawn into the files; the diff is what gets reviewed. The SVG
depends on Graphviz as well, so one of them alone is pinned, for one version of its library.
"""

from dataclasses import dataclass
from pathlib import Path

from tests.engine.analyzing import topology_of
from topoviz.rendering.draw import dot_of, draw
from topoviz.rendering.views import parse_view

FIXTURES = Path(__file__).parents[1] / "fixtures"
FOLDER = FIXTURES / "rendering"
PROGRAMS = FIXTURES / "programs" / "java"

PINNED_GRAPHVIZ = "14.1.5"
PINNED_SVG = FOLDER / f"real_optimization.before-after.graphviz-{PINNED_GRAPHVIZ}.svg"


@dataclass(frozen=True, slots=True)
class Case:
    """One view of one program."""

    program: str
    view: str
    optimize: str = "none"

    @property
    def fixture(self) -> Path:
        """Where the DOT lies."""
        name = Path(self.program).name
        return FOLDER / f"{name}.{self.view.replace(':', '-')}.{self.optimize}.dot"

    def topology(self):
        """Analyze the program."""
        return topology_of((PROGRAMS / f"{self.program}.java").read_text(encoding="utf-8"), optimize=self.optimize)

    def dot(self) -> str:
        """Draw the view as DOT."""
        return dot_of(self.topology(), parse_view(self.view))


CASES = (
    Case("seed_merge/real_optimization", "plan"),
    Case("seed_merge/real_optimization", "plan-optimized", "all"),
    Case("seed_merge/real_optimization", "before-after", "all"),
    Case("seed_merge/real_optimization", "topology"),
    Case("seed_merge/real_optimization", "topology", "all"),
    Case("seed_merge/real_optimization", "sub-topology:1", "all"),
    Case("seed_merge/map_filter_join", "before-after", "all"),
    Case("seed_merge/branch_two_counts", "plan", "all"),
    Case("joins/stream_stream", "topology"),
    Case("joins/self_join", "before-after", "all"),
    Case("tables/global_table_join", "topology"),
    Case("foreign_key_joins/inner", "plan"),
    Case("foreign_key_joins/inner", "topology"),
    Case("table_joins/join_of_left_and_outer", "topology"),
    Case("sources/pattern", "topology"),
    Case("sinks/extractor_lambda", "topology"),
    Case("processor_api/stores_on_one_processor", "topology"),
)


def pinned_svg() -> str:
    """Draw the one picture whose SVG is pinned."""
    return draw(Case("seed_merge/real_optimization", "before-after", "all").topology(), parse_view("before-after"))


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for case in CASES:
        case.fixture.write_text(case.dot(), encoding="utf-8")
    PINNED_SVG.write_text(pinned_svg(), encoding="utf-8")
