"""A store's builder goes on changing after the store was added."""

from tests.engine.analyzing import analysis_of, described
from topoviz.engine.topology.internal_topics import changelog_topics

PROGRAM = """
StoreBuilder<KeyValueStore<String, String>> seen = Stores.keyValueStoreBuilder(
    Stores.persistentKeyValueStore("seen"), Serdes.String(), Serdes.String());
builder.addStateStore(seen);
seen.{change};
builder.<String, String>stream("in").process(() -> make(), "seen");
"""


def test_logging_counts_as_it_is_switched_last():
    analysis = analysis_of(PROGRAM.format(change="withLoggingDisabled()"))
    (topology,) = analysis.topologies

    assert not analysis.is_unsure
    assert changelog_topics(topology.topology) == ()


def test_logging_that_may_be_switched_is_doubted():
    analysis = analysis_of(PROGRAM.replace("seen.{change};", "if (flag) seen.withLoggingDisabled();"))

    assert "(stores: [seen?])" in described(analysis)


def test_what_changes_nothing_is_not_doubted():
    analysis = analysis_of(PROGRAM.format(change="withLoggingEnabled(new HashMap<>())"))

    assert "(stores: [seen])" in described(analysis)
    assert not analysis.diagnostics
