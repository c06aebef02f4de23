"""Generated programs with many sub-topologies, for pictures: branches, joins, stores, windows, and one that is large.

Services read topics of the user's or what an earlier service writes, and no two neighbours are alike. A third of the
nodes stands in one sub-topology, as in real programs, where one stream is split and each branch does its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

_NODES_OF_A_SERVICE: Final = 16.4
_NODES_OF_A_BRANCH: Final = 6.4
"""About, over many of them."""


def landscape(nodes: int) -> str:
    """Write a program with about so many nodes."""
    branches = max(3, round(nodes / 3 / _NODES_OF_A_BRANCH))
    services = max(2, round(nodes * 2 / 3 / _NODES_OF_A_SERVICE))
    return "".join((*_hub(branches), *(line for number in range(services) for line in _service(number))))


def _hub(branches: int) -> Iterator[str]:
    """One stream in many branches: each filters and maps, and some join, count or change the key."""
    yield 'KStream<String, String> hub = builder.<String, String>stream("events").filter((k, v) -> v != null);\n'
    yield 'KTable<String, String> people = builder.table("people", Materialized.as("people-store"));\n'
    for number in range(branches):
        branch = f"hub{number}"
        yield f"KStream<String, String> {branch} = hub.filter((k, v) -> v.length() > {number})"
        yield ".mapValues(v -> v.trim())" * (1 + number % 3)
        yield ".join(people, (one, other) -> one + other)" * (number % 4 == 1)
        yield ";\n"
        if number % 5 == 2:
            yield f'{branch}.groupByKey().count(Materialized.as("seen-{number}")).toStream().to("seen-{number}");\n'
        if number % 7 == 3:
            yield f'{branch}.selectKey((k, v) -> v).peek((k, v) -> {{}}).to("by-value-{number}");\n'
        yield f'{branch}.peek((k, v) -> {{}}).to("events-{number}");\n'


def _service(number: int) -> Iterator[str]:
    """A stream of its own, or behind an earlier service, with what services do."""
    stream = f"s{number}"
    topic = f"stage-{number // 2}" if number % 3 and number > 2 else f"input-{number}"
    yield f'KStream<String, String> {stream} = builder.<String, String>stream("{topic}").filter((k, v) -> v != null)'
    yield ".mapValues(v -> v.trim()).peek((k, v) -> {})" * (1 + number % 2)
    yield ";\n"
    if number % 3 == 0:
        table = f'builder.<String, String>table("table-{number}", Materialized.as("table-{number}-store"))'
        yield f"{stream} = {stream}.leftJoin({table}, (one, other) -> one + other);\n"
    if number % 4 == 1:
        windows = "TimeWindows.ofSizeWithNoGrace(Duration.ofMinutes(5))"
        ended = "suppress(Suppressed.untilWindowCloses(Suppressed.BufferConfig.unbounded()))"
        counted = f'{stream}.groupBy((k, v) -> v).windowedBy({windows}).count(Materialized.as("windows-{number}"))'
        yield f'{counted}.{ended}.toStream((k, v) -> k.key()).to("windows-{number}");\n'
    if number % 4 == 2:
        yield f'{stream}.selectKey((k, v) -> v).groupByKey().reduce((a, b) -> b, Materialized.as("last-{number}"))'
        yield f'.toStream().mapValues(v -> v.trim()).to("last-{number}");\n'
    for branch in range(number % 5):
        yield f'{stream}.filter((k, v) -> v.length() > {branch}).mapValues(v -> v).to("part-{number}-{branch}");\n'
    yield f'{stream}.mapValues(v -> v).to("stage-{number}");\n'
