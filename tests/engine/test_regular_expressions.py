"""Regular expressions of a program: what Java 17 found with each, asked once, and what nobody waits for."""

import pytest

from topoviz.engine import regular_expressions


@pytest.mark.parametrize(
    ("text", "pattern", "is_match"),
    [
        ("orders-1", r"orders-\d+", True),
        ("Orders", "(?i)orders", True),
        ("a.b", r"(?<one>\w)\.\w", True),
        ("ab", "^a$|b", False),
        ("x" * 200 + "!", r"(\w+\.?)+-events", False),  # tried Java's way, this takes longer than the world is old
        ("x" * 200, "(x+x+)+y", False),
        ("a" * 40, "(?=a)" + "a?" * 40 + "b" + "a" * 40, None),  # nor is that tried, which RE2 does not have
        ("aa", "a++", None),
        ("aa", r"(a)\1", None),
        ("ab", "[a-c&&[^b]]+", None),
        ("a\nb", "a.b", None),
        ("é", r"\w", None),
    ],
)
def test_a_match_is_known_as_java_finds_it_or_not_at_all(text, pattern, is_match):
    assert regular_expressions.matches(text, pattern) is is_match


@pytest.mark.parametrize(
    ("text", "pattern", "replacement", "made"),
    [
        ("abc", "", "-", "-a-b-c-"),
        ("abxd", "x*", "-", "-a-b--d-"),
        ("_-.ab1", r"\b+?", "x", "x_x-.xab1x"),
        ("ordersPlaced", "(?<=[a-z])(?=[A-Z])", "-", "orders-Placed"),
        ("a-b", "(a)|(c)", "<$1$2>", "<a>-b"),
        ("ab", "((a)*b?)*", "<$2>", None),  # which of the ways counts is not the same everywhere
        ("ab", "a", "$2", None),
    ],
)
def test_what_matches_is_replaced_as_java_does(text, pattern, replacement, made):
    assert regular_expressions.replaced(text, pattern, replacement) == made


@pytest.mark.parametrize(
    ("text", "pattern", "limit", "parts"),
    [
        ("abc", "", 0, ["a", "b", "c"]),
        ("abc", "", -1, ["a", "b", "c", ""]),
        ("a1b22c", r"\d+", 2, ["a", "b22c"]),
        (",a,,", ",", 0, ["", "a"]),
        ("X", "$", -1, ["X", ""]),
        ("a, b\n c", r"[,\s]+", 0, ["a", "b", "c"]),
        ("", r"\s*,\s*", 0, [""]),
        (",,", "[,;]", 0, []),
        ("ordersPlaced", "(?=[A-Z])", 0, ["orders", "Placed"]),
    ],
)
def test_a_text_is_split_as_java_does(text, pattern, limit, parts):
    assert regular_expressions.split(text, pattern, limit) == parts


@pytest.mark.parametrize(
    "pattern", ["orders-.*", r"\p{Lower}+", "(?<name>a)", r"[\w-]+", "a{2,3}", "a++", r"\Qa", "[]a]", "(?i)a|b"]
)
def test_what_java_compiles_for_certain_is_what_it_compiles(pattern):
    """Java 17 compiles each of these but the last but two and one, of which nothing is said."""
    assert regular_expressions.is_compiled(pattern) is (pattern not in (r"\Qa", "[]a]"))


@pytest.mark.parametrize("pattern", ["a(b", "[a", "a{", "*a", r"\k<x>", "(?P<x>a)", "[b-a]", "a{3,2}", "\\"])
def test_what_java_refuses_is_never_taken_for_certain(pattern):
    assert not regular_expressions.is_compiled(pattern)
