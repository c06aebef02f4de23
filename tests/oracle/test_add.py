"""What adding a version writes and prints."""

import re
from pathlib import Path

from tests.oracle.add import equal_releases, table_line, with_release
from tests.oracle.versions import RECORDED_VERSIONS
from topoviz.engine.versions import RELEASES

PAGE = Path(__file__).parents[1] / "README.md"
TABLE = "# heading\n2.9.1 2.9.1\n2.10.1 2.10.1\n"


def test_a_release_is_put_at_its_place_once() -> None:
    once = with_release(TABLE, "2.10.0")

    assert once == "# heading\n2.9.1 2.9.1\n2.10.0 2.10.0\n2.10.1 2.10.1\n"
    assert with_release(once, "2.10.0") == once


def test_the_line_has_what_was_recorded_and_what_was_tried() -> None:
    fuzzed = "50 of 300 programs, 0 to look at\n3.9.2, seed 7: 300 programs, 299 identical\n"
    line = table_line("2.10.1", "2.10.1: 861 programs, 860 identical\n", fuzzed, f"{TABLE}2.10.2 2.10.1\n")

    assert line == "| 2.10.1 | 861 | 860 | 300 | 299 | 2.10.2 |"


def test_the_table_of_the_page_has_a_line_for_each_recorded_version() -> None:
    lines = re.findall(r"^\| (\d+\.\d+\.\d+) \|(?:[^|]*\|){4} ([^|]*)\|$", PAGE.read_text("utf-8"), re.MULTILINE)
    releases = RELEASES.read_text("utf-8")

    assert [(version, equal.strip()) for version, equal in lines] == [
        (version, ", ".join(equal_releases(version, releases))) for version in RECORDED_VERSIONS
    ]
