"""Programs to begin with, each with what it teaches."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import cache
from typing import Any

from topoviz.web.documents.example_runs import example_runs
from topoviz.web.places import PACKAGE

FOLDER = PACKAGE / "web" / "examples"


@dataclass(frozen=True, slots=True)
class Example:
    """A program in `web/examples/`; `name` is its file.

    `tasks` is what is asked about its tasks, in the words of the workbench's address; such a one opens with that view.
    `old` is the file of the version before; such a one opens with what changed since.
    """

    id: str
    title: str
    teaches: str
    name: str
    language: str = "java"
    kafka_version: str | None = None
    optimize: str | None = None
    tasks: str | None = None
    old: str | None = None


EXAMPLES = (
    Example(
        "count-by-country",
        "Count orders by country",
        "A new key before an aggregation brings a repartition topic, and cuts the program into two sub-topologies.",
        "CountByCountry.java",
    ),
    Example(
        "one-filter-more",
        "One filter more",
        "Is this change safe to deploy? It renames a store, and its state would be lost. See which name keeps it.",
        "PaidOrdersPerCountry.java",
        old="OrdersPerCountry.java",
    ),
    Example(
        "one-rekey-two-aggregations",
        "One new key, two aggregations",
        "Each aggregation brings its own repartition topic, until the optimizer merges them into one.",
        "OrderStatistics.java",
        optimize="all",
    ),
    Example(
        "stream-meets-table",
        "Orders meet customers",
        "A table read from a topic keeps a changelog, until the optimizer restores it from the topic itself.",
        "EnrichedOrders.java",
        optimize="all",
    ),
    Example(
        "join-and-count-in-kotlin",
        "A join and a count share",
        "What needs the same records by the same new key can share one repartition topic, whatever it does with them.",
        "JoinAndCount.kt",
        language="kotlin",
        optimize="all",
    ),
    Example(
        "merged-with-itself",
        "Half a merge changes the key",
        "One input with a new key is enough: the whole merge goes through a repartition topic before the join.",
        "MergedWithItself.kt",
        language="kotlin",
    ),
    Example(
        "two-streams-in-a-window",
        "Payments find their orders",
        "A join of two streams keeps both in windowed stores, and needs both topics cut into equally many partitions.",
        "PaidOrders.java",
    ),
    Example(
        "topic-from-the-configuration",
        "A topic named by the configuration",
        "What the text leaves open is marked and can be said; nothing is guessed.",
        "ConfiguredAlerts.java",
    ),
    Example(
        "numbers-that-move",
        "Names that stay",
        "Operators without a name are numbered: a new step in front renames topics and stores after it. Names help.",
        "NamedSteps.java",
    ),
    Example(
        "where-every-task-runs",
        "Where every task runs",
        "Topics of 4, 5 and 4 partitions make nine tasks. See who runs each, and what moves when an instance dies.",
        "TasksOfThreeTopics.java",
        tasks="partitions=topic-a:4,topic-b:5,topic-c:4&instances=a:2,b:2&standbys=1",
    ),
    Example(
        "dump",
        "A topology that was printed",
        "The text of Topology.describe() is enough for sub-topologies, topics and stores; the plan is not in it.",
        "describe.txt",
        language="describe",
    ),
)


@cache
def examples_document() -> list[dict[str, Any]]:
    """Give every example with its text; those of what happens to records come last, each with how it runs."""
    pictures = [{**asdict(one), "old": _file(one.old), "run": None, "text": _text(one.name)} for one in EXAMPLES]
    return [*pictures, *_runs()]


def _runs() -> Iterator[dict[str, Any]]:
    for one in example_runs():
        counts = ",".join(line.replace("=", ":") for line in one.run.partitions.splitlines())
        tasks = f"partitions={counts}&instances={','.join(one.run.instances)}"
        example = Example(one.id, one.title, one.teaches, "Program.java", "java", one.kafka_version, tasks=tasks)
        steps = [{"say": step.say, "number": step.number} for step in one.run.steps]
        run = {"configuration": one.run.configuration, "records": one.run.records, "steps": steps}
        yield {**asdict(example), "run": run, "text": one.program}


def _file(name: str | None) -> dict[str, str] | None:
    return None if name is None else {"name": name, "text": _text(name)}


def _text(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")
