"""The verb `assign fuzz`: make up clusters, ask the real classes and the engine, keep and shrink what differs."""

from __future__ import annotations

import multiprocessing
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Final

from tests.oracle.assignment.answers import Answer, Refused, answer_lines
from tests.oracle.assignment.assignors import LEADER, assignors_at, leaders_at
from tests.oracle.assignment.clusters import Cluster, to_text
from tests.oracle.assignment.generator import Wishes, make_cluster, next_cluster
from tests.oracle.assignment.library import Library, Question
from tests.oracle.assignment.shrink import shrink
from tests.oracle.assignment.verdict import IDENTICAL, NOT_DETERMINED, Verdict, judge
from topoviz.engine.versions import Behaviours, parse_version

LEVELS: Final = ("assignor", LEADER)
"""What can be asked: the assignors by themselves, or the leader's whole step."""

_BATCH: Final = 60
_SHRUNK_OF_A_KIND: Final = 1
_KEPT_OF_A_KIND: Final = 5


@dataclass(frozen=True, slots=True)
class Order:
    """What to do: how many clusters, of which version and seed; `assignor` empty for all that there are.

    Where the level is the leader, its whole step is asked, with that assignor.
    """

    version: str
    count: int
    seed: int
    folder: Path
    assignor: str = ""
    level: str = LEVELS[0]

    @property
    def asked(self) -> list[str]:
        """What is asked at this version."""
        if self.level == LEADER:
            return [f"{LEADER} {self.assignor}"] if self.assignor else leaders_at(self.version)
        return [self.assignor] if self.assignor else assignors_at(self.version)


@dataclass(frozen=True, slots=True)
class Item:
    """A cluster and the assignor that is asked about it."""

    assignor: str
    cluster: Cluster


@dataclass(slots=True)
class Result:
    """How many clusters had which verdict, by assignor, and what is kept of those that differ."""

    counts: dict[str, Counter[str]] = field(default_factory=dict)
    kept: Counter[str] = field(default_factory=Counter)

    @property
    def is_good(self) -> bool:
        """Whether nothing differs."""
        return self.differing == 0

    @property
    def asked(self) -> int:
        """How many clusters were asked about."""
        return sum(one.total() for one in self.counts.values())

    @property
    def differing(self) -> int:
        """How many of them differ."""
        return self.asked - self.count_of(IDENTICAL) - self.count_of(NOT_DETERMINED)

    def count_of(self, kind: str) -> int:
        """How many of them had a verdict."""
        return sum(one[kind] for one in self.counts.values())


def fuzz(order: Order) -> Result:
    """Carry an order out; tells how far it is on the way."""
    result = Result()
    processes = ProcessPoolExecutor(mp_context=multiprocessing.get_context("spawn"))
    with processes as engines, Library(order.version) as library:
        for items, answers in _asked(order, library):
            verdicts = engines.map(judge, *_columns(order.version, items, answers), chunksize=4)
            for item, answer, verdict in zip(items, answers, verdicts, strict=True):
                result.counts.setdefault(item.assignor, Counter())[verdict.kind] += 1
                if verdict.kind not in (IDENTICAL, NOT_DETERMINED):
                    _keep(order, result, item, answer, verdict, library, engines)
            done = f"{result.asked:,} of {order.count:,} clusters"
            print(f"{order.version}, {order.level}: {done}, {result.differing} differ", flush=True)
    return result


def summary(order: Order, result: Result) -> Iterator[str]:
    """Say what came out, a line for each assignor."""
    for assignor, counts in sorted(result.counts.items()):
        kinds = ", ".join(f"{count} {kind}" for kind, count in counts.most_common())
        yield f"{order.version}, seed {order.seed}, {assignor}: {kinds}"


