"""Refusals of arguments and settings: windows, times, sizes, serdes, suppliers, names, null."""

from __future__ import annotations

from typing import Final

from topoviz.engine.explanations.refusal_meaning import RefusalMeaning
from topoviz.engine.refusal import Why

REFUSED_ARGUMENTS: Final = {
    Why.HALF_A_SERDE: RefusalMeaning(
        "A serde is made of a serializer and a deserializer, and one of them is null.",
        "Give both, even where only one of them is used.",
        "Serdes#serdeFrom",
    ),
    Why.CLASS_WITHOUT_SERDE: RefusalMeaning(
        "Kafka has serdes for a few of Java's own classes only, and is asked for that of another class.",
        "Give a serializer and a deserializer: Serdes.serdeFrom(serializer, deserializer).",
        "Serdes#serdeFrom",
    ),
    Why.DIFFERENT_PARTITION_COUNTS: RefusalMeaning(
        "Streams are joined or aggregated together, and the program gives their repartition topics different "
        "partition counts.",
        "Give all of them the same count in Repartitioned, or give a count to one of them alone.",
        "InternalTopologyBuilder#validateCopartition, KIP-221",
    ),
    Why.OVERLAPPING_PATTERNS: RefusalMeaning(
        "One pattern with an offset reset policy is part of another pattern, as a text.",
        "Write the patterns so that neither contains the other.",
        "InternalTopologyBuilder#addSource",
    ),
    Why.GRACE_WITHOUT_VERSIONS: RefusalMeaning(
        "A join with a grace period looks up what the table had at the record's time, and this table keeps only the "
        "last value of each key.",
        "Give the table a Materialized of Stores.persistentVersionedKeyValueStore(), or leave the grace period out.",
        "KStreamImpl#doStreamTableJoin, KIP-923",
    ),
    Why.GRACE_PAST_HISTORY: RefusalMeaning(
        "The join waits longer for late records than the table keeps old values.",
        "Let the table's versioned store keep its history at least as long as the grace period.",
        "StreamTableJoinNode, KIP-923",
    ),
    Why.VERSIONED_STORE_WITH_CACHE: RefusalMeaning(
        "A versioned store keeps every value with its time, and a cache would let older ones go.",
        "Leave withCachingEnabled() out.",
        "VersionedKeyValueStoreBuilder, KIP-889",
    ),
    Why.VERSIONED_GLOBAL_TABLE: RefusalMeaning(
        "A global table keeps the last value of each key and nothing older.",
        "Give it a Materialized of another store.",
        "InternalStreamsBuilder#globalTable, KIP-889",
    ),
    Why.GLOBAL_TABLE_WITHOUT_STORE: RefusalMeaning(
        "The table's Materialized names no store, so that since 4.0 no store comes with its processor.",
        "Name the store by Materialized.as(), or leave the Materialized out.",
        "InternalTopologyBuilder#addGlobalStore, KIP-1112",
    ),
    Why.RETENTION_TOO_SHORT: RefusalMeaning(
        "The store would forget windows that still take records. Where a message names an operator instead of the "
        "store, the store of the aggregation after it is meant.",
        "Keep the store at least as long as the windows and their grace period; windows made by of() or with() have "
        "24 hours of grace unless grace() says otherwise.",
        "WindowStoreMaterializer, SessionStoreMaterializer, Stores",
    ),
    Why.JOIN_STORE_DIFFERS: RefusalMeaning(
        "The store that StreamJoined supplies has another size or retention than the windows of the join.",
        "Make it with a window size of before and after together, and with that size plus the grace period as its "
        "retention.",
        "KStreamImplJoin#assertWindowSettings, KIP-479",
    ),
    Why.JOIN_STORE_DROPS_DUPLICATES: RefusalMeaning(
        "A join must keep all records of one key and time, and the store supplied keeps only the last.",
        "Pass true as the last argument when the store supplier is made.",
        "KStreamImplJoin#assertWindowSettings, KIP-479",
    ),
    Why.FINAL_GRACE: RefusalMeaning(
        "These windows got their grace period, or none, when they were made.",
        "Leave grace() out and say the grace period where the windows are made.",
        "KIP-633",
    ),
    Why.NO_WINDOWS_OF_A_JOIN: RefusalMeaning(
        "The windows of a join lie around each record, so no time has windows of its own.",
        "Leave windowsFor() out.",
        "JoinWindows#windowsFor",
    ),
    Why.FOREIGN_KEY_SERDES: RefusalMeaning(
        "This version joins on a foreign key only tables whose serdes the program gives.",
        "Give the serdes of key and value to both tables, in Consumed or Materialized, or use 2.4.1 or later.",
        "KTableImpl#doJoinOnForeignKey, KAFKA-9500",
    ),
    Why.CLOSED_COGROUP: RefusalMeaning(
        "The table of a cogroup cannot be asked for its values here, as joins, groupBy() and suppress() must.",
        "Write the table to a topic and read it again with table(), or use 2.8.0 or later.",
        "KAFKA-10417",
    ),
    Why.UNLIMITED_NEVER_CLOSE: RefusalMeaning(
        "Unlimited windows never close, so there would never be a result.",
        "Use EmitStrategy.onWindowUpdate(), or windows that end.",
        "TimeWindowedKStreamImpl#emitStrategy, KIP-825",
    ),
    Why.STORE_TYPE_BESIDE_SUPPLIER: RefusalMeaning(
        "The Materialized has a store supplier, which decides what kind of store it is.",
        "Remove withStoreType(), or the supplier.",
        "Materialized#withStoreType",
    ),
    Why.NO_SUCH_TIME: RefusalMeaning(
        "The time {name} is null, or longer than a long can hold in milliseconds.",
        "Give it a shorter Duration that is not null.",
        "ApiUtils#validateMillisecondDuration",
    ),
    Why.ILLEGAL_SIZE: RefusalMeaning(
        "A time or size of windows or of a store is out of its range.",
        "Give one that the message allows.",
        "TimeWindows, SessionWindows, SlidingWindows, JoinWindows, Stores",
    ),
    Why.NO_FILE: RefusalMeaning(
        "print() is to write to a file without a name.",
        "Give Printed.toFile() the name of a file.",
        "Printed#toFile",
    ),
    Why.NULL_ARGUMENT: RefusalMeaning(
        "An argument is null where Kafka Streams wants a value.",
        "Pass a value, or call the overload without this argument.",
        "Objects#requireNonNull",
    ),
    Why.FIXED_LOG_SETTINGS: RefusalMeaning(
        "The map given to withLoggingEnabled() cannot be changed, and switching logging off clears it.",
        "Give it a map that can be changed, as in `new HashMap<>(settings)`, or do not switch logging off again.",
        "Materialized#withLoggingDisabled, AbstractStoreBuilder#withLoggingDisabled",
    ),
    Why.NO_WINDOWS: RefusalMeaning(
        "suppress() is to wait until windows close, but a way up from its table comes to a source without any windows.",
        "Aggregate by windows (windowedBy) above it, or use Suppressed.untilTimeLimit instead.",
        "GraphGraceSearchUtil#findAndVerifyWindowGrace, KIP-328",
    ),
    Why.OWN_SUPPRESSED: RefusalMeaning(
        "suppress() takes only what Suppressed itself makes.",
        "Use Suppressed.untilTimeLimit or Suppressed.untilWindowCloses.",
        "KTableImpl#suppress",
    ),
    Why.VERSIONED_SUPPRESSED: RefusalMeaning(
        "suppress() does not work on versioned tables, and its table is one or takes that over from tables above it.",
        "Leave suppress() out, or give the table, or one between it and suppress(), a store that is not versioned.",
        "KTableImpl#suppress, KIP-914",
    ),
    Why.NO_PREDICATE: RefusalMeaning(
        "A branch() call has no predicate.",
        "Give it one predicate for each branch.",
        "KStream#branch",
    ),
    Why.SHARED_SUPPLIER_OBJECT: RefusalMeaning(
        "The supplier gives the same object again and again; tasks would share its state.",
        "Make the object inside the supplier: () -> new MyProcessor().",
        "ApiUtils#checkSupplier, KAFKA-10036",
    ),
    Why.SAME_STORE_SUPPLIERS: RefusalMeaning(
        "The two sides of a join would keep their records in stores of one name.",
        "Give the two store suppliers different names.",
        "KStreamImplJoin#assertUniqueStoreNames",
    ),
    Why.ILLEGAL_NAME: RefusalMeaning(
        "Names of operators and state stores become parts of topic names, so Kafka's rules for topic names hold.",
        "Use letters, digits, dots, underscores and hyphens only, at most 249 of them.",
        "Named#validate",
    ),
    Why.SETTING_MISSING: RefusalMeaning(
        "A StreamsConfig is made of properties that lack {name}, without which no application can start.",
        "Set it before the StreamsConfig is made.",
        "org.apache.kafka.common.config.ConfigDef",
    ),
    Why.ILLEGAL_OPTIMIZATION: RefusalMeaning(
        "This version does not accept the value of topology.optimization.",
        "Use none or all; from 3.4 on also a list of reuse.ktable.source.topics, merge.repartition.topics and "
        "single.store.self.join.",
        "StreamsConfig#verifyTopologyOptimizationConfigs, KIP-862",
    ),
    Why.ILLEGAL_SETTING: RefusalMeaning(
        "A StreamsConfig does not accept the value of {name}, and no application starts with it.",
        "Give it a value of the kind that the message names.",
        "org.apache.kafka.common.config.ConfigDef",
    ),
    Why.SETTING_IS_NO_TEXT: RefusalMeaning(
        "Kafka Streams reads {name} as a string, and the properties hold a value of another class.",
        "Put it as a string, as StreamsConfig.OPTIMIZE is.",
        "StreamsConfig#verifyTopologyOptimizationConfigs",
    ),
}  # fmt: skip
