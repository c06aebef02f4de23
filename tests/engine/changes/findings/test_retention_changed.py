"""Segments have other names when windows are kept for another time: whether that loses them is the version's."""

import pytest

from tests.engine.changes.findings.stores import JOINED, TABLE, WINDOWED, certain, found
from topoviz.engine.changes.finding import Level

SIZE = "TimeWindows.ofSizeWithNoGrace(Duration.ofMinutes(5))"
SHORT, LONG = (WINDOWED.format(SIZE, f".withRetention(Duration.ofDays({days}))") for days in (1, 3))


@pytest.mark.parametrize(
    ("before", "now", "level", "unsure"),
    [
        ("3.9.2", "3.9.2", Level.STATE_LOSS, False),
        ("4.3.1", "4.3.1", Level.NOTE, False),
        ("3.9.2", "4.3.1", Level.STATE_LOSS, False),
    ],
)
def test_windows_vanish_unless_offsets_lie_in_the_segments(before, now, level, unsure):
    finding = found("retention-changed", SHORT, LONG, before=before, now=now)

    assert (finding.level, finding.is_unsure) == (level, unsure)
    assert f"retention.ms={4 * 86_400_000}" in finding.way_out


def test_a_store_in_memory_loses_nothing_and_its_topic_keeps_the_old_time():
    lies = ".withStoreType(Materialized.StoreType.IN_MEMORY)"
    finding = certain(
        "retention-changed", SHORT.replace(".with", f"{lies}.with"), LONG.replace(".with", f"{lies}.with")
    )

    assert finding.level is Level.NOTE
    assert "shop-n-changelog" in finding.effect


def test_segments_of_the_least_length_keep_their_names():
    old, new = (JOINED.format(f"JoinWindows.ofTimeDifferenceWithNoGrace(Duration.ofSeconds({n}))") for n in (10, 20))

    assert certain("retention-changed", old, new).level is Level.NOTE


def test_without_a_changelog_nothing_brings_windows_back():
    old, new = (text.replace(".with", ".withLoggingDisabled().with", 1) for text in (SHORT, LONG))
    finding = certain("retention-changed", old, new, before="4.3.1", now="4.3.1")

    assert finding.level is Level.STATE_LOSS
    assert "another name" in finding.way_out


def test_a_version_alone_changes_how_long_windows_are_kept():
    text = WINDOWED.format("TimeWindows.of(Duration.ofMinutes(5)).grace(Duration.ZERO)", "")

    assert certain("retention-changed", text, text, before="2.8.2", now="3.9.2").sentence == (
        "The store `n` kept rows for 1 d and keeps them for 5 min now."
    )


def test_versions_of_rows_are_not_found_in_segments_of_another_length():
    supplier = 'Materialized.as(Stores.persistentVersionedKeyValueStore("t", Duration.ofDays({})))'
    old, new = (TABLE.format(supplier.format(days)) for days in (1, 2))
    finding = found("retention-changed", old, new)

    assert (finding.level, finding.is_unsure) == (Level.STATE_LOSS, True)


def test_what_is_not_known_on_one_side_is_no_finding():
    assert found("retention-changed", WINDOWED.format("TimeWindows.of(size)", ""), LONG) is None
