"""Run a simulation and add it up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from topoviz.engine.simulation.events import Listener
from topoviz.engine.simulation.nodes.context import NodeTally
from topoviz.engine.simulation.plan import SimulationPlan
from topoviz.engine.simulation.records.model import InputRecord
from topoviz.engine.simulation.summary import (
    Latency,
    NodeSummary,
    PartitionSummary,
    StoreSummary,
    Summary,
    TaskSummary,
    ThreadSummary,
)
from topoviz.engine.simulation.world import Progress, World
from topoviz.engine.syntax.collecting import without_collecting


def simulate(
    plan: SimulationPlan,
    records: Iterable[InputRecord],
    listener: Listener | None = None,
    progress: Progress | None = None,
) -> Summary:
    """Simulate until everything is processed and committed; the same input gives the same events and figures.

    Raises NotSimulated for a version whose threads are not known, and Endless.
    """
    with without_collecting():
        world = World(plan, records, listener)
        is_cut = world.run(progress)
    return Summary(
        str(plan.behaviours.version),
        world.ended,
        is_cut,
        world.records,
        world.processed,
        world.aborted,
        _tasks(world),
        _threads(world),
        _nodes(world),
        _partitions(world),
        _latency(world.latencies),
        tuple(found for one in world.work.values() if (found := one.share()) is not None),
        tuple(world.samples.times),
        {str(partition): tuple(lags) for partition, lags in world.samples.lags.items()},
        _stores(world),
        0 if world.crew.membership is None else world.crew.membership.rebalances,
        world.crew.restored,
    )


def _tasks(world: World) -> tuple[TaskSummary, ...]:
    rows = []
    for task, thread in sorted(world.crew.owners.items(), key=lambda pair: pair[0]):
        tally = world.crew.tallies[task]
        rows.append(
            TaskSummary(
                str(task), thread.name, tally.records, tally.busy, tally.dropped, tally.again, tally.pauses,
                tally.punctuations, tally.commits, {cause.value: waited for cause, waited in tally.waits.items()},
                tally.without,
            )
        )  # fmt: skip
    return tuple(rows)


def _threads(world: World) -> tuple[ThreadSummary, ...]:
    return tuple(
        ThreadSummary(
            one.name, one.instance, tuple(task.name for task in one.tasks), one.turns, one.busy, one.waited_in_poll,
            one.most_in_turn, world.crew.died.get(one.name),
        )
        for one in world.crew.threads
    )  # fmt: skip


def _nodes(world: World) -> tuple[NodeSummary, ...]:
    records, passed = Counter[str](), Counter[str]()
    tallies: dict[str, list[NodeTally]] = {}
    for walker in world.crew.walkers:
        records.update(walker.records_by_node())
        passed.update(walker.passed_by_node())
        for node, tally in walker.tallies.items():
            tallies.setdefault(node, []).append(tally)
    return tuple(_node(node, count, passed.get(node, count), tallies.get(node, ())) for node, count in records.items())


def _node(node: str, records: int, passed: int, tallies: Iterable[NodeTally]) -> NodeSummary:
    found = list(tallies)
    return NodeSummary(
        node, records, sum(one.late for one in found), passed, sum(one.skipped for one in found),
        sum(one.matched for one in found), sum(one.unmatched for one in found),
    )  # fmt: skip


def _stores(world: World) -> tuple[StoreSummary, ...]:
    found: dict[str, tuple[int, int, int]] = {}
    for stores in world.crew.stores.values():
        for one in stores.all():
            keys, writes, merged = found.get(one.name, (0, 0, 0))
            found[one.name] = (keys + len(one), writes + one.writes, merged + one.merged)
    return tuple(StoreSummary(name, *figures) for name, figures in found.items())


def _partitions(world: World) -> tuple[PartitionSummary, ...]:
    return tuple(
        PartitionSummary(
            str(partition), len(log), world.committed.get(partition, (0, 0))[0], *world.samples.highest[partition]
        )
        for partition, log in sorted(world.logs.items())
    )


def _latency(latencies: Sequence[int]) -> Latency | None:
    if not latencies:
        return None
    found = sorted(latencies)

    def percentile(share: int) -> int:
        return found[-(-len(found) * share // 100) - 1]

    return Latency(len(found), percentile(50), percentile(95), percentile(99), found[-1])
