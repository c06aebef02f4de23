"""What numbers, letters and places come to, and where the engine says that it does not know."""

import pytest

from tests.engine.analyzing import analysis_of, topics_read
from topoviz.engine.dsl.arithmetic import cast_to, combined, narrowed, negated
from topoviz.engine.dsl.numbers import CHARACTER, LONG, double_text, float_text
from topoviz.engine.dsl.values import Constant, Unknown, text_of


def certain_topics(*lines: str) -> list[str]:
    """The topics of a program, of which the engine is sure."""
    analysis = analysis_of("\n".join(lines))
    assert not analysis.is_unsure, analysis.diagnostics
    return topics_read(analysis)


@pytest.mark.parametrize(
    ("before", "expression", "text"),
    [
        ("int x = 1; x += x++;", '"t" + x', "t2"),
        ("int[] a = {1, 2}; int i = 0; a[i++]++;", '"t" + a[0] + a[1] + i', "t221"),
        ("int[] a = {1, 2}; int i = 0; a[i++] += i;", '"t" + a[0] + a[1] + i', "t221"),
        ('String[] a = {"a", "b"}; int i = 0; a[i++] = "z" + i;', "a[0] + a[1] + i", "z1b1"),
        ("char c = 'a'; c++; c += 1;", '"t" + c', "tc"),
        ("char c = 'a';", '"t" + (c + 1) + c', "t98a"),
        ("char c = 'b';", '"t" + (c > 97) + (c == 98)', "ttruetrue"),
        ("", "\"t\" + (int) 3.7 + (long) -2.9 + (int) 'a'", "t3-297"),
        ("", '"t" + (char) 98 + (byte) 200 + (double) 1', "tb-561.0"),
        ("", '"t" + (true ? 1 : 2.0) + (false ? 0.5 : 2)', "t1.02.0"),
        ("", '"t" + 2147483647L * 2', "t4294967294"),
        ("", '"t" + (1L + 2147483647)', "t2147483648"),
        ("", '"t" + -2147483648', "t-2147483648"),
        ("", '"t" + (6 & 3) + (6 | 1) + (6 ^ 3) + (1 << 4) + (-8 >> 1)', "t27516-4"),
        ("", '"t" + ("a" == "a") + (1 == 1) + (1 == 2)', "ttruetruefalse"),
        ("char c = 'q';", '"t" + (true ? \'a\' : c) + (true ? c : "a".charAt(0))', "taq"),
        ("", '"t" + (~5) + ~0L + (17 >>> 2)', "t-6-14"),
        ("", '"t" + "abc".charAt(1) + "abc".indexOf("c")', "tb2"),
    ],
)
def test_java_reckons_so(before: str, expression: str, text: str):
    assert certain_topics(before, f"builder.stream({expression});") == [text]


@pytest.mark.parametrize(
    ("before", "expression"),
    [
        ("int x = 2147483647; x++;", '"t" + x'),
        ("", '"t" + 2147483647 * 3'),
        ("int x = 5; x += 3.7;", '"t" + x'),
        ("Integer a = 1000, b = 1000;", '"t" + (a == b)'),
        ('String a = new String("x"); String b = "x";', '"t" + (a == b)'),
        ("", "\"t\" + (true ? 1 : 'a')"),
        ("double d = half();", '"t" + (true ? 1 : d)'),
        ("", '"t" + (0.1f + 0.2f)'),
        ("int n = count();", '"t" + (n == n)'),
        ('String[] a = {"a", "b"}; a[which()] = "z";', "a[0]"),
        ("int zero = 0;", "\"t\" + (true ? 'a' : zero)"),
        ("char c = 'q'; int zero = 0;", '"t" + (true ? c : zero)'),
        ("double[] all = {1.5}; for (double d : all)", '"t" + (true ? 1 : d)'),
    ],
)
def test_what_the_text_does_not_determine_is_unsure(before: str, expression: str):
    assert analysis_of(f"{before}\nbuilder.stream({expression});").is_unsure


def test_an_element_set_at_an_unknown_place_leaves_the_length_known():
    assert certain_topics('String[] a = {"a", "b"};', 'a[which()] = "z";', 'builder.stream("t" + a.length);') == ["t2"]


def test_an_element_of_a_list_that_is_not_known_to_the_end_is_not_known():
    lines = 'List<String> l = new ArrayList<>(others());\nl.add("a");\nbuilder.stream(l.get(0));'
    assert analysis_of(lines).is_unsure


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.0, "0.0"),
        (-0.0, "-0.0"),
        (100.0, "100.0"),
        (0.001, "0.001"),
        (9999999.0, "9999999.0"),
        (1e7, "1.0E7"),
        (-1.25e-4, "-1.25E-4"),
        (1.5e300, "1.5E300"),
        (float("inf"), None),
    ],
)
def test_a_double_prints_as_in_java(value: float, text: str | None):
    assert double_text(value) == text


def test_a_float_is_shown_only_when_its_digits_are_the_same():
    assert float_text(0.1) == "0.1"
    assert float_text(0.123456789) is None


def test_a_long_may_grow_where_an_int_would_wrap_round():
    most = Constant(2**31 - 1)

    assert combined("+", most, Constant(1)) is None
    assert combined("+", Constant(2**31 - 1, LONG), Constant(1)) == Constant(2**31)
    assert combined("*", Constant(2**62, LONG), Constant(4)) is None
    assert negated(Constant(-(2**31))) is None


def test_a_letter_keeps_its_type_when_it_is_counted_up():
    letter = Constant("a", CHARACTER)
    sum_ = combined("+", letter, Constant(1))

    assert sum_ == Constant(98)
    assert narrowed(letter, Constant(98)) == Constant("b")
    assert text_of(letter) == "a"


def test_a_cast_leaves_strings_and_unknown_types_alone():
    assert cast_to("String", Constant("x")) == Constant("x")
    assert cast_to("int", Constant(2.0**40)) == Constant(2**31 - 1)
    assert cast_to("char", Constant(0xD800)) is None
    assert narrowed(Constant(1), Unknown("n", "")) == Unknown("n", "")
