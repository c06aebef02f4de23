"""The real Mermaid reads what is written for pull requests, where the front end's packages are installed."""

import re

import pytest

from tests.cli.checking.conftest import COUNTED, FILTERED, program
from tests.engine.analyzing import topology_of
from tests.rendering.drawing import FILTER_BEFORE_JOIN, JOIN_AND_COUNT
from tests.rendering.forms.names import INTO_MERMAID
from topoviz.cli.main import main
from topoviz.rendering.forms.mermaid import to_mermaid
from topoviz.rendering.views import parse_view

pytestmark = pytest.mark.xdist_group("browser")

FENCE = re.compile(r"^```mermaid\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@pytest.fixture(scope="module")
def refused(browser, project):
    """Ask Mermaid about charts; gives those that it does not read, with its words."""
    script = project / "frontend" / "node_modules" / "mermaid" / "dist" / "mermaid.min.js"
    if not script.is_file():
        pytest.skip("The front end's packages are not installed; run npm ci in frontend/.")
    page = browser.new_page()
    page.add_script_tag(path=str(script))
    asked = """async (charts) => {
        const refused = [];
        for (const chart of charts) await mermaid.parse(chart).catch((error) => refused.push([chart, String(error)]));
        return refused;
    }"""
    yield lambda charts: page.evaluate(asked, charts)
    page.close()


def test_it_refuses_what_is_broken(refused):
    assert len(refused(["flowchart TD\n  a --> b\n", "flowchart TD\n  a[\n"])) == 1


def test_it_reads_the_picture_of_a_change_whatever_things_are_called(refused, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    charts = []
    for number, name in enumerate(("b", *INTO_MERMAID)):
        text = name.replace("\\", "\\\\").replace('"', '\\"')
        for side, body in (("old", COUNTED), ("new", FILTERED)):
            (tmp_path / f"{side}.java").write_text(program(body.replace('"b"', f'"{text}"')))
        main(["check", "new.java", "--baseline", "old.java", "--markdown", f"{number}.md", "--fuse", "60"])
        charts += FENCE.findall((tmp_path / f"{number}.md").read_text())

    assert len(charts) == len(INTO_MERMAID) + 1
    assert refused(charts) == []


def test_it_reads_the_views_of_a_topology(refused):
    joined = topology_of(JOIN_AND_COUNT)
    charts = [to_mermaid(joined, parse_view(name)) for name in ("topology", "overview", "plan", "sub-topology:1")]
    charts.append(to_mermaid(topology_of(FILTER_BEFORE_JOIN, optimize="all"), parse_view("before-after")))

    assert refused(charts) == []
