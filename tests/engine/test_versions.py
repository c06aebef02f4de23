"""Versions as people write them, and the table of what differs between them."""

import re

import pytest

from tests.engine.analyzing import behaviours
from tests.oracle.versions import DEFAULT_VERSIONS, RECORDED_VERSIONS
from topoviz.engine.versions import (
    BEHAVIOURS,
    EXACT_VERSIONS,
    FIRST_FOLLOWED,
    NEWEST_PATCH,
    KafkaVersion,
    UnknownVersion,
    last_before,
    newest_version,
    oldest_version,
    parse_version,
)


@pytest.mark.parametrize(
    ("text", "version"),
    [("3.9", "3.9.2"), ("2.3.1", "2.3.1"), ("2.3.0", "2.3.0"), (" 2.6 ", "2.6.3"), ("3.0", "3.0.2"), ("2.0", "2.0.1")],
)
def test_a_line_means_its_newest_patch(text: str, version: str):
    assert str(parse_version(text)) == version


@pytest.mark.parametrize(
    "text", ["", "3", "latest", "v3.9", "3.9.2-SNAPSHOT", "3.9.2.1", "3,9", "-3.9", "1.1", "2.9", "9.9"]
)
def test_anything_else_is_told_in_a_sentence(text: str):
    with pytest.raises(UnknownVersion, match=r"\.$"):
        parse_version(text)


def test_a_patch_that_was_never_released_is_named_with_the_newest():
    with pytest.raises(UnknownVersion, match=r"2\.3\.9 is not known here; the newest of its line is 2\.3\.1\."):
        parse_version("2.3.9")


def test_versions_are_ordered_as_numbers():
    assert KafkaVersion(2, 10, 0) > KafkaVersion(2, 9, 9)
    assert parse_version("4.3") == max(KafkaVersion(*line, patch) for line, patch in NEWEST_PATCH.items())


def test_what_is_taken_where_nothing_says_otherwise_is_recorded():
    assert str(newest_version()) in DEFAULT_VERSIONS


@pytest.mark.parametrize(
    ("first", "last"), [("4.0.0", "3.9.2"), ("3.0.0", "2.8.2"), ("2.2.1", "2.2.0"), ("1.0.0", str(oldest_version()))]
)
def test_before_a_change_is_the_release_before_it(first: str, last: str):
    assert str(last_before(first)) == last


@pytest.mark.parametrize(
    ("name", "without", "with_it"),
    [
        ("names_operators", "2.3.1", "2.4.0"),
        ("survives_two_merges", "2.4.0", "2.4.1"),
        ("names_repartition_nodes", "2.4.1", "2.5.0"),
        ("shares_join_repartition", "2.5.0", "2.5.1"),
        ("renames_copartition_sources", "2.6.0", "2.6.1"),
        ("merges_duplicate_sources", "2.7.2", "2.8.0"),
        ("names_pattern_sources", "2.8.0", "2.8.1"),
        ("forgets_logs_of_fixed_keys", "3.2.3", "3.3.0"),
        ("shows_processor_suppliers", "3.3.1", "3.3.2"),
        ("optimizes_by_list", "3.3.2", "3.4.0"),
        ("keeps_null_keys", "3.6.2", "3.7.0"),
        ("stores_come_with_processors", "3.9.2", "4.0.0"),
        ("checks_parents_alike", "4.0.2", "4.1.0"),
        ("searches_all_parents", "4.2.1", "4.3.0"),
    ],
)
def test_a_behaviour_begins_and_ends_with_a_release(name: str, without: str, with_it: str):
    assert not behaviours(without).has(name)
    assert behaviours(with_it).has(name)


def test_each_behaviour_has_a_name_of_its_own_and_says_where_it_was_decided():
    names = [behaviour.name for behaviour in BEHAVIOURS]

    assert len(names) == len(set(names))
    decided = re.compile(r"KIP-\d|KAFKA-\d|apache/kafka#\d|[A-Z]\w+#\w+")
    assert all(decided.match(behaviour.reference) for behaviour in BEHAVIOURS)
    assert all(behaviour.until is None or behaviour.since < behaviour.until for behaviour in BEHAVIOURS)


def test_an_unknown_behaviour_is_a_mistake_of_ours():
    with pytest.raises(KeyError):
        behaviours().has("flies")


@pytest.mark.parametrize("version", ["2.0.1", "2.1.1", "2.2.0"])
def test_what_is_read_of_dumps_alone_behaves_as_the_first_release_that_is_followed(version: str):
    old, first = behaviours(version), behaviours(str(FIRST_FOLLOWED))

    assert not old.is_exact
    assert [one.name for one in BEHAVIOURS if old.has(one.name) != first.has(one.name)] == []


def test_what_is_recorded_is_exact():
    assert set(RECORDED_VERSIONS) <= set(EXACT_VERSIONS)
    assert all(behaviours(version).is_exact for version in RECORDED_VERSIONS)
