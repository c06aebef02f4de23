"""Files of one's own, held against the library."""

from pathlib import Path

import pytest

from tests.oracle.languages import Failure
from tests.oracle.trying import Trial, find_files, report
from tests.oracle.verdict import Outcome, Verdict


def test_a_folder_gives_all_programs_below_it_with_what_their_headings_say(tmp_path: Path) -> None:
    (tmp_path / "shop").mkdir()
    (tmp_path / "shop" / "orders.java").write_text('// since: 2.4\nbuilder.stream("orders");\n')
    (tmp_path / "shop" / "orders.kt").write_text('builder.stream<String, String>("orders")\n')
    (tmp_path / "shop" / "notes.txt").write_text("no program\n")

    java, kotlin = find_files([tmp_path])

    assert (java.key, java.title, java.since) == ("shop/orders", "orders", "2.4")
    assert kotlin.key == "kotlin/shop/orders"


def test_a_file_in_an_unknown_language_is_told_of(tmp_path: Path) -> None:
    file = tmp_path / "orders.py"
    file.write_text("pass\n")

    with pytest.raises(ValueError, match=r"ends in none of \.java, \.kt"):
        find_files([file])


def test_the_report_counts_the_outcomes_and_names_what_is_not_good() -> None:
    verdicts = {"a/good": Verdict(Outcome.IDENTICAL), "a/bad": Verdict(Outcome.CRASHED, words="KeyError: 1")}

    lines = report("3.9.2", Trial(verdicts, (Failure("a/no", "does not compile"),))).splitlines()

    assert lines == [
        "3.9.2 a/bad: the engine raised an exception KeyError: 1",
        "3.9.2 a/no: no answer: does not compile",
        "3.9.2: 2 programs, 1 identical, 1 the engine raised an exception; 1 no answer",
    ]
