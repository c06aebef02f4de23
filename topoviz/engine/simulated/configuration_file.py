"""How a simulation goes, in YAML or JSON; every part may be left out.

settings: {commit.interval.ms: 100, num.stream.threads: 2}       # of Kafka Streams
costs: {turn: 50us, fetch: 2ms, commit: 5ms, produce: 5ms, fetched: 2_000}
nodes:
  KSTREAM-MAPVALUES-0000000002: {cost: 300us, passes: 0.5}         # half of the records go on
  KSTREAM-KEY-SELECT-0000000003: {key: value, commit.every: 100}   # the new key is the value; asks for commits
topics: {orders: {timestamps: partition-time}}                     # what its extractor does: fail, skip, …
punctuators: [{name: tick, sub-topology: 0, by: wall clock, every: 10s, cost: 1ms}]
generate: [{topic: orders, rate: 500, for: 1m, keys: 1_000, skew: 1.1, disorder: 2s, behind: 0s,
            spans: [{from: 10s, to: 20s, times: 0}]}]
seed: 1
events:
- {at: 10s, slow: orders-0, by: 500ms, for: 5s}
- {at: 20s, kill: a, for: 10s}
look: {from: 10s, to: 12s, tasks: [0_0]}                           # events of single nodes
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from topoviz.engine.scenarios.durations import duration_text, parse_duration
from topoviz.engine.simulated.bad_configuration import BadConfiguration
from topoviz.engine.simulation.nodes.settings import DEFAULT_MICROS, NodeSettings
from topoviz.engine.simulation.records.generating import Source, Span
from topoviz.engine.simulation.records.model import LONGEST_MS
from topoviz.engine.simulation.settings import Clock, Costs, Kill, Looked, Punctuator, SlowBroker
from topoviz.engine.simulation.task.extractors import Extractor
from topoviz.engine.syntax.data_text import Data, Fields, Items, Word
from topoviz.engine.syntax.data_values import known_fields, read_document, single_value, wanted_value, whole_number

_PARTS: Final = (
    "settings", "costs", "nodes", "topics", "punctuators", "generate", "seed", "events", "look",
)  # fmt: skip
_MICROS: Final = re.compile(r"(\d{1,9})\s*(?:us|µs)", re.ASCII)
_LONGEST_COST: Final = 3_600_000_000
_MOST_PARTS: Final = 1_000


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
    happenings: tuple[SlowBroker | Kill, ...] = ()
    looked: Looked | None = None
    lines: Mapping[str, int] = field(default_factory=dict)
    """Lines of nodes, topics, partitions and clients, by name."""
    says_costs: bool = False


def read_configuration_file(text: str) -> ConfigurationFile:
    """Read a configuration; an empty text says nothing. Raises BadConfiguration with the line."""
    if not text.strip():
        return ConfigurationFile()
    data = read_document(text, BadConfiguration)
    parts = _fields(data, "a simulation", _PARTS)
    lines: dict[str, int] = {}
    return ConfigurationFile(
        {name.text: single_value(name, value, BadConfiguration) for name, value in _named(parts.get("settings"))},
        _costs(parts.get("costs")),
        {name.text: _node(name, value, lines) for name, value in _named(parts.get("nodes"))},
        {name.text: _extractor(name, value, lines) for name, value in _named(parts.get("topics"))},
        _punctuators(parts.get("punctuators")),
        tuple(_source(one, lines) for one in _items(parts.get("generate"), "topics to make records of")),
        1 if (seed := parts.get("seed")) is None else whole_number(seed, "a seed", 0, 2**62, BadConfiguration),
        _happenings(parts.get("events"), lines),
        _look(parts.get("look")),
        lines,
        parts.get("costs") is not None or parts.get("nodes") is not None,
    )


def _costs(data: Data | None) -> Costs:
    if data is None:
        return Costs()
    usual = Costs()
    fields = _fields(data, "costs", ("turn", "fetch", "commit", "produce", "fetched"))
    turn, fetch, commit, produce = (
        _micros(value) if (value := fields.get(name)) is not None else getattr(usual, name)
        for name in ("turn", "fetch", "commit", "produce")
    )
    fetched = fields.get("fetched")
    most = usual.fetched if fetched is None else whole_number(fetched, "records", 1, 10**9, BadConfiguration)
    return Costs(turn, fetch, commit, produce, most)


def _node(name: Word, data: Data, lines: dict[str, int]) -> NodeSettings:
    lines[name.text] = name.line
    fields = _fields(data, "a node", ("cost", "passes", "key", "commit.every"))
    cost, passes, key, commit = (fields.get(one) for one in ("cost", "passes", "key", "commit.every"))
    if key is not None and _text(key) != "value":
        raise BadConfiguration(key.line, f"has key: {_text(key)[:40]}; known is value: the new key is the value.")
    return NodeSettings(
        DEFAULT_MICROS if cost is None else _micros(cost),
        1.0 if passes is None else _decimal(passes, 0, 1_000),
        None if commit is None else whole_number(commit, "records", 1, 10**9, BadConfiguration),
        key is not None,
    )


def _extractor(name: Word, data: Data, lines: dict[str, int]) -> Extractor:
    lines[name.text] = name.line
    fields = _fields(data, "a topic", ("timestamps",))
    wanted = _wanted(fields, "timestamps")
    try:
        return Extractor(_text(wanted))
    except ValueError:
        known = ", ".join(Extractor)
        raise BadConfiguration(wanted.line, f"has timestamps: {_text(wanted)[:40]}; known are {known}.") from None


def _punctuators(data: Data | None) -> tuple[Punctuator, ...]:
    found: list[Punctuator] = []
    for item in _items(data, "punctuators"):
        fields = _fields(item, "a punctuator", ("name", "sub-topology", "by", "every", "cost"))
        by, every, cost = _wanted(fields, "by"), _wanted(fields, "every"), fields.get("cost")
        name = _text(_wanted(fields, "name"))
        if _text(by) not in tuple(Clock):
            raise BadConfiguration(by.line, f"has by: {_text(by)[:40]}; known are {' and '.join(Clock)}.")
        if name in {one.name for one in found}:
            raise BadConfiguration(item.line, f"has two punctuators {name!r}.")
        length = _span(every)
        if length < 1:
            raise BadConfiguration(every.line, "has an interval below 1 ms, which Kafka Streams refuses.")
        group = whole_number(_wanted(fields, "sub-topology"), "a sub-topology", 0, 10**6, BadConfiguration)
        found.append(Punctuator(name, group, Clock(_text(by)), length, 100 if cost is None else _micros(cost)))
    return tuple(found)


def _source(item: Data, lines: dict[str, int]) -> Source:
    known = ("topic", "rate", "for", "keys", "skew", "disorder", "behind", "spans")
    fields = _fields(item, "a topic to make records of", known)
    topic = _wanted(fields, "topic")
    lines[_text(topic)] = topic.line
    keys, skew, disorder, behind = (fields.get(one) for one in ("keys", "skew", "disorder", "behind"))
    return Source(
        _text(topic),
        _decimal(_wanted(fields, "rate"), 0.001, 10_000_000),
        _span(_wanted(fields, "for")),
        1_000 if keys is None else whole_number(keys, "keys", 1, 1_000_000, BadConfiguration),
        0.0 if skew is None else _decimal(skew, 0, 10),
        0 if disorder is None else _span(disorder),
        0 if behind is None else _span(behind),
        tuple(_times(one) for one in _items(fields.get("spans"), "spans of time")),
    )


def _times(item: Data) -> Span:
    fields = _fields(item, "a span", ("from", "to", "times"))
    since, until = _span(_wanted(fields, "from")), _span(_wanted(fields, "to"))
    if until <= since:
        raise BadConfiguration(item.line, "has a span that ends before it begins.")
    return Span(since, until, _decimal(_wanted(fields, "times"), 0, 1_000))


def _happenings(data: Data | None, lines: dict[str, int]) -> tuple[SlowBroker | Kill, ...]:
    items = _items(data, "events")
    found = tuple(_happening(one, lines) for one in items)
    gone: dict[str, int] = {}
    for one, item in sorted(zip(found, items, strict=True), key=lambda pair: pair[0].at):
        if isinstance(one, Kill):
            if one.at < gone.get(one.instance, 0):
                back = duration_text(gone[one.instance] // 1_000)
                raise BadConfiguration(item.line, f"kills {one.instance[:80]}, which is dead already until {back}.")
            gone[one.instance] = one.at + one.away
    return found


def _happening(item: Data, lines: dict[str, int]) -> SlowBroker | Kill:
    fields = _fields(item, "an event", ("at", "slow", "kill", "by", "for"))
    at, slow, kill = _span(_wanted(fields, "at")) * 1_000, fields.get("slow"), fields.get("kill")
    lasts = _span(_wanted(fields, "for")) * 1_000
    if (slow is None) == (kill is None):
        raise BadConfiguration(item.line, "has no event such as {at: 10s, kill: a, for: 30s}; known: kill, slow.")
    if kill is not None:
        lines[_text(kill)] = kill.line
        return Kill(at, _text(kill), lasts)
    assert slow is not None
    text = _text(slow)
    topic, dash, number = text.rpartition("-")
    if not dash or not (number.isascii() and number.isdigit()):
        raise BadConfiguration(slow.line, f"has {text[:80]!r} where a partition such as orders-0 is wanted.")
    lines[text] = slow.line
    return SlowBroker(at, (topic, int(number)), _micros(_wanted(fields, "by")), lasts)


def _look(data: Data | None) -> Looked | None:
    if data is None:
        return None
    fields = _fields(data, "look", ("from", "to", "tasks"))
    since, until, tasks = (fields.get(one) for one in ("from", "to", "tasks"))
    return Looked(
        0 if since is None else _span(since) * 1_000,
        LONGEST_MS * 1_000 if until is None else _span(until) * 1_000,
        tuple(map(_text, _items(tasks, "tasks"))),
    )


def _fields(data: Data, what: str, known: Sequence[str]) -> Fields:
    return known_fields(data, what, known, BadConfiguration)


def _named(data: Data | None) -> tuple[tuple[Word, Data], ...]:
    if data is None:
        return ()
    if not isinstance(data, Fields):
        raise BadConfiguration(data.line, "has no names with values where they are wanted.")
    return data.fields


def _items(data: Data | None, what: str) -> tuple[Data, ...]:
    if data is None:
        return ()
    if not isinstance(data, Items):
        raise BadConfiguration(data.line, f"has no list where {what} are wanted.")
    if len(data.items) > _MOST_PARTS:
        raise BadConfiguration(data.line, f"lists {len(data.items):,} {what}; {_MOST_PARTS:,} are the most here.")
    return data.items


def _wanted(fields: Fields, name: str) -> Data:
    return wanted_value(fields, name, BadConfiguration)


def _text(data: Data) -> str:
    if not isinstance(data, Word) or not data.text.strip():
        raise BadConfiguration(data.line, "has no text where one is wanted.")
    return data.text.strip()


def _decimal(data: Data, least: float, most: float) -> float:
    try:
        found = float(_text(data).replace("_", ""))
    except ValueError:
        found = -1.0
    if not least <= found <= most:
        raise BadConfiguration(data.line, f"has {_text(data)[:40]!r} where a number from {least} to {most} is wanted.")
    return found


def _span(data: Data) -> int:
    """Take a span in ms."""
    try:
        found = parse_duration(_text(data))
    except ValueError as error:
        raise BadConfiguration(data.line, f"is wrong: {error}") from error
    if found > LONGEST_MS:
        raise BadConfiguration(data.line, "has a time beyond 7 days, the most here.")
    return found


def _micros(data: Data) -> int:
    """Take a span in microseconds, such as 300us."""
    match = _MICROS.fullmatch(_text(data))
    found = int(match[1]) if match is not None else _span(data) * 1_000
    if found > _LONGEST_COST:
        raise BadConfiguration(data.line, "has a cost above 1 h, the most here.")
    return found
