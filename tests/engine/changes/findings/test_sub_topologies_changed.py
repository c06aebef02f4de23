"""A sub-topology that keeps its number is said with what it reads and has otherwise."""

import pytest

from tests.engine.changes.findings.stores import COUNTED, certain

NAMED = COUNTED.format('Materialized.as("n")')


@pytest.mark.parametrize(
    ("new", "sentence", "effect"),
    [
        (COUNTED.format('Materialized.as("m")'), "has the store `m` in place of the store `n`.", "only the leader's"),
        (f'{NAMED} builder.stream("a").groupByKey().count(Materialized.as("m"));', "has the store `m` now.", "only"),
        (NAMED.replace('"a"', '"c"'), "reads `c` in place of `a`.", "join again for ever"),
    ],
)
def test_what_it_reads_and_has_is_named(new, sentence, effect):
    finding = certain("sub-topologies-changed", NAMED, new)

    assert finding.sentence == f"Sub-topology 0 {sentence}"
    assert effect in finding.effect
