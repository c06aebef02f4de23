"""`python -m tests.benchmarks.assignment`: the engine's assignors beside those of Kafka Streams in a warm JVM.

Both are asked about the same clusters: ten sub-topologies, every second one with state, one standby, each client with
four threads, tasks where they ran before, and one client in ten that has just died. Both answers must be the same. It
needs `mvn` and a JDK, as the oracle does. Times are of the assignor alone; growth is the exponent between the two
largest sizes that both did.
"""

import argparse
import math
import platform
import time
from collections.abc import Iterator
from dataclasses import replace
from uuid import UUID

from tests.oracle.assignment.answers import Answer
from tests.oracle.assignment.asking_engine import to_problem
from tests.oracle.assignment.clusters import Client, Cluster, SubTopology, Thread, to_text
from tests.oracle.assignment.library import Library, Question
from topoviz.engine.assignment.assignors.registry import assignor_for
from topoviz.engine.assignment.settings import AssignmentSettings, RackStrategy
from topoviz.engine.tasks.task_id import TaskId
from topoviz.engine.versions import Behaviours, parse_version

SIZES = ((100, 10), (1_000, 50), (10_000, 100), (46_000, 1_000))
"""Tasks and clients. From 46,342 tasks on, the real sticky assignor throws: it reckons their pairs in 32 bits."""

RACKED_SIZES = ((100, 10), (200, 10), (400, 20))
GROUPS, THREADS, RACKS = 10, 4, 3
LONGEST = 3.0
"""Seconds after which a class is not asked again, nor about anything larger: its time grows with tasks and clients."""

PLAIN = (("sticky", "2.5.1"), ("sticky", "3.9.2"), ("high-availability", "2.8.2"), ("high-availability", "3.9.2"))
RACKED = (("sticky", "3.9.2"), ("high-availability", "3.9.2"))

Sizes = tuple[tuple[int, int], ...]
Row = tuple[float | None, float]
"""The seconds of the real class, None where it was given up, and of the engine."""


