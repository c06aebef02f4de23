"""What a program says of its stores is kept with them, by the defaults of each version; nothing is guessed."""

from dataclasses import asdict

import pytest

from tests.engine.analyzing import topology_of

DAY, MINUTE = 86_400_000, 60_000
WINDOWED = 'builder.stream("a").groupByKey().windowedBy({}).count({});'
TABLE = 'builder.table("a", {});'
COUNTED = 'builder.stream("a").groupByKey().count({});'
JOINED = 'builder.stream("a").join(builder.stream("b"), j, {});'
SUPPLIED = "StoreBuilder<?> made = {}; builder.addStateStore(made); {}"
SUPPRESSED = 'builder.table("a").suppress(Suppressed.untilTimeLimit(Duration.ofMinutes(5), {}));'


def stores_of(text, version="3.9.2"):
    body = f"StreamsBuilder builder = new StreamsBuilder();\n{text}\nbuilder.build();"
    topology = topology_of(f"class Shop {{ void build() {{ {body} }} }}", version=version).topology
    return list(topology.stores.values())


@pytest.mark.parametrize(
    ("windows", "materialized", "version", "size", "grace", "retention", "segment"),
    [
        ("TimeWindows.of(Duration.ofMinutes(5))", "", "3.9.2", 5 * MINUTE, DAY - 5 * MINUTE, DAY, DAY // 2),
        ("TimeWindows.of(Duration.ofMinutes(5))", "", "2.8.2", 5 * MINUTE, DAY - 5 * MINUTE, DAY, DAY // 2),
        ("TimeWindows.of(Duration.ofMinutes(5)).grace(Duration.ZERO)", "", "2.8.2", 5 * MINUTE, 0, DAY, DAY // 2),
        ("TimeWindows.of(Duration.ofMinutes(5)).grace(Duration.ZERO)", "", "3.9.2", 5 * MINUTE, 0, 5 * MINUTE, 150_000),
        ("TimeWindows.of(MINUTES).until(DAYS)", "", "2.8.2", None, None, None, None),
        ("TimeWindows.ofSizeWithNoGrace(Duration.ofSeconds(10))", "", "4.3.1", 10_000, 0, 10_000, MINUTE),
        (
            "SlidingWindows.ofTimeDifferenceAndGrace(Duration.ofMinutes(2), Duration.ofMinutes(1))", "", "3.9.2",
            2 * MINUTE, MINUTE, 5 * MINUTE, 150_000,
        ),
        (
            "SessionWindows.ofInactivityGapAndGrace(Duration.ofMinutes(5), Duration.ofMinutes(1))",
            'Materialized.as("n").withRetention(Duration.ofDays(2))', "3.9.2", 5 * MINUTE, MINUTE, 2 * DAY, DAY,
        ),
        (
            "TimeWindows.ofSizeWithNoGrace(Duration.ofMinutes(5))",
            'Materialized.as(Stores.persistentWindowStore("n", Duration.ofDays(4), Duration.ofMinutes(5), false))',
            "3.9.2", 5 * MINUTE, 0, 4 * DAY, 2 * DAY,
        ),
        (
            "TimeWindows.ofSizeWithNoGrace(Duration.ofMinutes(5))", "Materialized.as(suppliers.windows())", "3.9.2",
            None, 0, None, None,
        ),
    ],
)  # fmt: skip
def test_a_windowed_store_has_the_times_of_its_version(windows, materialized, version, size, grace, retention, segment):
    (store,) = stores_of(WINDOWED.format(windows, materialized), version)

    told = store.settings
    assert (told.window_size, told.grace, told.retention, told.segment_interval) == (size, grace, retention, segment)


def test_a_join_keeps_records_as_long_as_its_windows_take_them():
    windows = "JoinWindows.ofTimeDifferenceAndGrace(Duration.ofMinutes(2), Duration.ofMinutes(1))"
    serdes = "StreamJoined.with(Serdes.String(), Serdes.Long(), new OrderSerde())"
    left, right = (asdict(store.settings) for store in stores_of(JOINED.format(f"{windows}, {serdes}")))

    assert (left["windows"], left["window_size"], left["retention"]) == ("join", 4 * MINUTE, 5 * MINUTE)
    assert (left["key_serde"], left["value_serde"], right["value_serde"]) == ("StringSerde", "LongSerde", "OrderSerde")
    assert (left["is_cached"], left["format"]) == (False, "plain")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (TABLE.format('Materialized.as("t")'), {"is_cached": True, "log_config": (), "format": "timestamped"}),
        (TABLE.format('Materialized.as("t").withCachingDisabled()'), {"is_cached": False}),
        (
            TABLE.format('Materialized.as("t").withLoggingEnabled(Map.of("retention.ms", "5"))'),
            {"log_config": (("retention.ms", "5"),)},
        ),
        (TABLE.format('Materialized.as("t").withLoggingEnabled(config.topics())'), {"log_config": None}),
        (TABLE.format('Materialized.as(Stores.persistentKeyValueStore("t"))'), {"format": "plain"}),
        (COUNTED.format("materialized"), {"is_cached": None, "log_config": None, "key_serde": None, "format": None}),
        (
            TABLE.format('Consumed.with(Serdes.String(), serdes.orders()), Materialized.as("t")'),
            {"key_serde": "StringSerde", "value_serde": "serdes.orders()?"},
        ),
        (
            'builder.table("a", Consumed.with(Serdes.String(), Serdes.Long())).filter(p, Materialized.as("kept"));',
            {"key_serde": "the default serde", "value_serde": "the default serde"},
        ),
        (
            TABLE.format("Consumed.with(Serdes.serdeFrom(Long.class), Serdes.serdeFrom(new Writer(), new Reader()))")
            + ' builder.stream("b").groupByKey(Grouped.valueSerde(Serdes.serdeFrom(made, made))).reduce(r);',
            {"key_serde": "the default serde", "value_serde": None},
        ),
        (
            TABLE.format(
                "Consumed.with(Serdes.serdeFrom(Long.class), Serdes.serdeFrom(new Writer(), new Reader())), "
                'Materialized.as("t")'
            ),
            {"key_serde": "LongSerde", "value_serde": "serdeFrom(Writer, Reader)"},
        ),
        (
            SUPPLIED.format(
                'Stores.keyValueStoreBuilder(Stores.persistentTimestampedKeyValueStore("k"), Serdes.String(), serde)',
                'made.withCachingEnabled(); builder.stream("a").process(supplier, "k");',
            ),
            {"key_serde": "StringSerde", "value_serde": "serde?", "is_cached": True, "format": "timestamped"},
        ),
        (
            WINDOWED.format("TimeWindows.ofSizeWithNoGrace(d)).emitStrategy(EmitStrategy.onWindowClose()", ""),
            {"format": "time-ordered", "value_serde": "LongSerde", "key_serde": "the default serde"},
        ),
        (
            SUPPRESSED.format("Suppressed.BufferConfig.maxRecords(100).withMaxBytes(limit)"),
            {
                "log_config": (),
                "suppression": {
                    "awaits_windows": False, "time_limit": 5 * MINUTE, "max_records": 100, "max_bytes": None,
                },
            },
        ),
    ],
)  # fmt: skip
def test_what_is_written_is_known_and_the_rest_is_not(text, expected):
    told = [asdict(store.settings) for store in stores_of(text)]

    assert expected in [{name: one[name] for name in expected} for one in told]


@pytest.mark.parametrize(
    ("given", "in_memory"),
    [
        ("Materialized.as(Materialized.StoreType.IN_MEMORY)", True),
        ('Materialized.as("t").withStoreType(Materialized.StoreType.ROCKS_DB)', False),
        ('Materialized.as("t").withStoreType(types.own())', None),
    ],
)
def test_a_kind_of_stores_says_where_they_lie(given, in_memory):
    (store,) = stores_of(COUNTED.format(given))

    assert store.is_in_memory is in_memory
    assert not store.settings.lies_by_default


def test_a_versioned_store_keeps_its_history_in_segments():
    supplier = 'Stores.persistentVersionedKeyValueStore("t", Duration.ofDays(1))'
    (store,) = stores_of(TABLE.format(f"Materialized.as({supplier})"))

    assert (store.history_retention, store.settings.segment_interval) == (DAY, DAY // 24)
    assert store.settings.is_cached is False


def test_records_without_a_partner_lie_in_lists():
    windows = "JoinWindows.ofTimeDifferenceWithNoGrace(Duration.ofMinutes(2))"
    stores = stores_of(JOINED.format(windows).replace(".join(", ".leftJoin("))

    assert [(store.kind.value, store.settings.format) for store in stores if "SHARED" in store.name] == [
        ("key-value", "plain")
    ]
