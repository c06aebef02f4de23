"""Every public method of the DSL is called by a program that the engine is held against."""

import pytest

from tests.oracle.calls import called_at
from tests.oracle.coverage import methods_at, uncalled_methods
from tests.oracle.programs import find_programs
from tests.oracle.versions import DEFAULT_VERSIONS

# After a change of the programs, `python -m tests.oracle calls` writes the lists anew.


def test_every_method_is_called_at_every_version_that_has_it() -> None:
    assert uncalled_methods() == {}


@pytest.mark.parametrize("version", DEFAULT_VERSIONS)
def test_what_is_called_exists_and_the_program_that_calls_it_too(version: str) -> None:
    programs = {program.path for program in find_programs() if program.exists_at(version)}

    assert called_at(version).keys() <= methods_at(version)
    assert set(called_at(version).values()) <= programs
