"""Tables and global tables, and what they do to the Materialized that they are given."""

import pytest

from tests.engine.analyzing import analysis_of
from topoviz.engine.topology.internal_topics import changelog_topics

TWO_BUILDERS = """
Materialized<String, String, KeyValueStore<Bytes, byte[]>> prices = Materialized.as("prices");
StreamsBuilder one = new StreamsBuilder();
one.globalTable("prices", Consumed.with(Serdes.String(), Serdes.String()), prices);
StreamsBuilder two = new StreamsBuilder();
two.table("prices", prices).toStream().to("out");
"""


@pytest.mark.parametrize(("version", "changelogs"), [("3.9.2", 1), ("4.1.0", 0)])
def test_a_global_table_switches_off_the_logging_of_its_materialized(version: str, changelogs: int):
    _, second = analysis_of(TWO_BUILDERS, version=version).topologies

    assert len(changelog_topics(second.topology)) == changelogs
