"""Every overload that a version of Kafka Streams lacks, called at that version: the engine refuses it like a compiler.

For each line of the engine's table of methods a call is written, with arguments of the very types that it takes.
"""

import pytest

from tests.engine.analyzing import analysis_of, topology_of
from tests.oracle.api import DSL_CLASSES
from topoviz.engine.dsl.library.api import ApiMethod, all_methods
from topoviz.engine.refusal import Refusal
from topoviz.engine.versions import followed_releases, parse_version

SERDE = "Serdes.String()"
MINUTE = "Duration.ofMinutes(1)"

GROUPED = 'builder.<String, String>stream("in").groupByKey()'
COGROUPED = f"{GROUPED}.cogroup((k, v, a) -> a)"

RECEIVERS = {
    "StreamsBuilder": "builder",
    "Topology": 'new Topology().addSource("source", "end")',
    "KStream": 'builder.<String, String>stream("in")',
    "KTable": 'builder.<String, String>table("table")',
    "GlobalKTable": 'builder.<String, String>globalTable("global")',
    "KGroupedStream": GROUPED,
    "KGroupedTable": 'builder.<String, String>table("table").groupBy((k, v) -> KeyValue.pair(k, v))',
    "TimeWindowedKStream": f"{GROUPED}.windowedBy(UnlimitedWindows.of())",
    "SessionWindowedKStream": f"{GROUPED}.windowedBy(SESSIONS)",
    "BranchedKStream": 'builder.<String, String>stream("in").split()',
    "CogroupedKStream": COGROUPED,
    "TimeWindowedCogroupedKStream": f"{COGROUPED}.windowedBy(UnlimitedWindows.of())",
    "SessionWindowedCogroupedKStream": f"{COGROUPED}.windowedBy(SESSIONS)",
    "AutoOffsetReset": "AutoOffsetReset.earliest()",
    "Branched": 'Branched.as("branch")',
    "Consumed": f"Consumed.with({SERDE}, {SERDE})",
    "EmitStrategy": "EmitStrategy.onWindowClose()",
    "Grouped": f"Grouped.with({SERDE}, {SERDE})",
    "Joined": f"Joined.with({SERDE}, {SERDE}, {SERDE})",
    "Materialized": f"Materialized.with({SERDE}, {SERDE})",
    "Named": 'Named.as("name")',
    "Printed": "Printed.toSysOut()",
    "Produced": f"Produced.with({SERDE}, {SERDE})",
    "Repartitioned": 'Repartitioned.as("again")',
    "Serialized": f"Serialized.with({SERDE}, {SERDE})",
    "StreamJoined": f"StreamJoined.with({SERDE}, {SERDE}, {SERDE})",
    "Suppressed": f"Suppressed.untilTimeLimit({MINUTE}, Suppressed.BufferConfig.unbounded())",
    "Suppressed$BufferConfig": "Suppressed.BufferConfig.maxRecords(1)",
    "Suppressed$EagerBufferConfig": "Suppressed.BufferConfig.maxRecords(1)",
    "Suppressed$StrictBufferConfig": "Suppressed.BufferConfig.unbounded()",
    "TableJoined": 'TableJoined.as("joined")',
    "JoinWindows": "JOINED",
    "SessionWindows": "SESSIONS",
    "SlidingWindows": "SLIDING",
    "TimeWindows": "TIMES",
    "UnlimitedWindows": "UnlimitedWindows.of()",
    "Windows": "UnlimitedWindows.of()",
    "Stores": "Stores",
}
"""How the classes' objects are had; static methods are called on the class."""

