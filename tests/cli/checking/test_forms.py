"""What a check writes: Markdown that forges render, JUnit XML, and SARIF with findings at their lines."""

import json
import re
from html import unescape
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from jsonschema import Draft7Validator
from markdown_it import MarkdownIt

from tests.cli.checking.conftest import COUNTED, DUMP, FILTERED, REFUSED, UNSURE, git, program
from tests.rendering.forms.names import INTO_MERMAID

MANY = "".join(COUNTED.replace('"a"', f'"a{number}"').replace('"b"', f"topic{number}()") for number in range(30))
CASES = {
    "lost": (COUNTED, FILTERED),
    "same": (COUNTED, COUNTED),
    "not certain": (COUNTED, UNSURE),
    "refused": (COUNTED, REFUSED),
    "many": (MANY, MANY.replace(".groupByKey", ".filter(p).groupByKey")),
    "unreadable": (COUNTED, None),
}
NO_TOPOLOGY = "class Shop { void hello() { print(1); } }"


@pytest.fixture(params=CASES)
def written(request, repository, check):
    """Check a change; gives what was written, and the exit code."""
    old, new = CASES[request.param]
    repository.write_text(program(old))
    git("commit", "--allow-empty", "-am", "old")
    repository.write_text(NO_TOPOLOGY if new is None else program(new))
    code, _, _ = check(
        "src/main", "--baseline", "main", "--markdown", "md", "--junit", "xml", "--sarif", "sarif"
    )  # fmt: skip
    return Path("md").read_text(), Path("xml").read_text(), json.loads(Path("sarif").read_text()), code


def test_all_forms_are_well_formed_and_say_the_same(written, project):
    markdown, junit, sarif, code = written

    read_markdown(markdown)
    suite = read_junit(junit)
    schema = json.loads((project / "tests/fixtures/ci/sarif.json").read_text())
    Draft7Validator(schema).validate(sarif)
    (run,) = sarif["runs"]
    for result in run["results"]:
        assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
    is_bad = {"failures": suite.get("failures") != "0", "errors": suite.get("errors") != "0"}
    assert any(is_bad.values()) is (code != 0)
    assert run["invocations"][0]["exitCode"] == code
    assert ("error" in {result["level"] for result in run["results"]}) is (code != 0)


def read_markdown(text):
    """Read a summary as forges do: at most 60 lines, tags that close, and code of Mermaid that is ours."""
    assert text.count("\n") <= 60
    assert text.endswith("\n")
    tokens = MarkdownIt("commonmark").enable("table").parse(text)
    blocks = [token.content for token in tokens if token.type == "html_block"]
    assert sorted(re.findall(r"</?(\w+)", " ".join(blocks))) == sorted(
        name for name in ("details", "summary") for _ in range(2 * text.count(f"<{name}"))
    )
    inline = [one for token in tokens for one in token.children or ()]
    assert {one.content for one in inline if one.type == "html_inline"} <= {"<br>"}
    return tokens


def read_junit(text):
    """Read a report; whatever the readers of JUnit XML do not know is an error."""
    root = ET.fromstring(text)  # noqa: S314 - it is our own
    assert (root.tag, [child.tag for child in root]) == ("testsuites", ["testsuite"])
    (suite,) = root
    assert set(suite.attrib) == {"name", "tests", "failures", "errors", "skipped"}
    cases = suite.findall("testcase")
    assert int(suite.get("tests")) == len(cases) > 0
    for kind, attribute in (("failure", "failures"), ("error", "errors"), ("skipped", "skipped")):
        found = [one for case in cases for one in case.findall(kind)]
        assert int(suite.get(attribute)) == len(found)
        assert all(one.get("message") for one in found)
    assert {child.tag for child in suite} <= {"testcase", "system-out"}
    assert {child.tag for case in cases for child in case} <= {"failure", "error", "skipped", "system-out"}
    assert all(set(case.attrib) == {"classname", "name"} for case in cases)
    return suite


def test_a_finding_stands_at_the_line_that_makes_it(repository, check):
    repository.write_text("// first\n" + program(FILTERED))

    check("src", "--baseline", "main", "--sarif", "sarif")

    (run,) = json.loads(Path("sarif").read_text())["runs"]
    (lost,) = (one for one in run["results"] if one["ruleId"] == "changelog-renamed")
    (location,) = (one["physicalLocation"] for one in lost["locations"])
    assert (lost["level"], location["artifactLocation"]["uri"]) == ("error", "src/main/Shop.java")
    line = repository.read_text().splitlines()[location["region"]["startLine"] - 1]
    assert line[location["region"]["startColumn"] - 1 : location["region"]["endColumn"] - 1] == "count"
    assert {one["level"] for one in run["results"]} == {"error", "warning", "note"}


def test_what_is_not_certain_stands_at_its_line_too_and_stays_the_same_finding_when_lines_move(repository, check):
    marks = []
    for before in ("", "\n\n"):
        repository.write_text(before + program(UNSURE))
        check("src", "--sarif", "sarif")
        (run,) = json.loads(Path("sarif").read_text())["runs"]
        (found,) = (one for one in run["results"] if one["level"] == "warning")
        marks.append((found["partialFingerprints"], found["locations"][0]["physicalLocation"]["region"]["startLine"]))

    assert marks[0][0] == marks[1][0]
    assert [line for _, line in marks] == [3, 5]


def test_a_check_that_asks_for_certainty_fails_in_its_report_too(repository, check):
    repository.write_text(program(UNSURE))

    code, _, _ = check("src", "--require-certain", "--junit", "xml")

    assert (code, read_junit(Path("xml").read_text()).get("errors")) == (3, "1")


def test_the_longest_summary_is_one_that_forges_take(repository, check):
    """All that stands below the change is as long as it may be."""
    long = "".join(COUNTED.replace('"b"', f"{'t' * 900}{number}()") for number in range(30))
    repository.write_text(program(long))
    git("commit", "-am", "long")
    repository.write_text(program(long.replace(".groupByKey", ".filter(p).groupByKey")))

    check("src", "--baseline", "main", "--markdown", "md")

    text = Path("md").read_text()
    assert text.count("\n") <= 60
    assert len(text) <= 65_536


def test_a_topology_alone_is_a_table_and_a_picture(repository, check):
    check("src", "--markdown", "md")

    tokens = read_markdown(Path("md").read_text())
    rows = [token.content for token in tokens if token.type == "inline"]
    assert rows[:2] == ["1 topology", "Topology"]
    assert "`Shop.build()`" in rows
    (chart,) = (token.content for token in tokens if token.type == "fence")
    assert "count" in chart


@pytest.mark.parametrize("name", INTO_MERMAID)
def test_whatever_things_are_called_nothing_of_it_is_markup(check, name):
    """In a dump, names may be anything that stands in a line."""
    Path("a.txt").write_text(DUMP.replace("STATE-STORE-0000000001", "store"))
    Path("b.txt").write_text(DUMP.replace("KSTREAM-AGGREGATE-STATE-STORE-0000000001", name))

    check("b.txt", "--baseline", "a.txt", "--markdown", "md", "--junit", "xml", "--sarif", "sarif")

    read_markdown(Path("md").read_text())
    read_junit(Path("xml").read_text())
    json.loads(Path("sarif").read_text())
    rendered = MarkdownIt("commonmark", {"html": False}).render(Path("md").read_text())
    assert not re.search(r"<(?!/?(?:h3|p|ul|ol|li|strong|em|code|pre|br|a)\b)", rendered), unescape(rendered)
