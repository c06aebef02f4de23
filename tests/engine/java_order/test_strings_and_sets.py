"""Java's hash order and tree order, held against what a JDK printed.

The facts lie in strings.txt, with the JDK on its first line; Strings.java beside it prints them.
"""

import json
from pathlib import Path

import pytest

from topoviz.engine.java_order.hash_sets import copied_capacity, copied_order, filled_order
from topoviz.engine.java_order.strings import compare_strings, string_hash, utf16_key, wrap_int
from topoviz.engine.java_order.tree_set import TreeSet

FACTS = (Path(__file__).parents[2] / "fixtures" / "java_order" / "strings.txt").read_text(encoding="utf-8")


def facts(kind: str) -> list[tuple[str, str]]:
    """What was given and what Java made of it."""
    lines = [line.removeprefix(f"{kind} ") for line in FACTS.splitlines() if line.startswith(f"{kind} ")]
    return [(given.strip(), result.strip()) for given, _, result in (line.rpartition("->") for line in lines)]


def test_there_are_facts_of_each_kind():
    assert FACTS.startswith("# JDK 17.")
    assert [len(facts(kind)) for kind in ("hash", "filled", "copied", "tree")] == [13, 43, 9, 60]


def test_a_string_has_javas_hash_code():
    for quoted, hash_code in facts("hash"):
        assert wrap_int(string_hash(json.loads(quoted))) == int(hash_code), quoted


def test_a_set_filled_one_by_one_is_walked_as_java_walks_it():
    for names, order in facts("filled"):
        assert filled_order(names.split()) == order.split(), names


def test_a_copied_set_is_walked_as_java_walks_it():
    for names, order in facts("copied"):
        copied = list(dict.fromkeys(copied_order(names.split(), 17)))

        assert copied == order.split(), names


def test_twelve_names_are_walked_differently_when_filled_and_when_copied():
    names = next(given.split() for given, _ in facts("copied") if len(given.split()) == 12)

    assert filled_order(names) != copied_order(names, 17)


@pytest.mark.parametrize(
    ("size", "jdk", "capacity"),
    [(0, 17, 16), (11, 17, 16), (12, 17, 32), (12, 19, 16), (13, 19, 32), (24, 17, 64), (24, 19, 32), (25, 21, 64)],
)
def test_a_copied_set_is_as_large_as_its_jdk_makes_it(size: int, jdk: int, capacity: int):
    assert copied_capacity(size, jdk) == capacity


def test_a_tree_whose_comparator_changes_stays_as_java_built_it():
    for steps, order in facts("tree"):
        assert tree_of(steps.split()) == order.split(), steps


def tree_of(steps: list[str]) -> list[str]:
    """Give what is in a tree after names were added to it, and got the sizes by which it compares them."""
    sizes: dict[str, int] = {}
    tree: TreeSet[str] = TreeSet(
        lambda one, other: sizes.get(other, 0) - sizes.get(one, 0) or compare_strings(one, other)
    )
    for step in steps:
        name, _, size = step.partition("=")
        if size:
            sizes[name] = int(size)
        else:
            tree.add(name)
    return tree.items()


def test_a_tree_with_a_steady_comparator_sorts_and_drops_what_is_equal():
    numbers = [index * 7919 % 307 for index in range(1000)]
    tree: TreeSet[int] = TreeSet(lambda one, other: one - other)
    for number in numbers:
        tree.add(number)

    assert tree.items() == sorted(set(numbers))


def test_strings_compare_by_utf_16_code_units():
    beyond, last_of_the_plane = "\U0001f600", "\uffff"

    assert beyond > last_of_the_plane
    assert compare_strings(beyond, last_of_the_plane) == -1
    assert sorted([last_of_the_plane, beyond], key=utf16_key) == [beyond, last_of_the_plane]
    assert compare_strings("a", "b") == -compare_strings("b", "a") == -1
    assert compare_strings("é", "é") == compare_strings("a", "a") == 0


@pytest.mark.parametrize(
    ("value", "wrapped"), [(0, 0), (2**31 - 1, 2**31 - 1), (2**31, -(2**31)), (2**32 + 5, 5), (-(2**31) - 1, 2**31 - 1)]
)
def test_numbers_wrap_round_as_ints_do(value: int, wrapped: int):
    assert wrap_int(value) == wrapped
