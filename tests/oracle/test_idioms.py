"""What people write in Java is shown by at least three programs that the real library was asked about."""

import re

import pytest

from tests.oracle.bundles.record import bundle_files, bundle_folders, bundle_name
from tests.oracle.programs import FIXTURES, find_programs

LEAST = 3


def read_idioms() -> dict[str, str]:
    lines = (FIXTURES / "idioms.txt").read_text(encoding="utf-8").splitlines()
    return dict(line.split(": ", 1) for line in lines if line and not line.startswith("#"))


def read_texts() -> dict[str, str]:
    """Each program's text, all files of a bundle together; every one of them is recorded."""
    programs = {program.key: program.text for program in find_programs() if program.language == "java"}
    bundles = {
        bundle_name(folder): "\n".join(file.read_text(encoding="utf-8") for file in bundle_files(folder))
        for folder in bundle_folders()
    }
    return programs | bundles


IDIOMS = read_idioms()
TEXTS = read_texts()


@pytest.mark.parametrize("idiom", IDIOMS)
def test_an_idiom_is_recorded_in_at_least_three_programs(idiom: str) -> None:
    found = [name for name, text in TEXTS.items() if re.search(IDIOMS[idiom], text)]

    assert len(found) >= LEAST, found