def table(done: Sequence[tuple[Order, Result]]) -> Iterator[str]:
    """Say in a table in Markdown what came out of all orders."""
    yield "| version | level | clusters | identical | not determined | differ | seed |"
    yield "|---|---|---:|---:|---:|---:|---:|"
    for order, result in done:
        counts = (result.asked, result.count_of(IDENTICAL), result.count_of(NOT_DETERMINED), result.differing)
        cells = " | ".join(f"{count:,}" for count in counts)
        yield f"| {order.version} | {order.level} | {cells} | {order.seed} |"


def _columns(
    version: str, items: Sequence[Item], answers: Sequence[Answer | Refused]
) -> tuple[list[str], list[str], list[Cluster], Sequence[Answer | Refused]]:
    return [version] * len(items), [item.assignor for item in items], [item.cluster for item in items], answers


def _asked(order: Order, library: Library) -> Iterator[tuple[list[Item], list[Answer | Refused]]]:
    """Ask about one batch while the engine works on the one before; some clusters go on to their next rebalance."""
    random = Random(f"{order.seed} {order.version} {order.assignor}")  # noqa: S311 - nothing secret
    names = order.asked
    # 3.6 refuses a strategy that came with 3.7; before, none is looked at.
    behaviours = Behaviours(parse_version(order.version))
    knows_racks, balances = behaviours.has("assigns_by_racks"), behaviours.has("balances_sub_topologies_by_racks")
    wishes = Wishes(balances_sub_topologies=balances or not knows_racks)
    made = 0
    following: list[Item] = []
    with ThreadPoolExecutor(1) as asking:
        waiting = None
        while made < order.count or waiting:
            size = min(_BATCH, order.count - made)
            items = following[:size]
            while len(items) < size:
                title = f"seed {order.seed}, number {made + len(items)}"
                items.append(Item(random.choice(names), make_cluster(random, title, wishes)))
            made += size
            asked = asking.submit(library.ask, [_question(item) for item in items]) if items else None
            if waiting:
                yield waiting
            waiting = (items, asked.result()) if asked else None
            following = list(_next(random, *waiting)) if waiting else []


def _question(item: Item) -> Question:
    return Question(item.assignor, to_text(item.cluster))


def _next(random: Random, items: Sequence[Item], answers: Sequence[Answer | Refused]) -> Iterator[Item]:
    for item, answer in zip(items, answers, strict=True):
        if isinstance(answer, Answer) and answer.tasks and random.random() < 0.5:
            title = f"{item.cluster.title.partition(', then')[0]}, then another rebalance"
            yield Item(item.assignor, next_cluster(random, item.cluster, answer, title))


def _keep(
    order: Order,
    result: Result,
    item: Item,
    answer: Answer | Refused,
    verdict: Verdict,
    library: Library,
    engines: Executor,
) -> None:
    kind = f"{item.assignor}: {verdict.kind}"
    result.kept[kind] += 1
    number = result.kept[kind]
    if number > _KEPT_OF_A_KIND:
        return
    cluster = item.cluster
    if number <= _SHRUNK_OF_A_KIND:
        print(f"shrinking {kind}", flush=True)

        def still_differs(candidates: Sequence[Cluster]) -> list[bool]:
            items = [Item(item.assignor, one) for one in candidates]
            answers = library.ask([_question(one) for one in items])
            found = engines.map(judge, *_columns(order.version, items, answers))
            return [one.kind == verdict.kind for one in found]

        cluster = shrink(item.cluster, still_differs)
        answer = library.ask([_question(Item(item.assignor, cluster))])[0]
        verdict = judge(order.version, item.assignor, cluster, answer)
    order.folder.mkdir(parents=True, exist_ok=True)
    name = (
        f"{order.version}-{item.assignor.replace(' ', '-')}-{verdict.kind.replace(' ', '-')[:40]}-{order.seed}-{number}"
    )
    path = order.folder / f"{name}.txt"
    theirs = "".join(f"{line}\n" for line in answer_lines(answer))
    ours = "\n".join(verdict.seen)
    path.write_text(
        f"{to_text(cluster)}\n= {item.assignor} {order.version}\n{theirs}\nengine:\n{ours}\n", encoding="utf-8"
    )
    print(f"{kind}: {path}", flush=True)
