"""What the engine's nodes give in a run, in the words of the real driver: one task for all sub-topologies."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final

from tests.oracle.runtime.nodes.programs import PROGRAMS, text_of
from topoviz.engine.analysis import analyze
from topoviz.engine.simulated.node_operations import find_operations
from topoviz.engine.simulation.nodes.moving import Moving, keyed_by_value, shown
from topoviz.engine.simulation.nodes.operators.registry import Stores
from topoviz.engine.simulation.nodes.segments import Sink, Ways, find_ways
from topoviz.engine.simulation.nodes.settings import NodeSettings
from topoviz.engine.simulation.nodes.stores.cache import Cache
from topoviz.engine.simulation.nodes.walk import Walked, Walker
from topoviz.engine.simulation.task.readiness.model import Waits
from topoviz.engine.simulation.task.record import Record
from topoviz.engine.simulation.task.running_task import RunningTask, TaskSettings
from topoviz.engine.source import Bundle, SourceFile
from topoviz.engine.submission import Settings, Submission
from topoviz.engine.tasks.topic_partition import TopicPartition
from topoviz.engine.versions import Behaviours, parse_version

_ENTRY: Final = 200
_BEGIN: Final = 1_000


def answers_of_engine(version: str, calls: Sequence[str]) -> list[str]:
    """Give a line for each call."""
    _, name, cache_bytes = calls[0].split(" ")
    run = _Run(version, name, int(cache_bytes))
    return ["begun", *(run.answer(call.split(" ")) for call in calls[1:])]


@cache
def ways_of(version: str, name: str) -> tuple[tuple[Ways, ...], frozenset[str]]:
    """Give the ways of all sub-topologies of a program, and the topics that have old values."""
    settings = Settings(kafka_version=parse_version(version))
    (analyzed,) = analyze(Submission(Bundle((SourceFile("App.java", text_of(name)),)), settings)).topologies
    assert analyzed.topology is not None
    assert analyzed.optimized is not None
    new_keys = PROGRAMS[name].new_keys
    found = find_operations(analyzed.topology, analyzed.optimized.plan, frozenset(new_keys))
    assert not found.not_followed, found.not_followed
    said = {node: NodeSettings(key_is_value=True) for node in new_keys}
    assert set(new_keys) <= {node.name for node in analyzed.topology.nodes}, [n.name for n in analyzed.topology.nodes]
    ways = tuple(find_ways(analyzed.topology, group.nodes, said, found.operations) for group in analyzed.groups)
    return ways, frozenset(found.change_topics)


class _Run:
    def __init__(self, version: str, name: str, cache_bytes: int) -> None:
        behaviours = Behaviours(parse_version(version))
        ways, self.change_topics = ways_of(version, name)
        cached = Cache(cache_bytes // _ENTRY) if cache_bytes else None
        self.stores = [Stores() for _ in ways]
        self.walkers = [Walker(way, behaviours, stores, cached) for way, stores in zip(ways, self.stores, strict=True)]
        self.reader = {topic: walker for way, walker in zip(ways, self.walkers, strict=True) for topic in way.first}
        self.records: dict[str, list[Moving]] = {topic: [] for topic in self.reader}
        partitions = [TopicPartition(topic, 0) for topic in self.reader]
        self.task = RunningTask(partitions, TaskSettings(), behaviours)
        self.now = _BEGIN
        self.out: list[str] = []
        self.logged = 0

    def answer(self, words: Sequence[str]) -> str:
        """Answer a call."""
        match words:
            case ["wall", length]:
                self.now += int(length)
                return "wall"
            case ["put", topic, key, time, value]:
                self._enqueue(topic, Moving(_text(key), int(time), _text(value)))
                self._process()
                return self._outputs()
            case ["commit"]:
                for walker in self.walkers:
                    self._note(walker.flush(self.now))
                self._process()
                return self._outputs()
        raise ValueError(words)

    def _enqueue(self, topic: str, record: Moving) -> None:
        records = self.records[topic]
        records.append(record)
        self.task.add(TopicPartition(topic, 0), [Record(len(records) - 1, record.timestamp)], self.now)

    def _process(self) -> None:
        while True:
            self.task.resume_partitions()
            self.task.update_lags(dict.fromkeys(self.task.group.queues, 0))
            found = self.task.process(self.now)
            if found is None or isinstance(found, Waits):
                return
            topic, offset = found.partition.topic, found.record.offset
            self._note(self.reader[topic].walk(topic, self.records[topic][offset], self.now))

    def _note(self, walked: Walked) -> None:
        for sink, record in walked.sent:
            key = _key(sink, record)
            if sink.topic in self.reader:
                old = record.old if sink.topic in self.change_topics else None
                self._enqueue(sink.topic, record._replace(key=key, old=old))
            else:
                self.out.append(f"{key or '-'}/{record.timestamp}{'/-' if record.value is None else ''}")

    def _outputs(self) -> str:
        written = sum(one.writes for stores in self.stores for one in stores.all())
        line = f"[{', '.join(self.out)}] logged {written - self.logged}"
        self.out, self.logged = [], written
        return line


def _key(sink: Sink, record: Moving) -> str | None:
    return shown(keyed_by_value(record) if sink.key_is_value else record.key)


def _text(word: str) -> str | None:
    return None if word == "-" else word
