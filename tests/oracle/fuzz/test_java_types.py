"""Types with variables, and what binds them."""

import pytest

from tests.oracle.fuzz.java_types import parse_type, parse_types, substitute, unify


def test_a_type_is_written_as_it_was_read() -> None:
    assert str(parse_type("KTable<Windowed<String>,Long>")) == "KTable<Windowed<String>, Long>"


def test_types_stand_between_commas() -> None:
    assert [str(one) for one in parse_types("K, Map<String,V>")] == ["K", "Map<String, V>"]
    assert parse_types("") == ()


@pytest.mark.parametrize("text", ["", "KStream<", "KStream<K", "K V"])
def test_what_is_no_type_is_not_read(text: str) -> None:
    with pytest.raises(ValueError, match=r"missing|not end|Not a type"):
        parse_type(text)


def test_a_pattern_binds_its_variables() -> None:
    bound = unify(parse_type("KTable<Windowed<K>,V>"), parse_type("KTable<Windowed<String>,Long>"), {})

    assert bound is not None
    assert str(substitute(parse_type("KStream<K,V>"), bound)) == "KStream<String, Long>"


@pytest.mark.parametrize("given", ["KStream<String,Long>", "KTable<Long,Long>", "KTable<String>"])
def test_a_pattern_does_not_fit_another_class_or_what_is_bound_already(given: str) -> None:
    bindings = {"K": parse_type("String")}

    assert unify(parse_type("KTable<K,V>"), parse_type(given), bindings) is None
