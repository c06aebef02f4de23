"""What was really built of a program of several files, by itself or by its framework: the engine must say the same."""

import re

import pytest

from tests.engine.analyzing import NEW
from tests.oracle.bundles.record import DESCRIBED, bundle_files, bundle_folders, bundle_name
from topoviz.engine.analysis import analyze
from topoviz.engine.results import Analysis
from topoviz.engine.source import Bundle, SourceFile
from topoviz.engine.submission import Settings, Submission
from topoviz.engine.topology.describe import to_text
from topoviz.engine.versions import parse_version

BUNDLES = {bundle_name(folder): folder for folder in bundle_folders()}
OPEN = {"spring/autowired"}
"""Two components add to one builder, and Spring makes them in the order in which it finds their files."""

HEADING = re.compile(r"^== (?P<name>\S+) (?P<id>\S+) (?P<optimization>\S+)\n", re.MULTILINE)


def analysis_of(name: str) -> Analysis:
    files = bundle_files(BUNDLES[name])
    bundle = Bundle(tuple(SourceFile(file.name, file.read_text()) for file in files))
    return analyze(Submission(bundle, Settings(parse_version(NEW))))


def recorded(name: str) -> list[tuple[str, str, str]]:
    """The application id, topology.optimization and description of each topology, sorted."""
    pieces = HEADING.split((BUNDLES[name] / DESCRIBED).read_text())[1:]
    return sorted(zip(pieces[1::4], pieces[2::4], map(str.strip, pieces[3::4]), strict=True))


@pytest.mark.parametrize("name", BUNDLES)
def test_the_engine_says_what_was_built(name: str):
    found = []
    for topology in analysis_of(name).topologies:
        assert topology.description is not None, topology.refusal
        text = to_text(topology.description, {}).strip()
        found.append((topology.application_id, topology.optimization.text, text))

    assert sorted(found) == recorded(name)


@pytest.mark.parametrize("name", [name for name in BUNDLES if name not in OPEN])
def test_what_the_files_say_is_sure(name: str):
    analysis = analysis_of(name)
    unsure = {name for topology in analysis.topologies for name in topology.doubtful_names}

    assert unsure <= {"upper"}  # it may be set in the environment
    assert {diagnostic.code for diagnostic in analysis.diagnostics} <= {"likely-text", "not-a-bean"}


@pytest.mark.parametrize("name", OPEN)
def test_what_the_files_leave_open_is_told(name: str):
    assert "order-of-beans" in {diagnostic.code for diagnostic in analysis_of(name).diagnostics}
