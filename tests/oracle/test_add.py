"""What adding a version writes and prints."""

from tests.oracle.add import table_line, with_release

TABLE = "# heading\n2.9.1 2.9.1\n2.10.1 2.10.1\n"


def test_a_release_is_put_at_its_place_once() -> None:
    once = with_release(TABLE, "2.10.0")

    assert once == "# heading\n2.9.1 2.9.1\n2.10.0 2.10.0\n2.10.1 2.10.1\n"
    assert with_release(once, "2.10.0") == once


def test_the_line_has_what_was_recorded_and_what_was_tried() -> None:
    fuzzed = "50 of 300 programs, 0 to look at\n3.9.2, seed 7: 300 programs, 299 identical\n"

    assert table_line("3.9.2", "3.9.2: 861 programs, 860 identical\n", fuzzed) == (
        "| 3.9.2 | 861 | 860 | 300 | 299 | 3.9.1 |"
    )