ARGUMENTS = {
    "Aggregator": "(k, v, a) -> a",
    "AutoOffsetReset": RECEIVERS["AutoOffsetReset"],
    "BiFunction": "(k, v) -> k",
    "Branched": RECEIVERS["Branched"],
    "Collection": 'Arrays.asList("one", "two")',
    "Consumed": RECEIVERS["Consumed"],
    "Consumer": "s -> {}",
    "Deserializer": "new StringDeserializer()",
    "DslStoreSuppliers": "BuiltInDslStoreSuppliers.IN_MEMORY",
    "Duration": MINUTE,
    "EmitStrategy": RECEIVERS["EmitStrategy"],
    "ForeachAction": "(k, v) -> {}",
    "Function": "v -> v",
    "GlobalKTable": RECEIVERS["GlobalKTable"],
    "Grouped": RECEIVERS["Grouped"],
    "Initializer": '() -> ""',
    "Instant": "Instant.EPOCH",
    "JoinWindows": "JOINED",
    "Joined": RECEIVERS["Joined"],
    "KGroupedStream": 'builder.<String, String>stream("other").groupByKey()',
    "KStream": 'builder.<String, String>stream("other")',
    "KTable": 'builder.<String, String>table("other")',
    "KeyValueBytesStoreSupplier": 'Stores.persistentKeyValueStore("store")',
    "KeyValueMapper": "(k, v) -> k",
    "Map": "new HashMap<>()",
    "Materialized": RECEIVERS["Materialized"],
    "Materialized$StoreType": "Materialized.StoreType.IN_MEMORY",
    "Merger": "(k, a, b) -> a",
    "Named": RECEIVERS["Named"],
    "Pattern": 'Pattern.compile("in-.*")',
    "Predicate": "(k, v) -> true",
    "Printed": RECEIVERS["Printed"],
    "ProcessorSupplier": "() -> make()",
    "Produced": RECEIVERS["Produced"],
    "Properties": "config",
    "Reducer": "(a, b) -> a",
    "Repartitioned": RECEIVERS["Repartitioned"],
    "Serde": SERDE,
    "Serialized": RECEIVERS["Serialized"],
    "Serializer": "new StringSerializer()",
    "SessionBytesStoreSupplier": f'Stores.persistentSessionStore("store", {MINUTE})',
    "SessionWindows": "SESSIONS",
    "SlidingWindows": "SLIDING",
    "StoreBuilder": f'Stores.keyValueStoreBuilder(Stores.persistentKeyValueStore("store"), {SERDE}, {SERDE})',
    "StreamJoined": RECEIVERS["StreamJoined"],
    "StreamPartitioner": "(topic, k, v, n) -> 0",
    "String": '"text"',
    "String...": '"text"',
    "Suppressed": RECEIVERS["Suppressed"],
    "TableJoined": RECEIVERS["TableJoined"],
    "TimestampExtractor": "(record, time) -> 0",
    "TopicNameExtractor": '(k, v, context) -> "out"',
    "Topology$AutoOffsetReset": "Topology.AutoOffsetReset.EARLIEST",
    "TopologyConfig": "new TopologyConfig(config)",
    "TransformerSupplier": "() -> make()",
    "ValueJoiner": "(a, b) -> a",
    "ValueJoinerWithKey": "(k, a, b) -> a",
    "ValueMapper": "v -> v",
    "ValueMapperWithKey": "(k, v) -> v",
    "ValueTransformerSupplier": "() -> make()",
    "ValueTransformerWithKeySupplier": "() -> make()",
    "VersionedBytesStoreSupplier": f'Stores.persistentVersionedKeyValueStore("store", {MINUTE})',
    "WindowBytesStoreSupplier": f'Stores.persistentWindowStore("store", {MINUTE}, {MINUTE}, true)',
    "Windows": "UnlimitedWindows.of()",
    "api.FixedKeyProcessorSupplier": "() -> make()",
    "api.ProcessorSupplier": "() -> make()",
    "boolean": "true",
    "int": "1",
    "long": "1",
    "Predicate...": "(k, v) -> true",
}

WINDOWS = (
    ("JOINED", "3.1.0", f"JoinWindows.of({MINUTE})", f"JoinWindows.ofTimeDifferenceWithNoGrace({MINUTE})"),
    ("SESSIONS", "3.0.0", f"SessionWindows.with({MINUTE})", f"SessionWindows.ofInactivityGapWithNoGrace({MINUTE})"),
    ("SLIDING", "3.0.0", f"SlidingWindows.withTimeDifferenceAndGrace({MINUTE}, {MINUTE})",
     f"SlidingWindows.ofTimeDifferenceWithNoGrace({MINUTE})"),
    ("TIMES", "3.0.0", f"TimeWindows.of({MINUTE})", f"TimeWindows.ofSizeWithNoGrace({MINUTE})"),
)  # fmt: skip
"""How windows are made before a version, and from then on."""

RELEASES = followed_releases()
NOT_TOLD = {"DslStoreSuppliers", "Materialized$StoreType"}
"""Types whose objects the engine does not tell from others."""

METHODS = [method for method in all_methods() if method.owner in RECEIVERS and not NOT_TOLD & set(method.parameters)]
COME = [method for method in METHODS if method.since]
GONE = [method for method in METHODS if method.until]


def owners_of(methods: list[ApiMethod]) -> list[str]:
    """Give the classes that these belong to, each of which is a test."""
    return sorted({method.owner for method in methods})


def test_no_class_of_the_dsl_is_left_out():
    assert {name.rpartition(".")[2] for name in DSL_CLASSES} == RECEIVERS.keys()


