"""What nodes with state do with records: as the real library does, and what people trip over."""

import pytest

from tests.engine.simulation.playing import ORDERS, live, plan_of, record
from tests.oracle.runtime.nodes.asking_engine import answers_of_engine
from tests.oracle.runtime.nodes.library import NODE_VERSIONS
from tests.oracle.runtime.nodes.recording import recorded_nodes
from topoviz.engine.simulation.nodes.operations import (
    Aggregate,
    DropsNullKeys,
    Operations,
    StorePlan,
    StoreView,
    StreamTableJoin,
    TableSource,
)
from topoviz.engine.simulation.settings import Costs, Guarantee, Kill, Looked, RuntimeSettings, SimulationSettings
from topoviz.engine.topology.nodes import ProcessorNode, SinkNode, SourceNode

LOOKED = Looked(0, 10**12)
JOINED = [
    SourceNode("orders-in", topics=("orders",)),
    SourceNode("prices-in", topics=("prices",)),
    ProcessorNode("table", ("prices-in",)),
    ProcessorNode("join", ("orders-in",)),
    SinkNode("joined", ("join",), topic="joined"),
]
JOIN = Operations(
    {"table": TableSource("prices"), "join": StreamTableJoin(StoreView("prices"), is_left=False)},
    {"prices": StorePlan("prices")},
    {"prices": "table"},
)


def counting(*, is_cached=True):
    nodes = [*ORDERS, SinkNode("counted", ("map",), topic="counted")]
    stores = {"counts": StorePlan("counts", is_cached=is_cached)}
    return nodes, Operations({"map": Aggregate("counts", of_table=False, counts=True)}, stores, {"counts": "map"})


def counted(settings, records, **kinds):
    nodes, operations = counting(**kinds)
    return live(plan_of("3.9.2", [nodes], settings, operations=operations), records)


def node(lived, name):
    return next(one for one in lived.summary.nodes if one.node == name)


@pytest.mark.parametrize("version", NODE_VERSIONS)
def test_nodes_give_what_the_real_library_gives(version):
    for run in recorded_nodes(version):
        calls = [call for call, _ in run]
        for (call, real), engine in zip(run, answers_of_engine(version, calls), strict=True):
            assert engine == real, f"{calls[0]}: {call}"


def test_a_join_with_a_table_finds_only_what_the_table_had_when_the_record_came():
    settings = SimulationSettings(looked=LOOKED)
    records = [record(0, "orders"), record(100, "prices"), record(200, "orders"), record(300, "orders", key="other")]

    lived = live(plan_of("2.8.2", [JOINED], settings, operations=JOIN), records)

    assert [(one.offset, one.why) for one in lived.of("no match")] == [
        (0, "the table has nothing of this key so far"),
        (2, "the table has nothing of this key so far"),
    ]
    assert [(one.offset, one.other_time) for one in lived.of("matched")] == [(1, 100)]
    assert (node(lived, "join").matched, node(lived, "join").unmatched) == (1, 2)
    assert node(lived, "joined").records == 1


def test_a_cache_merges_the_updates_of_a_key_until_the_commit_and_without_one_all_go_on():
    records = [record(n, key=f"k{n % 2}") for n in range(40)]
    cached = counted(SimulationSettings(RuntimeSettings(commit_ms=1_000), looked=LOOKED), records)
    plain = counted(SimulationSettings(RuntimeSettings(cache_bytes=0, commit_ms=1_000)), records)

    assert [one.key for one in cached.of("flushed")] == ["k0", "k1"]
    assert (node(cached, "counted").records, node(plain, "counted").records) == (2, 40)
    assert [(one.keys, one.changelog_records, one.merged) for one in cached.summary.stores] == [(2, 2, 38)]
    assert [(one.keys, one.changelog_records, one.merged) for one in plain.summary.stores] == [(2, 40, 0)]
    kinds = [one.KIND for one in cached.events]
    assert kinds.index("flushed") < kinds.index("committed")


def test_a_cache_that_is_full_flushes_all_that_waits_with_the_entry_that_leaves():
    settings = SimulationSettings(RuntimeSettings(cache_bytes=600), Costs(entry=200), looked=LOOKED)

    lived = counted(settings, [record(n, key=f"k{n}") for n in range(4)])

    full = [one.key for one in lived.of("flushed") if one.why == "the cache is full"]
    assert full == ["k0", "k1", "k2", "k3"]


@pytest.mark.parametrize("guarantee", [Guarantee.AT_LEAST_ONCE, Guarantee.BY_THREAD])
def test_after_a_crash_at_least_once_counts_twice_and_exactly_once_does_not(guarantee):
    settings = SimulationSettings(
        RuntimeSettings(guarantee=guarantee, commit_ms=25), happenings=(Kill(100_000, "a", 500_000),), looked=LOOKED
    )

    lived = counted(settings, [record(3 * n) for n in range(60)], is_cached=False)

    again = sum(lived.of("killed")[0].again.values())

    assert again > 0
    assert lived.of("state")[-1].after == 60 + (again if guarantee is Guarantee.AT_LEAST_ONCE else 0)


def test_records_without_a_key_end_before_a_repartition_topic():
    nodes = [*ORDERS, SinkNode("again", ("map",), topic="by-customer")]
    filters = Operations({"map": DropsNullKeys()})
    through = [
        SourceNode("by-customer-in", topics=("by-customer",)),
        SinkNode("out", ("by-customer-in",), topic="out"),
    ]

    lived = live(plan_of("3.9.2", [nodes, through], operations=filters), [record(0), record(1, key=None), record(2)])

    assert node(lived, "map").skipped == 1
    assert node(lived, "out").records == 2
