"""Topologies under other names, for people who may see their shape and no name: texts of describe() from results.

Only what stands in describe() is written, and every name in it is looked up in a table of new ones, so nothing of a
source, of its files or of its settings can be left. Names that Kafka Streams makes stay, and so does what it puts
behind a name of the program: `orders-by-day-repartition` becomes `topic-1-repartition`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from topoviz.engine.description import DescribedGroup, DescribedNode, Description
from topoviz.engine.topology.describe import SHAPE, to_text

Json = dict[str, Any]
Found = Iterator[tuple[str, str]]

_WORDS: Final = (
    "AGGREGATE|BRANCH|BRANCHCHILD|COGROUP|FILTER|FK|FLATMAP|FLATMAPVALUES|FOREACH|JOIN|JOINOTHER|JOINTHIS|KEY|LEFTJOIN|MAP|"
    "MAPVALUES|MERGE|OUTEROTHER|OUTERSHARED|OUTERTHIS|OUTPUT|PEEK|PRINTER|PROCESSOR|PROCESSVALUES|REDUCE|REGISTRATION|"
    "REPARTITION|RESOLVER|RESPONSE|SELECT|SINK|SOURCE|STATE|STORE|SUBSCRIPTION|SUPPRESS|TOSTREAM|TOTABLE|TRANSFORM|"
    "TRANSFORMVALUES|WINDOWED"
)
_INTERNAL: Final = "-repartition|-repartition-filter|-repartition-sink|-repartition-source|-changelog"
_ENDS: Final = (
    "-source|-sink|-filter|-store|-merge|-table-source|-cogroup-merge|-cogroup-agg-[0-9]{1,4}|-this-windowed|"
    "-other-windowed|-this-join|-other-join|-outer-this-join|-outer-other-join|-outer-shared-join|-left-shared-join|"
    "-join-this|-join-other|-left|-right|-result|-foreign-join-subscription|-subscription-registration|"
    "-subscription-registration-source|-subscription-registration-sink|-subscription-registration-processor|"
    "-subscription-receive|-subscription-join-foreign|-subscription-response|-subscription-response-source|"
    "-subscription-response-sink|-subscription-response-resolver|-subscription-store|-topic|-Buffer"
)
_OF_KAFKA: Final = re.compile(
    rf"(?:KSTREAM|KTABLE)(?:-(?:{_WORDS}))+-[0-9]{{10}}(?:{_INTERNAL}|{_ENDS}){{0,3}}", re.ASCII
)
_WITH_INTERNAL: Final = re.compile(rf"(.+?)((?:{_INTERNAL})+)", re.ASCII)
_WITH_END: Final = re.compile(rf"(.+?)((?:{_INTERNAL}|{_ENDS})+)", re.ASCII)


def renamed_texts(results: Sequence[Json]) -> list[list[str]]:
    """Give the texts of describe() of all topologies of each result; the same name is replaced alike in all of them.

    A topology that is refused has none.
    """
    runtimes = [[one for one in result["topologies"] if one["topology"] is not None] for result in results]
    names = _table([one["topology"] for topologies in runtimes for one in topologies])
    return [[_text(one, names) for one in topologies] for topologies in runtimes]


def _text(topology: Json, names: Mapping[str, str]) -> str:
    runtime = topology["topology"]
    nodes = {node["id"]: node for node in runtime["nodes"]}
    order = list(dict.fromkeys(line["node"] for line in topology["describe"]["lines"] if line["node"] is not None))
    below: dict[int, list[str]] = {}
    for number in order:
        for before in nodes[number]["predecessors"]:
            below.setdefault(before, []).append(names[nodes[number]["name"]])
    groups = {group["id"]: group for group in runtime["sub_topologies"]}
    printed = dict.fromkeys(
        line["sub_topology"] for line in topology["describe"]["lines"] if line["sub_topology"] is not None
    )
    described = tuple(
        DescribedGroup(
            number,
            groups[number]["is_global"],
            tuple(
                _node(nodes[one], nodes, names, below)
                for one in order
                if nodes[one]["sub_topology"] == number
            ),
        )
        for number in printed
    )  # fmt: skip
    unsure = {names[one["name"]]: "" for one in topology["unsure"] if one["name"] in names}
    if topology["shape_unsure"] is not None:
        unsure[SHAPE] = ""
    return to_text(Description(described), unsure)


def _node(
    node: Json, nodes: Mapping[int, Json], names: Mapping[str, str], below: Mapping[int, Sequence[str]]
) -> DescribedNode:
    return DescribedNode(
        node["kind"].capitalize(),
        names[node["name"]],
        topics=tuple(names[one] for one in node["topics"]),
        pattern=None if node["pattern"] is None else names[node["pattern"]],
        stores=tuple(names[one] for one in node["stores"]),
        topic=None if node["topic"] is None else names[node["topic"]],
        extractor=names[node["extractor"]] if node["extractor"] else "",
        successors=tuple(below.get(node["id"], ())),
        predecessors=tuple(names[nodes[one]["name"]] for one in node["predecessors"]),
    )


def _table(runtimes: Sequence[Json]) -> dict[str, str]:
    """Give each name another one, topics first, since stores and nodes may be called after them."""
    sorts: dict[str, str] = {}
    for name, sort in (*_topics(runtimes), *_stores(runtimes), *_nodes(runtimes)):
        sorts.setdefault(name, sort)
    known = _bases(sorts)
    given: dict[str, str] = {}
    numbers: dict[str, int] = {}
    table: dict[str, str] = {}
    for name, sort in sorts.items():
        if _OF_KAFKA.fullmatch(name):
            table[name] = name
            continue
        base, end = _split(name, known)
        if base not in given:
            # A store goes by its own name also where its repartition topic was found first.
            sort = sorts.get(base, sort)
            while True:
                numbers[sort] = numbers.get(sort, 0) + 1
                given[base] = f"{sort}-{numbers[sort]}"
                if given[base] not in sorts and given[base] not in known:
                    break
        table[name] = given[base] + end
    return table


def _bases(names: Mapping[str, str]) -> set[str]:
    """Give the names of the program that something of Kafka Streams may stand behind."""
    whole = {name for name in names if not _OF_KAFKA.fullmatch(name)}
    internal = {found[1] for name in whole if (found := _WITH_INTERNAL.fullmatch(name))}
    return whole | internal


def _split(name: str, known: set[str]) -> tuple[str, str]:
    """Divide a name into what the program calls something and what Kafka Streams puts behind that."""
    if (ended := _WITH_END.fullmatch(name)) and ended[1] in known and ended[1] != name:
        return ended[1], ended[2]
    if internal := _WITH_INTERNAL.fullmatch(name):
        return internal[1], internal[2]
    return name, ""


def _topics(runtimes: Sequence[Json]) -> Found:
    for runtime in runtimes:
        for node in runtime["nodes"]:
            yield from ((topic, "topic") for topic in node["topics"])
            if node["topic"] is not None:
                yield node["topic"], "topic"
            if node["pattern"] is not None:
                yield node["pattern"], "pattern"


def _stores(runtimes: Sequence[Json]) -> Found:
    for runtime in runtimes:
        yield from ((store["name"], "store") for store in runtime["stores"])
        yield from ((store, "store") for node in runtime["nodes"] for store in node["stores"])


def _nodes(runtimes: Sequence[Json]) -> Found:
    for runtime in runtimes:
        yield from ((node["name"], node["kind"]) for node in runtime["nodes"])
        yield from ((node["extractor"], "extractor") for node in runtime["nodes"] if node["extractor"])
