"""Finding Graphviz, with programs that are really run."""

import pytest

from topoviz.web.health import graphviz
from topoviz.web.health.part import State


@pytest.fixture
def no_library(monkeypatch):
    monkeypatch.setattr(graphviz, "library_version", lambda: None)


def test_dot_on_the_path_is_found(make_program, no_library):
    folder = make_program("dot", "dot - graphviz version 2.43.0 (0)")

    part = graphviz.graphviz_part({"PATH": str(folder)})

    assert (part.state, part.found) == (State.READY, "2.43.0")


def test_the_program_in_dot_goes_first(make_program):
    named = make_program("my-dot", "dot - graphviz version 12.1.0 (0)") / "my-dot"
    folder = make_program("dot", "dot - graphviz version 2.43.0 (0)")

    assert graphviz.graphviz_part({"DOT": str(named), "PATH": str(folder)}).found == "12.1.0"


def test_a_wrong_dot_is_trouble_even_when_there_is_another(make_program):
    folder = make_program("dot", "dot - graphviz version 2.43.0 (0)")

    part = graphviz.graphviz_part({"DOT": "/nowhere/dot", "PATH": str(folder)})

    assert part.state is State.TROUBLE
    assert "Correct DOT" in part.next_step


def test_a_dot_that_is_something_else_is_passed_over(make_program, no_library):
    folder = make_program("dot", "I draw dots")

    assert graphviz.graphviz_part({"PATH": str(folder)}).state is State.MISSING


def test_a_dot_that_fails_is_passed_over(make_program, no_library):
    folder = make_program("dot", "dot - graphviz version 2.43.0 (0)", code=1)

    assert graphviz.graphviz_part({"PATH": str(folder)}).state is State.MISSING


def test_the_library_of_pygraphviz_really_loads():
    part = graphviz.graphviz_part({"PATH": ""})

    assert part.state is State.READY
    assert part.found == graphviz.library_version()
    assert "pygraphviz" in part.sentence


def test_nothing_found_says_what_to_do(no_library):
    part = graphviz.graphviz_part({})

    assert part.state is State.MISSING
    assert "Install Graphviz" in part.next_step