def main() -> None:
    """Print tables in Markdown, a line for each assignor."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.assignment", description=__doc__)
    parser.add_argument("--runs", type=int, default=3, help="runs of each; the fastest counts (default: %(default)s)")
    parser.add_argument("--assignor", help="only the assignor of this name")
    parser.add_argument("--version", help="only at this version")
    parser.add_argument(
        "--longest", type=float, default=LONGEST, metavar="SECONDS",
        help="a class that took longer is not asked about anything larger (default: %(default)s)",
    )  # fmt: skip
    options = parser.parse_args()
    print(f"Python {platform.python_version()}, fastest of {options.runs}; the real class / the engine")
    for strategy in RackStrategy:
        sizes, kinds = (SIZES, PLAIN) if strategy is RackStrategy.NONE else (RACKED_SIZES, RACKED)
        print(f"\nrack.aware.assignment.strategy={strategy}\n")
        print("| assignor | " + " | ".join(f"{tasks:,} × {clients:,}" for tasks, clients in sizes) + " | growth |")
        print("|---|" + "---:|" * (len(sizes) + 1))
        for name, version in kinds:
            if options.assignor in (None, name) and options.version in (None, version):
                _print_row(name, version, sizes, strategy, options)


def _print_row(name: str, version: str, sizes: Sizes, strategy: RackStrategy, options: argparse.Namespace) -> None:
    rows = list(_rows(name, version, sizes, strategy, options.runs, options.longest))
    cells = [f"{_cell(real)} / {_cell(ours)}" for real, ours in rows]
    growth = " / ".join(_growth(sizes, rows, side) for side in (0, 1))
    print(f"| {name} {version} | {' | '.join(cells)} | {growth} |", flush=True)


def _cell(seconds: float | None) -> str:
    return "-" if seconds is None else f"{seconds:.3f} s"


def _growth(sizes: Sizes, rows: list[Row], side: int) -> str:
    """Give the exponent by which time grows with the number of tasks, between the largest sizes that both did."""
    done = [(size[0], row[side] or 0.0) for size, row in zip(sizes, rows, strict=True) if row[0] is not None]
    (before, short), (after, long) = done[-2:]
    return f"n^{math.log(long / short) / math.log(after / before):.2f}"


def _rows(name: str, version: str, sizes: Sizes, strategy: RackStrategy, runs: int, longest: float) -> Iterator[Row]:
    is_given_up = False
    with Library(version, ("-Xmx6g",)) as library:
        for tasks, clients in sizes:
            cluster = _cluster(tasks, clients, strategy)
            ours, own = _ask_engine(cluster, name, version, runs)
            if is_given_up:
                yield None, own
                continue
            theirs, real = _ask_library(library, Question(name, to_text(cluster)), runs)
            is_given_up = real > longest
            if theirs != ours:
                raise SystemExit(f"{name} {version}: {tasks} tasks on {clients} clients differ.")
            yield real, own


def _ask_library(library: Library, question: Question, runs: int) -> tuple[dict[str, object], float]:
    fastest, answer = math.inf, None
    for _ in range(runs):
        [answer] = library.ask([question])
        assert isinstance(answer, Answer), answer
        fastest = min(fastest, answer.seconds)
        if answer.seconds > LONGEST:
            break
    assert answer is not None
    return dict(answer.tasks), fastest


def _ask_engine(cluster: Cluster, name: str, version: str, runs: int) -> tuple[dict[str, object], float]:
    behaviours = Behaviours(parse_version(version))
    assign, asked = assignor_for(behaviours, name).assign, to_problem(cluster, behaviours)
    fastest = math.inf
    for _ in range(runs):
        # A copy has worked nothing out yet.
        problem = replace(asked)
        began = time.perf_counter()
        result = assign(problem)
        fastest = min(fastest, time.perf_counter() - began)
    names = {client.process_id: client.name for client in cluster.clients}
    return {
        names[one.process_id]: (tuple(sorted(one.active)), tuple(sorted((*one.standby, *one.warm_ups))))
        for one in result.clients
    }, fastest


def _cluster(tasks: int, clients: int, strategy: RackStrategy) -> Cluster:
    """Make a cluster in which tasks ran in turn on all clients, before every tenth died."""
    is_racked = strategy is not RackStrategy.NONE
    partitions = tasks // GROUPS
    racks = tuple((f"r{number % RACKS}",) for number in range(partitions))
    groups = tuple(
        SubTopology(
            number,
            stateful=number % 2 == 1,
            partitions=partitions,
            sources={f"in{number}": racks} if is_racked else {},
            changelogs={f"store{number}": racks} if is_racked and number % 2 else {},
            ends=(50_000,) * partitions if number % 2 else (),
        )
        for number in range(GROUPS)
    )
    ids = [task for group in groups for task in group.tasks()]
    alive = [place for place in range(clients) if place % 10 != 9]
    settings = AssignmentSettings(num_standby_replicas=1, rack_aware_assignment_strategy=strategy)
    return Cluster("benchmark", settings, groups, tuple(_client(place, clients, ids) for place in alive))


def _client(place: int, clients: int, ids: list[TaskId]) -> Client:
    mine = ids[place::clients]
    copies = [task for task in ids[(place + 1) % clients :: clients] if task.sub_topology_id % 2]
    threads = tuple(Thread(tuple(mine[number::THREADS]), tuple(copies[number::THREADS])) for number in range(THREADS))
    lags = {task: -2 for task in mine if task.sub_topology_id % 2} | dict.fromkeys(copies, 100)
    # Ids of both signs, as processes make them.
    process_id = UUID(int=(place * 0x9E3779B97F4A7C15F39CC0605CEDC835) % 2**128)
    return Client(f"c{place}", process_id, threads, lags, rack=f"r{place % RACKS}")


if __name__ == "__main__":
    main()
