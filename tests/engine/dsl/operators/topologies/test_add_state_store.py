"""A store's builder goes on changing after the store was added."""

from tests.engine.analyzing import analysis_of, described

PROGRAM = """
StoreBuilder<KeyValueStore<String, String>> seen = Stores.keyValueStoreBuilder(
    Stores.persistentKeyValueStore("seen"), Serdes.String(), Serdes.String());
builder.addStateStore(seen);
seen.{change};
builder.<String, String>stream("in").process(() -> make(), "seen");
"""


def test_logging_that_is_switched_after_the_store_was_added_is_doubted():
    analysis = analysis_of(PROGRAM.format(change="withLoggingDisabled()"))

    assert "(stores: [seen?])" in described(analysis)
    assert "late-logging" in [diagnostic.code for diagnostic in analysis.diagnostics]


def test_what_changes_nothing_is_not_doubted():
    analysis = analysis_of(PROGRAM.format(change="withLoggingEnabled(new HashMap<>())"))

    assert "(stores: [seen])" in described(analysis)
    assert not analysis.diagnostics
