"""Every public method of the DSL is called by a program that the engine is held against, or stands in a list."""

import pytest

from tests.oracle.calls import called_at
from tests.oracle.coverage import listed_as_open, methods_at, open_methods, refused_methods
from tests.oracle.programs import find_programs
from tests.oracle.versions import DEFAULT_VERSIONS

# After a change of the programs, `python -m tests.oracle calls` writes both lists anew.


def test_what_no_program_calls_stands_in_the_list_and_nothing_else_does() -> None:
    assert listed_as_open() == open_methods()


@pytest.mark.parametrize("version", DEFAULT_VERSIONS)
def test_what_is_called_exists_and_the_program_that_calls_it_too(version: str) -> None:
    programs = {program.path for program in find_programs() if program.exists_at(version)}

    assert called_at(version).keys() <= methods_at(version)
    assert set(called_at(version).values()) <= programs


def test_what_is_refused_exists_somewhere() -> None:
    assert refused_methods().keys() <= set().union(*map(methods_at, DEFAULT_VERSIONS))
