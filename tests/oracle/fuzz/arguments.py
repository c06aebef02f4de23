"""Plain arguments: functions, durations, serdes and whatever else an operator takes that is no object of the DSL.

None of the functions ever runs, so they only have to be of the right type.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from tests.oracle.fuzz.java_types import JavaType

if TYPE_CHECKING:
    from tests.oracle.fuzz.draft import Draft

Maker = Callable[["Draft", tuple[JavaType, ...]], str]

_MINUTES: Final = (1, 5, 10)


def plain(text: str) -> Maker:
    """Make the same text always."""
    return lambda draft, types: text


def one_of(*texts: str) -> Maker:
    """Make one of several texts."""
    return lambda draft, types: draft.random.choice(texts)


def typed(template: str) -> Maker:
    """Make a text with the types in it: `{0}` is the first, `{last}` the last."""
    return lambda draft, types: template.format(*types, last=types[-1])


def giving(parameters: str, *names: str) -> Maker:
    """Make a function whose result is of the last type."""
    return lambda draft, types: f"({parameters}) -> {some(types[-1], names)}"


def some(kind: JavaType, names: tuple[str, ...]) -> str:
    """Write a value of a type, out of what is there."""
    if kind.name == "String":
        return " + ".join(('""', *names))
    if kind.name != "Long":
        return "null"
    return f"(long) {names[-1]}.hashCode()" if names else "0L"


def pair(key: JavaType, value: JavaType) -> str:
    """Write a KeyValue."""
    return f"KeyValue.pair({some(key, ('v',))}, {some(value, ('k',))})"


def supplier(made: str, chance: float = 0.15) -> Maker:
    """Make a supplier of one of the program's own classes; it may bring a store along."""

    def make(draft: Draft, types: tuple[JavaType, ...]) -> str:
        whole = made.format(*types)
        if draft.is_since("2.6") and draft.random.random() < chance:
            store = draft.option(JavaType("StoreBuilder"), {})
            name, _, arguments = whole.partition("<")
            return f"new {name}Supplier<{arguments}({store})"
        return f"{whole}::new" if draft.random.random() < 0.3 else f"() -> new {whole}()"

    return make


def serde(what: str) -> Maker:
    """Make a serde, or one of its halves."""

    def make(draft: Draft, types: tuple[JavaType, ...]) -> str:
        kind = types[0].name
        if kind in ("String", "Long"):
            return f"Serdes.{kind}(){what}"
        return "null"

    return make


def join_sizes(windows: str) -> tuple[int, int]:
    """Work out the size and grace of join windows in milliseconds, from their text."""
    units = {"Millis": 1, "Seconds": 1_000, "Minutes": 60_000, "Hours": 3_600_000, "Days": 86_400_000}
    times = {"before": 0, "after": 0, "grace": 86_400_000}
    for method, arguments in re.findall(r"\.(\w+)\(((?:Duration\.\w+\(-?\d+\)(?:, )?)+)\)", windows):
        amounts = [int(amount) * units[unit] for unit, amount in re.findall(r"of(\w+)\((-?\d+)\)", arguments)]
        if method.startswith("of"):
            times["before"] = times["after"] = amounts[0]
            times["grace"] = amounts[1] if len(amounts) > 1 else 0 if "NoGrace" in method else times["grace"]
        else:
            times[method] = amounts[0]
    return times["before"] + times["after"], times["grace"]


def careless(maker: Maker, *texts: str) -> Maker:
    """Make one of several other texts, which do not fit, now and then in a careless program."""

    def make(draft: Draft, types: tuple[JavaType, ...]) -> str:
        is_other = draft.is_careless and draft.random.random() < 0.1
        return draft.random.choice(texts) if is_other else maker(draft, types)

    return make


def _size(draft: Draft, types: tuple[JavaType, ...]) -> str:
    return f"Duration.ofMinutes({draft.random.choice(_MINUTES)})"


def _source_topics(draft: Draft, types: tuple[JavaType, ...]) -> str:
    topics = [draft.name("SourceTopic") for _ in range(draft.random.randint(1, 4))]
    if len(topics) == 1 and draft.random.random() < 0.5:
        return f"Collections.singletonList({topics[0]})"
    return f"{draft.random.choice(('Arrays.asList', 'List.of'))}({', '.join(topics)})"


def _join_size(draft: Draft, types: tuple[JavaType, ...]) -> str:
    return f"Duration.ofMillis({join_sizes(draft.text_of('JoinWindows'))[0]})"


def _join_retention(draft: Draft, types: tuple[JavaType, ...]) -> str:
    off = 1 if draft.is_careless and draft.random.random() < 0.2 else 0
    return f"Duration.ofMillis({sum(join_sizes(draft.text_of('JoinWindows'))) + off})"


def _retention(draft: Draft, types: tuple[JavaType, ...]) -> str:
    return "Duration.ofMinutes(1)" if draft.is_careless and draft.random.random() < 0.3 else "Duration.ofDays(3)"


def _parent(draft: Draft, types: tuple[JavaType, ...]) -> str | None:
    kinds = ("SourceNode", "ProcessorNode", *(("SinkNode",) if draft.is_careless else ()))
    names = [value.name for value in draft.scope.values if value.type.name in kinds]
    return draft.random.choice(names) if names else None


def _partitioner(draft: Draft, types: tuple[JavaType, ...]) -> str:
    """Choose a partition; since 4.0 a partitioner gives a set of them (KIP-837)."""
    return f"(topic, k, v, partitions) -> {'Optional.of(Set.of(0))' if draft.is_since('4.0') else '0'}"


