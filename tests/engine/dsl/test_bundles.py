"""What was really built of a program of several files, by itself or by its framework: the engine must say the same."""

import contextlib
import re
from functools import cache
from pathlib import Path

import pytest

from tests.engine.analyzing import NEW
from tests.oracle.bundles.record import DESCRIBED, MODULES, bundle_files, bundle_folders, bundle_name
from topoviz.engine.analysis import analyze
from topoviz.engine.results import Analysis
from topoviz.engine.source import Bundle, SourceFile
from topoviz.engine.submission import Settings, Submission
from topoviz.engine.topology.describe import to_text
from topoviz.engine.versions import parse_version
from topoviz.intake.folder import read_folder

BUNDLES = {bundle_name(folder): folder for folder in bundle_folders()}
OPEN = (
    # Two components add to one builder, and Spring makes them in the order in which it finds their files.
    "spring/autowired",
    # Which overload is meant follows from the type of a table's values.
    "modules/overloads_kotlin",
)
"""What the engine does not see to the end, and says so."""

HEADING = re.compile(r"^== (?P<name>\S+) (?P<id>\S+) (?P<optimization>\S+)\n", re.MULTILINE)


@cache
def analysis_of(name: str) -> Analysis:
    """Analyze a bundle at the version that its recording is of; modules as a folder, whose build file says it."""
    folder = BUNDLES[name]
    if folder.parent.name == MODULES:
        with contextlib.chdir(folder):
            return analyze(Submission(Bundle(read_folder(Path()).files)))
    bundle = Bundle(tuple(SourceFile(file.name, file.read_text()) for file in bundle_files(folder)))
    return analyze(Submission(bundle, Settings(parse_version(NEW))))


def found(name: str) -> list[tuple[str | None, str, str]]:
    """What the engine says, as `recorded` gives what was built."""
    return sorted(
        (topology.application_id, topology.optimization.text, to_text(topology.description, {}).strip())
        for topology in analysis_of(name).topologies
        if topology.description is not None
    )


def recorded(name: str) -> list[tuple[str, str, str]]:
    """The application id, topology.optimization and description of each topology, sorted."""
    pieces = HEADING.split((BUNDLES[name] / DESCRIBED).read_text())[1:]
    return sorted(zip(pieces[1::4], pieces[2::4], map(str.strip, pieces[3::4]), strict=True))


@pytest.mark.parametrize("name", [name for name in BUNDLES if name not in OPEN])
def test_the_engine_says_what_was_built_and_is_sure(name: str):
    analysis = analysis_of(name)
    unsure = {name for topology in analysis.topologies for name in topology.doubtful_names}

    assert found(name) == recorded(name)
    assert str(analysis.behaviours.version) == NEW
    assert unsure <= {"upper"}  # it may be set in the environment
    assert {diagnostic.code for diagnostic in analysis.diagnostics} <= {"likely-text", "not-a-bean", "switched-off"}


@pytest.mark.parametrize("name", sorted(OPEN))
def test_what_the_engine_does_not_see_is_told(name: str):
    assert analysis_of(name).is_unsure or found(name) == recorded(name)
