"""How a simulation goes, in YAML or JSON; every part may be left out.

partitions: {orders: 4}                                          # unless counts are given beside it
settings: {commit.interval.ms: 100, num.stream.threads: 2}       # of Kafka Streams
costs: {turn: 50us, fetch: 2ms, commit: 5ms, produce: 5ms, fetched: 2_000, entry: 200}
nodes:
  KSTREAM-MAPVALUES-0000000002: {cost: 300us, passes: 0.5}         # half of the records go on
  KSTREAM-KEY-SELECT-0000000003: {key: value, commit.every: 100}   # the new key is the value; asks for commits
topics: {orders: {timestamps: partition-time}}                     # what its extractor does: fail, skip, …
punctuators: [{name: tick, sub-topology: 0, node: KSTREAM-PROCESSOR-0000000004, by: wall clock, every: 10s, cost: 1ms,
               times: 3}]                                          # cancels itself after so many calls
generate: [{topic: orders, rate: 500, for: 1m, keys: 1_000, skew: 1.1, disorder: 2s, behind: 0s,
            spans: [{from: 10s, to: 20s, times: 0}]}]
seed: 1
events:
- {at: 10s, slow: orders-0, by: 500ms, for: 5s}
- {at: 20s, kill: a, for: 10s}                                     # without `for`: for good
- {at: 30s, start: c, threads: 2}                                  # an instance that was not there
- {at: 40s, stop: b, for: 1m}                                      # closed in order
- {at: 50s, fence: a-1}                                            # a thread whose transactional ids others take
- {at: 55s, fail: a-1, in: record}                                 # a KafkaException; or in: punctuator
- {at: 60s, slow: transactions, by: 90s, for: 2m}                  # initTransactions and commits
start: true                                                        # else all instances run since before
restore: {records: 1_000_000, rate: 50_000, size: 200, of: client, stores: {counts: 10_000}}
look: {from: 10s, to: 12s, tasks: [0_0]}                           # events of single nodes
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from topoviz.engine.simulated.bad_configuration import BadConfiguration
from topoviz.engine.simulated.event_list import read_events
from topoviz.engine.simulated.fields import decimal, fields_of, items_of, micros_of, named, span_of, text_of, wanted
from topoviz.engine.simulated.restore_file import RestoreFile, read_restore
from topoviz.engine.simulation.nodes.settings import DEFAULT_MICROS, NodeSettings
from topoviz.engine.simulation.records.generating import Source, Span
from topoviz.engine.simulation.records.model import LONGEST_MS
from topoviz.engine.simulation.settings import Clock, Costs, Happening, Looked, Punctuator
from topoviz.engine.simulation.task.extractors import Extractor
from topoviz.engine.syntax.data_text import Data, Word
from topoviz.engine.syntax.data_values import read_document, single_value, whole_number
from topoviz.engine.tasks.reading_counts import MOST_PARTITIONS

_PARTS: Final = (
    "settings", "costs", "nodes", "topics", "punctuators", "generate", "seed", "events", "look", "start", "restore",
    "partitions",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class ConfigurationFile:
    """What a file says; names of nodes, topics and clients are not looked up yet, and have their lines."""

    settings: Mapping[str, Word] = field(default_factory=dict)
    costs: Costs = field(default_factory=Costs)
    nodes: Mapping[str, NodeSettings] = field(default_factory=dict)
    extractors: Mapping[str, Extractor] = field(default_factory=dict)
    punctuators: tuple[Punctuator, ...] = ()
    sources: tuple[Source, ...] = ()
    seed: int = 1
    happenings: tuple[Happening, ...] = ()
    looked: Looked | None = None
    lines: Mapping[str, int] = field(default_factory=dict)
    """Lines of nodes, topics, partitions and clients, by name."""
    says_costs: bool = False
    starts: bool = False
    restore: RestoreFile | None = None
    partitions: Mapping[str, int] = field(default_factory=dict)
    """Counts by topic, if the file has them, at the line `counts_line`."""
    counts_line: int | None = None


def read_configuration_file(text: str) -> ConfigurationFile:
    """Read a configuration; an empty text says nothing. Raises BadConfiguration with the line."""
    if not text.strip():
        return ConfigurationFile()
    data = read_document(text, BadConfiguration)
    parts = fields_of(data, "a simulation", _PARTS)
    lines: dict[str, int] = {}
    counts = parts.get("partitions")
    return ConfigurationFile(
        {name.text: single_value(name, value, BadConfiguration) for name, value in named(parts.get("settings"))},
        _costs(parts.get("costs")),
        {name.text: _node(name, value, lines) for name, value in named(parts.get("nodes"))},
        {name.text: _extractor(name, value, lines) for name, value in named(parts.get("topics"))},
        _punctuators(parts.get("punctuators"), lines),
        tuple(_source(one, lines) for one in items_of(parts.get("generate"), "topics to make records of")),
        1 if (seed := parts.get("seed")) is None else whole_number(seed, "a seed", 0, 2**62, BadConfiguration),
        read_events(parts.get("events"), lines),
        _look(parts.get("look")),
        lines,
        parts.get("costs") is not None or parts.get("nodes") is not None,
        _is_true(parts.get("start")),
        read_restore(parts.get("restore"), lines),
        _counts(counts),
        None if counts is None else counts.line,
    )


def _counts(data: Data | None) -> Mapping[str, int]:
    return {
        name.text: whole_number(value, "partitions", 1, MOST_PARTITIONS, BadConfiguration)
        for name, value in named(data)
    }


def _is_true(data: Data | None) -> bool:
    if data is not None and text_of(data) not in ("true", "false"):
        raise BadConfiguration(data.line, f"has start: {text_of(data)[:40]}; it is true or false.")
    return data is not None and text_of(data) == "true"


def _costs(data: Data | None) -> Costs:
    if data is None:
        return Costs()
    usual = Costs()
    fields = fields_of(data, "costs", ("turn", "fetch", "commit", "produce", "fetched", "entry"))
    turn, fetch, commit, produce = (
        micros_of(value) if (value := fields.get(name)) is not None else getattr(usual, name)
        for name in ("turn", "fetch", "commit", "produce")
    )
    fetched = fields.get("fetched")
    most = usual.fetched if fetched is None else whole_number(fetched, "records", 1, 10**9, BadConfiguration)
    entry = fields.get("entry")
    size = usual.entry if entry is None else whole_number(entry, "bytes", 1, 10**9, BadConfiguration)
    return Costs(turn, fetch, commit, produce, most, size)


def _node(name: Word, data: Data, lines: dict[str, int]) -> NodeSettings:
    lines[name.text] = name.line
    fields = fields_of(data, "a node", ("cost", "passes", "key", "commit.every"))
    cost, passes, key, commit = (fields.get(one) for one in ("cost", "passes", "key", "commit.every"))
    if key is not None and text_of(key) != "value":
        raise BadConfiguration(key.line, f"has key: {text_of(key)[:40]}; known is value: the new key is the value.")
    return NodeSettings(
        DEFAULT_MICROS if cost is None else micros_of(cost),
        1.0 if passes is None else decimal(passes, 0, 1_000),
        None if commit is None else whole_number(commit, "records", 1, 10**9, BadConfiguration),
        key is not None,
    )


def _extractor(name: Word, data: Data, lines: dict[str, int]) -> Extractor:
    lines[name.text] = name.line
    fields = fields_of(data, "a topic", ("timestamps",))
    stamps = wanted(fields, "timestamps")
    try:
        return Extractor(text_of(stamps))
    except ValueError:
        known = ", ".join(Extractor)
        raise BadConfiguration(stamps.line, f"has timestamps: {text_of(stamps)[:40]}; known are {known}.") from None


def _punctuators(data: Data | None, lines: dict[str, int]) -> tuple[Punctuator, ...]:
    found: list[Punctuator] = []
    for item in items_of(data, "punctuators"):
        fields = fields_of(item, "a punctuator", ("name", "sub-topology", "node", "by", "every", "times", "cost"))
        by, every, cost = wanted(fields, "by"), wanted(fields, "every"), fields.get("cost")
        name = text_of(wanted(fields, "name"))
        if text_of(by) not in tuple(Clock):
            raise BadConfiguration(by.line, f"has by: {text_of(by)[:40]}; known are {' and '.join(Clock)}.")
        if name in {one.name for one in found}:
            raise BadConfiguration(item.line, f"has two punctuators {name!r}.")
        length = span_of(every)
        if length < 1:
            raise BadConfiguration(every.line, "has an interval below 1 ms, which Kafka Streams refuses.")
        group = whole_number(wanted(fields, "sub-topology"), "a sub-topology", 0, 10**6, BadConfiguration)
        node, times = fields.get("node"), fields.get("times")
        if node is not None:
            lines[text_of(node)] = node.line
        found.append(
            Punctuator(
                name, group, Clock(text_of(by)), length, 100 if cost is None else micros_of(cost),
                None if node is None else text_of(node),
                None if times is None else whole_number(times, "calls", 1, 10**9, BadConfiguration),
            )
        )  # fmt: skip
    return tuple(found)


def _source(item: Data, lines: dict[str, int]) -> Source:
    known = ("topic", "rate", "for", "keys", "skew", "disorder", "behind", "spans")
    fields = fields_of(item, "a topic to make records of", known)
    topic = wanted(fields, "topic")
    lines[text_of(topic)] = topic.line
    keys, skew, disorder, behind = (fields.get(one) for one in ("keys", "skew", "disorder", "behind"))
    return Source(
        text_of(topic),
        decimal(wanted(fields, "rate"), 0.001, 10_000_000),
        span_of(wanted(fields, "for")),
        1_000 if keys is None else whole_number(keys, "keys", 1, 1_000_000, BadConfiguration),
        0.0 if skew is None else decimal(skew, 0, 10),
        0 if disorder is None else span_of(disorder),
        0 if behind is None else span_of(behind),
        tuple(_times(one) for one in items_of(fields.get("spans"), "spans of time")),
    )


def _times(item: Data) -> Span:
    fields = fields_of(item, "a span", ("from", "to", "times"))
    since, until = span_of(wanted(fields, "from")), span_of(wanted(fields, "to"))
    if until <= since:
        raise BadConfiguration(item.line, "has a span that ends before it begins.")
    return Span(since, until, decimal(wanted(fields, "times"), 0, 1_000))


def _look(data: Data | None) -> Looked | None:
    if data is None:
        return None
    fields = fields_of(data, "look", ("from", "to", "tasks"))
    since, until, tasks = (fields.get(one) for one in ("from", "to", "tasks"))
    return Looked(
        0 if since is None else span_of(since) * 1_000,
        LONGEST_MS * 1_000 if until is None else span_of(until) * 1_000,
        tuple(map(text_of, items_of(tasks, "tasks"))),
    )