def _offset_reset(draft: Draft, types: tuple[JavaType, ...]) -> str:
    resets = ["Topology.AutoOffsetReset.EARLIEST", "Topology.AutoOffsetReset.LATEST"]
    if draft.is_since("4.0"):
        resets += ["AutoOffsetReset.earliest()", "AutoOffsetReset.latest()", "AutoOffsetReset.none()"]
        resets.append("AutoOffsetReset.byDuration(Duration.ofHours(1))")
    return draft.random.choice(resets)


def _branch_consumer(draft: Draft, types: tuple[JavaType, ...]) -> str:
    draft.made["consumer"] = "The map of branches will not have this one."
    return f'ks -> {draft.branch_chain(types)}.to("branched-{draft.number("consumer")}")'


LEAVES: Final[dict[str, Callable[..., str | None]]] = {
    "Predicate": one_of("(k, v) -> v != null", "(k, v) -> true"),
    "KeyMapper": giving("k, v", "k", "v"),
    "TextMapper": plain('(k, v) -> "" + k + v'),
    "PairMapper": lambda draft, types: f"(k, v) -> {pair(types[-2], types[-1])}",
    "PairsMapper": lambda draft, types: f"(k, v) -> Collections.singletonList({pair(types[-2], types[-1])})",
    "ValueMapper": giving("v", "v"),
    "ValueMapperWithKey": giving("k, v", "k", "v"),
    "ValuesMapper": lambda draft, types: f"v -> Collections.singletonList({some(types[-1], ('v',))})",
    "ValuesMapperWithKey": lambda draft, types: f"(k, v) -> Collections.singletonList({some(types[-1], ('k', 'v'))})",
    "Action": one_of("(k, v) -> System.out.println(k)", "(k, v) -> { }"),
    "Reducer": one_of("(one, other) -> one", "(one, other) -> other"),
    "Initializer": lambda draft, types: f"() -> {some(types[0], ())}",
    "Aggregator": plain("(k, v, all) -> all"),
    "Merger": plain("(k, one, other) -> one"),
    "Joiner": giving("v, w", "v", "w"),
    "JoinerWithKey": giving("k, v, w", "k", "v", "w"),
    "ForeignKey": giving("v", "v"),
    "ForeignKeyOfPair": giving("k, v", "k", "v"),
    "Serde": serde(""),
    "Serializer": serde(".serializer()"),
    "Deserializer": serde(".deserializer()"),
    "SourceTopics": _source_topics,
    "Pattern": lambda draft, types: f"Pattern.compile({draft.pattern()})",
    "TopicExtractor": one_of('(k, v, context) -> "out-" + k', '(k, v, context) -> "some"'),
    "Partitioner": _partitioner,
    "VoidPartitioner": _partitioner,
    "TimestampExtractor": one_of("(record, time) -> time", "new WallclockTimestampExtractor()"),
    "OffsetReset": _offset_reset,
    "Label": plain('"label"'),
    "LogConfig": plain("Collections.emptyMap()"),
    "DslStoreSuppliers": one_of(
        "Materialized.StoreType.IN_MEMORY", "Materialized.StoreType.ROCKS_DB"
    ),
    "Size": careless(_size, "Duration.ofMillis(0)", "Duration.ofMillis(-1)", "Duration.ofDays(5)"),
    "Advance": careless(plain("Duration.ofSeconds(30)"), "Duration.ZERO", "Duration.ofHours(3)"),
    "Grace": careless(
        one_of("Duration.ofSeconds(30)", "Duration.ofMinutes(2)", "Duration.ofHours(1)"),
        "Duration.ofMillis(0)", "Duration.ofMillis(-5)",
    ),
    "Millis": careless(one_of("60000L", "300000"), "0L", "-1L"),
    "LongMillis": plain("86400000L"),
    "Segments": careless(plain("3"), "1"),
    "Instant": careless(plain("Instant.ofEpochMilli(5)"), "Instant.ofEpochMilli(-5)"),
    "Retention": _retention,
    "JoinSize": _join_size,
    "JoinRetention": _join_retention,
    "Yes": plain("true"),
    "No": plain("false"),
    "Count": careless(one_of("10", "1000L"), "0", "-1"),
    "Entries": careless(plain("100"), "0", "-1"),
    "Partitions": careless(one_of("2", "4"), "0", "-1"),
    "Parent": _parent,
    "BranchFunction": lambda draft, types: f"ks -> {draft.branch_chain(types)}",
    "BranchConsumer": _branch_consumer,
    "OldProcessorSupplier": supplier("Watching<{0}, {1}>"),
    "ProcessorSupplier": supplier("Passing<{0}, {1}, {2}, {3}>"),
    "GlobalProcessorSupplier": supplier("Passing<{0}, {1}, Void, Void>", 0.03),
    "FixedKeyProcessorSupplier": supplier("Fixing<{0}, {1}, {2}>"),
    "TransformerSupplier": supplier("Transforming<{0}, {1}, KeyValue<{2}, {3}>>"),
    "FlatTransformerSupplier": supplier("Transforming<{0}, {1}, Iterable<KeyValue<{2}, {3}>>>"),
    "ValueTransformerSupplier": supplier("ValueTransforming<{0}, {1}>"),
    "KeyedTransformerSupplier": supplier("KeyedTransforming<{0}, {1}, {2}>"),
    "FlatValueTransformerSupplier": supplier("ValueTransforming<{0}, Iterable<{1}>>"),
    "FlatKeyedTransformerSupplier": supplier("KeyedTransforming<{0}, {1}, Iterable<{2}>>"),
}  # fmt: skip
"""Makers by the name that a parameter has in the table of productions."""
