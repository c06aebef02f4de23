"""Files on disk are brought into a new format, refused, or read as what they are not; a changelog fits all formats."""

import pytest

from tests.engine.changes.findings.stores import TABLE, certain, found
from topoviz.engine.changes.finding import Level

PLAIN = 'Materialized.as(Stores.persistentKeyValueStore("t"))'
TIMESTAMPED = 'Materialized.as("t")'
VERSIONED = 'Materialized.as(Stores.persistentVersionedKeyValueStore("t", Duration.ofDays(1)))'
IN_MEMORY = 'Materialized.as(Stores.inMemoryKeyValueStore("t"))'


@pytest.mark.parametrize(
    ("old", "new", "level", "words"),
    [
        (PLAIN, TIMESTAMPED, Level.NOTE, "going back is not possible"),
        (TIMESTAMPED, PLAIN, Level.WILL_NOT_START, "cannot be opened as a plain one"),
        (TIMESTAMPED, VERSIONED, Level.WILL_NOT_START, "cannot be opened as a versioned one"),
        (VERSIONED, TIMESTAMPED, Level.STATE_LOSS, "they mean nothing"),
        (TIMESTAMPED, IN_MEMORY, Level.NOTE, "come back that were deleted"),
    ],
)
def test_the_new_version_meets_the_files_of_the_old_one(old, new, level, words):
    finding = certain("store-format-changed", TABLE.format(old), TABLE.format(new))

    assert finding.level is level
    assert words in finding.effect
    assert level is Level.NOTE or "delete the directory `shop` below `state.dir`" in finding.way_out


def test_a_versioned_store_is_no_other_kind_of_changelog():
    assert found("store-kind-changed", TABLE.format(VERSIONED), TABLE.format(TIMESTAMPED)) is None


def test_what_was_not_run_is_not_certain():
    finding = found("store-format-changed", TABLE.format(PLAIN), TABLE.format(VERSIONED))

    assert (finding.level, finding.is_unsure) == (Level.STATE_LOSS, True)


def test_a_store_without_changelog_that_moves_into_memory_is_lost():
    old, new = (TABLE.format(f"{one}.withLoggingDisabled()") for one in (TIMESTAMPED, IN_MEMORY))

    assert certain("store-format-changed", old, new).level is Level.STATE_LOSS


@pytest.mark.parametrize(
    ("version", "words"),
    [
        ("3.9.2", "Column families not opened: keyValueWithTimestamp"),
        ("4.3.1", "cannot be opened as a regular key-value store"),
    ],
)
def test_a_version_refuses_files_in_its_own_words(version, words):
    finding = certain(
        "store-format-changed", TABLE.format(TIMESTAMPED), TABLE.format(PLAIN), before=version, now=version
    )

    assert words in finding.effect
