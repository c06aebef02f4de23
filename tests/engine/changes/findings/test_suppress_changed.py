"""Limits of suppress() decide when results come, and touch no state."""

import pytest

from tests.engine.changes.findings.stores import certain
from topoviz.engine.changes.finding import Level

SUPPRESSED = 'builder.table("a").suppress(Suppressed.untilTimeLimit(Duration.ofMinutes({}), {}).withName("s"));'


@pytest.mark.parametrize(
    ("minutes", "buffer", "said"),
    [
        (10, "BufferConfig.unbounded()", "for 10 min, and before for 5 min"),
        (5, "BufferConfig.maxRecords(1000)", "at most 1,000 records, and before any number of"),
    ],
)
def test_a_buffer_holds_updates_back_otherwise(minutes, buffer, said):
    old = SUPPRESSED.format(5, "Suppressed.BufferConfig.unbounded()")
    finding = certain("suppress-changed", old, SUPPRESSED.format(minutes, f"Suppressed.{buffer}"))

    assert finding.level is Level.NOTE
    assert said in finding.sentence
