"""A cache decides how many results there are, and touches no state."""

from tests.engine.changes.findings.stores import COUNTED, certain
from topoviz.engine.changes.finding import Level


def test_a_cache_that_is_switched_off_is_a_note():
    old, new = (COUNTED.format(f'Materialized.as("n"){more}') for more in ("", ".withCachingDisabled()"))
    finding = certain("caching-changed", old, new)

    assert (finding.level, finding.new) == (Level.NOTE, ("n",))
