"""The lists of what random programs have called."""

import pytest

from tests.oracle.api import API
from tests.oracle.calls import read_called
from tests.oracle.coverage import methods_at
from tests.oracle.versions import DEFAULT_VERSIONS


@pytest.mark.parametrize("version", DEFAULT_VERSIONS)
def test_what_random_programs_call_exists_at_their_version(version: str) -> None:
    called = read_called(API / f"{version}.fuzzed.txt")

    assert called.keys() <= methods_at(version)
