"""Names as Kafka Streams makes them and allows them."""

import pytest

from topoviz.engine.logical.names import is_generated, numbered, numbered_store, why_illegal


def test_a_number_has_ten_digits():
    assert numbered("KSTREAM-MAP-", 7) == "KSTREAM-MAP-0000000007"
    assert numbered_store("KSTREAM-AGGREGATE-", 12) == "KSTREAM-AGGREGATE-STATE-STORE-0000000012"


@pytest.mark.parametrize("name", ["a", "A.b_c-9", "...", "-", "x" * 249])
def test_a_name_of_letters_digits_dots_dashes_and_underscores_is_legal(name: str):
    assert why_illegal(name) is None


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("", "Name is illegal, it can't be empty"),
        (".", 'Name cannot be "." or ".."'),
        ("..", 'Name cannot be "." or ".."'),
        ("x" * 250, f"Name is illegal, it can't be longer than 249 characters, name: {'x' * 250}"),
        ("a b", "contains a character other than ASCII alphanumerics"),
        ("a\n", "contains a character other than ASCII alphanumerics"),
        ("é", "contains a character other than ASCII alphanumerics"),
        ("٣", "contains a character other than ASCII alphanumerics"),
        ("a/b", "contains a character other than ASCII alphanumerics"),
    ],
)
def test_other_names_are_refused_in_kafkas_words(name: str, words: str):
    assert words in why_illegal(name)


@pytest.mark.parametrize(
    ("name", "is_kafkas_own"),
    [
        ("KSTREAM-MAP-0000000001", True),
        ("KSTREAM-AGGREGATE-STATE-STORE-0000000002", True),
        ("KSTREAM-0123456789", True),
        ("KTABLE-SOURCE-0000000001", False),
        ("KSTREAM-MAP-000000001", False),
        ("my-KSTREAM-MAP-0000000001", False),
        ("KSTREAM-MAP-0000000001-x", False),
    ],
)
def test_a_name_that_looks_generated_is_taken_for_one(name: str, is_kafkas_own: bool):
    assert is_generated(name) is is_kafkas_own
