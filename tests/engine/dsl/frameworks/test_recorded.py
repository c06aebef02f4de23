"""What Spring really built of a program, with its configuration: the engine must say the same."""

import re
from pathlib import Path

import pytest

from topoviz.engine.analysis import analyze
from topoviz.engine.results import Analysis
from topoviz.engine.source import Bundle, SourceFile
from topoviz.engine.submission import Submission
from topoviz.engine.topology.describe import to_text

PROGRAMS = Path(__file__).parents[3] / "fixtures" / "frameworks"
NAMES = sorted(path.parent.name for path in PROGRAMS.glob("*/described.txt"))
HEADING = re.compile(r"^== (?P<name>\S+) (?P<id>\S+) (?P<optimization>\S+)\n", re.MULTILINE)


def analysis_of(name: str) -> Analysis:
    files = sorted(path for path in (PROGRAMS / name).iterdir() if path.name != "described.txt")
    return analyze(Submission(Bundle(tuple(SourceFile(file.name, file.read_text()) for file in files))))


def recorded(name: str) -> list[tuple[str, str, str]]:
    """The application id, topology.optimization and description of each topology, sorted."""
    pieces = HEADING.split((PROGRAMS / name / "described.txt").read_text())[1:]
    return sorted(zip(pieces[1::4], pieces[2::4], map(str.strip, pieces[3::4]), strict=True))


@pytest.mark.parametrize("name", NAMES)
def test_the_engine_says_what_spring_built(name: str):
    found = []
    for topology in analysis_of(name).topologies:
        assert topology.description is not None, topology.refusal
        text = to_text(topology.description, {}).strip()
        found.append((topology.application_id, topology.optimization.text, text))

    assert sorted(found) == recorded(name)


@pytest.mark.parametrize("name", NAMES)
def test_what_the_files_say_is_sure(name: str):
    analysis = analysis_of(name)
    unsure = {name for topology in analysis.topologies for name in topology.doubtful_names}

    assert unsure <= {"upper"}  # it may be set in the environment
    assert {diagnostic.code for diagnostic in analysis.diagnostics} <= {"likely-text"}
