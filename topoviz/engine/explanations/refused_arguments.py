"""Messages about arguments: times and sizes of windows and stores, grace periods, partition counts, null."""

from __future__ import annotations

from typing import Final

from topoviz.engine.explanations.known_refusal import KnownRefusal

REFUSED_ARGUMENTS: Final = (
    KnownRefusal(
        "half-a-serde",
        r"(de)?serializer must not be null",
        "A serde is made of a serializer and a deserializer, and one of them is null.",
        "Give both, even where only one of them is used.",
        "Serdes#serdeFrom",
    ),
    KnownRefusal(
        "class-without-serde",
        r"Unknown class for built-in serializer\. .*",
        "Kafka has serdes for a few of Java's own classes only, and is asked for that of another class.",
        "Give a serializer and a deserializer: Serdes.serdeFrom(serializer, deserializer).",
        "Serdes#serdeFrom",
    ),
    KnownRefusal(
        "different-partition-counts",
        r"Invalid topology: Following topics do not have the same number of partitions: \[\{.*\}\]",
        "Streams are joined or aggregated together, and the program gives their repartition topics different "
        "partition counts.",
        "Give all of them the same count in Repartitioned, or give a count to one of them alone.",
        "InternalTopologyBuilder#validateCopartition, KIP-221",
    ),
    KnownRefusal(
        "overlapping-patterns",
        r"Invalid topology: Pattern .+ will overlap with another pattern .+ already been registered by another source",
        "One pattern with an offset reset policy is part of another pattern, as a text.",
        "Write the patterns so that neither contains the other, or use 2.8 or later, where this is no reason.",
        "InternalTopologyBuilder#addSource",
    ),
    KnownRefusal(
        "grace-without-versions",
        r"KTable must be versioned to use a grace period in a stream table join\.",
        "A join with a grace period looks up what the table had at the record's time, and this table keeps only the "
        "last value of each key.",
        "Give the table a Materialized of Stores.persistentVersionedKeyValueStore(), or leave the grace period out.",
        "KStreamImpl#doStreamTableJoin, KIP-923",
    ),
    KnownRefusal(
        "grace-past-history",
        r"History retention must be at least grace period\.",
        "The join waits longer for late records than the table keeps old values.",
        "Let the table's versioned store keep its history at least as long as the grace period.",
        "StreamTableJoinNode, KIP-923",
    ),
    KnownRefusal(
        "versioned-store-with-cache",
        r"Versioned stores do not support caching",
        "A versioned store keeps every value with its time, and a cache would let older ones go.",
        "Leave withCachingEnabled() out.",
        "VersionedKeyValueStoreBuilder, KIP-889",
    ),
    KnownRefusal(
        "versioned-global-table",
        r"Invalid topology: GlobalTables cannot be versioned\.",
        "A global table keeps the last value of each key and nothing older.",
        "Give it a Materialized of another store.",
        "InternalStreamsBuilder#globalTable, KIP-889",
    ),
    KnownRefusal(
        "global-table-without-store",
        r"Global stores must pass in suppliers with exactly one store but got 0",
        "The table's Materialized names no store, so that since 4.0 no store comes with its processor.",
        "Name the store by Materialized.as(), or leave the Materialized out.",
        "InternalTopologyBuilder#addGlobalStore, KIP-1112",
    ),
    KnownRefusal(
        "retention-too-short",
        r"The retention period of the (window|session) store (?P<name>.+) must be no smaller than .*",
        "The store would forget windows that still take records. Where a message names an operator instead of the "
        "store, the store of the aggregation behind it is meant.",
        "Keep the store at least as long as the windows and their grace period; windows made by of() or with() have "
        "24 hours of grace unless grace() says otherwise.",
        "WindowStoreMaterializer, SessionStoreMaterializer, Stores",
    ),
    KnownRefusal(
        "join-store-differs",
        r"Window settings mismatch\. .*",
        "The store that StreamJoined supplies has another size or retention than the windows of the join.",
        "Make it with a window size of before and after together, and with that size plus the grace period as its "
        "retention.",
        "KStreamImplJoin#assertWindowSettings, KIP-479",
    ),
    KnownRefusal(
        "join-store-drops-duplicates",
        r"The StoreSupplier must set retainDuplicates=true, found retainDuplicates=false",
        "A join must keep all records of one key and time, and the store supplied keeps only the last.",
        "Pass true as the last argument when the store supplier is made.",
        "KStreamImplJoin#assertWindowSettings, KIP-479",
    ),
    KnownRefusal(
        "final-grace",
        r"Cannot call grace\(\) after setting grace value via .*",
        "These windows got their grace period, or none, when they were made.",
        "Leave grace() out and say the grace period where the windows are made.",
        "KIP-633",
    ),
    KnownRefusal(
        "no-windows-of-a-join",
        r"windowsFor\(\) is not supported by JoinWindows\.",
        "The windows of a join lie around each record, so no time has windows of its own.",
        "Leave windowsFor() out.",
        "JoinWindows#windowsFor",
    ),
    KnownRefusal(
        "unlimited-never-close",
        r"ON_WINDOW_CLOSE emit strategy cannot be used for UnlimitedWindows",
        "Unlimited windows never close, so there would never be a result.",
        "Use EmitStrategy.onWindowUpdate(), or windows that end.",
        "TimeWindowedKStreamImpl#emitStrategy, KIP-825",
    ),
    KnownRefusal(
        "store-type-beside-supplier",
        r"Cannot set store type when store supplier is pre-configured\.",
        "The Materialized has a store supplier, which decides what kind of store it is.",
        "Leave out withStoreType(), or the supplier.",
        "Materialized#withStoreType",
    ),
    KnownRefusal(
        "no-such-time",
        r"Invalid value for parameter \"(?P<name>.+)\" \(value was: .*\)\. It (shouldn't be null|can't be converted to "
        r"milliseconds)\.",
        "The time {name} is null, or longer than a long can hold in milliseconds.",
        "Give it a shorter Duration that is not null.",
        "ApiUtils#validateMillisecondDuration",
    ),
    KnownRefusal(
        "illegal-size",
        r"(Gap time.*|Grace period|Window .*|Retention|historyRetention|retentionPeriod|windowSize|maxCacheSize|"
        r"segmentInterval|numSegments) (must not|must be|cannot be|should be) .*",
        "A time or size of windows or of a store is out of its range.",
        "Give one that the message allows.",
        "TimeWindows, SessionWindows, SlidingWindows, JoinWindows, Stores",
    ),
    KnownRefusal(
        "no-file",
        r"Invalid topology: filePath can't be an empty string",
        "print() is to write to a file without a name.",
        "Give Printed.toFile() the name of a file.",
        "Printed#toFile",
    ),
    KnownRefusal(
        "null-argument",
        r".+ (can't|cant'|cannot( not)?|must not) (be|contain|have) (a )?(null|`null`).*"
        r"|.*Cannot (read field|invoke) .+ is null",
        "An argument is null where Kafka Streams wants a value.",
        "Pass a value, or call the overload without this argument.",
        "Objects#requireNonNull",
    ),
)  # fmt: skip
"""In the order in which they are tried; narrower patterns come first."""
