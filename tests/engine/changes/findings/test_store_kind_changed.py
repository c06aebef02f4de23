"""A store of another kind under the old name: whether it starts is a matter of the version and of how long keys are."""

import pytest

from tests.engine.changes.findings.stores import certain, found
from topoviz.engine.changes.finding import Level

KEYED = 'builder.stream("a", Consumed.with({0}, Serdes.String())).groupByKey().count(Materialized.as("n"));'
WINDOWED = KEYED.replace("groupByKey()", "groupByKey().windowedBy(TimeWindows.ofSizeWithNoGrace(d))")
SESSIONS = KEYED.replace("groupByKey()", "groupByKey().windowedBy(SessionWindows.ofInactivityGapWithNoGrace(d))")


def restored(key: str, new: str, before: str, now: str):
    old, new = KEYED.format(key), new.format(key)
    return found("restoring-fails", old, new, before=before, now=now)


@pytest.mark.parametrize("new", [WINDOWED, SESSIONS])
def test_keys_that_are_too_short_for_times_cannot_be_restored(new):
    finding = restored("Serdes.Long()", new, "4.3.1", "4.3.1")

    assert (finding.level, finding.is_unsure) == (Level.WILL_NOT_START, False)
    assert "Exception caught while trying to restore state" in finding.effect


def test_how_long_texts_are_is_not_known():
    finding = restored("Serdes.String()", WINDOWED, "4.3.1", "4.3.1")

    assert finding.rests_on == ("whether a key has less than 12 bytes",)


def test_an_upgrade_restores_too():
    assert not restored("Serdes.Long()", WINDOWED, "3.9.2", "4.3.1").is_unsure


def test_before_offsets_were_kept_in_stores_it_starts_empty():
    old, new = KEYED.format("Serdes.Long()"), WINDOWED.format("Serdes.Long()")

    assert restored("Serdes.Long()", WINDOWED, "3.9.2", "3.9.2") is None
    assert "it starts empty" in certain("store-kind-changed", old, new, before="3.9.2", now="3.9.2").effect


def test_windows_that_become_keys_are_read_as_such():
    old, new = WINDOWED.format("Serdes.Long()"), KEYED.format("Serdes.Long()")

    assert found("restoring-fails", old, new, before="4.3.1", now="4.3.1") is None