@pytest.mark.parametrize("owner", owners_of(COME))
def test_what_has_not_come_yet_is_refused_with_the_version_that_brings_it(owner: str):
    for method in (one for one in COME if one.owner == owner):
        version = RELEASES[RELEASES.index(method.since) - 1]

        assert_refused(method, version, f" exists from Kafka Streams {method.since} on; {version} does not have it.")
        assert not is_refused_by_compiler(method, method.since), method


@pytest.mark.parametrize("owner", owners_of(GONE))
def test_what_is_gone_is_refused_with_the_version_that_removed_it(owner: str):
    for method in (one for one in GONE if one.owner == owner):
        last = RELEASES[RELEASES.index(method.until) - 1]

        words = f" was removed in Kafka Streams {method.until}; {method.until} does not have"
        assert_refused(method, method.until, words)
        assert not is_refused_by_compiler(method, last), method


def assert_refused(method: ApiMethod, version: str, words: str) -> None:
    refusal = refusal_of(method, version)
    if any(looks_like(method, other) and exists_at(other, version) for other in METHODS if other is not method):
        assert refusal is None or refusal.exception != "compiler", method
        return
    assert refusal is not None, program_of(method, version)
    assert refusal.exception == "compiler", refusal
    if exists_at_all(method.owner, version):
        assert words in str(refusal)


def is_refused_by_compiler(method: ApiMethod, version: str) -> bool:
    refusal = refusal_of(method, version)
    return refusal is not None and refusal.exception == "compiler"


def refusal_of(method: ApiMethod, version: str) -> Refusal | None:
    return topology_of(program_of(method, version), version=version).refusal


def program_of(method: ApiMethod, version: str) -> str:
    """A fragment that calls a method once."""
    arguments = [ARGUMENTS[parameter] for parameter in method.parameters]
    on = f"new {method.owner}" if method.method == "new" else f"{receiver_of(method)}.{method.method}"
    text = f"{on}({', '.join(arguments)});"
    for name, since, old, new in WINDOWS:
        text = text.replace(name, old if parse_version(version) < parse_version(since) else new)
    if method.owner == "Topology":
        return text if method.method != "new" else text.replace(";", '.addSource("source", "end");')
    return f'StreamsBuilder builder = new StreamsBuilder();\n{text}\nbuilder.<String, String>stream("end").to("out");'


def receiver_of(method: ApiMethod) -> str:
    return method.owner if method.is_static else RECEIVERS[method.owner]


def looks_like(method: ApiMethod, other: ApiMethod) -> bool:
    """Tell whether two methods take the same arguments, as far as those show their types."""
    plain = [[parameter.removeprefix("api.") for parameter in one.parameters] for one in (method, other)]
    return (method.owner, method.method) == (other.owner, other.method) and plain[0] == plain[1]


def exists_at(method: ApiMethod, version: str) -> bool:
    triple = parse_version(version)
    return (not method.since or parse_version(method.since) <= triple) and (
        not method.until or triple < parse_version(method.until)
    )


def exists_at_all(owner: str, version: str) -> bool:
    return any(exists_at(method, version) for method in METHODS if method.owner == owner)


@pytest.mark.parametrize(
    ("constant", "without", "with_it", "words"),
    [
        (
            "TOPOLOGY_OPTIMIZATION",
            "4.0.0",
            "3.9.2",
            "was removed in Kafka Streams 4.0.0",
        ),
        ("TOPOLOGY_OPTIMIZATION_CONFIG", "2.6.3", "2.7.0", "exists from Kafka Streams 2.7.0 on"),
        ("SINGLE_STORE_SELF_JOIN", "3.3.2", "3.4.0", "exists from Kafka Streams 3.4.0 on"),
    ],
)
def test_a_constant_that_a_version_lacks_is_refused(constant: str, without: str, with_it: str, words: str):
    program = f'builder.stream("in").to("out" + StreamsConfig.{constant});'

    assert words in str(topology_of(program, version=without).refusal)
    assert topology_of(program, version=with_it).refusal is None


def test_the_builders_of_before_kafka_2_0_are_told_to_be_removed():
    body = 'class P { void p() { new TopologyBuilder().addSource("s", "in"); } }'
    kafkas = topology_of(f"import org.apache.kafka.streams.processor.TopologyBuilder;\n{body}")

    assert "TopologyBuilder was removed in Kafka Streams 2.0.0" in str(kafkas.refusal)
    assert all(one.refusal is None for one in analysis_of(body).topologies)
