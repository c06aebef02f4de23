"""What people trip over when a thread runs its tasks: starving, waiting, pausing, punctuating, committing, dying."""

from itertools import pairwise

import pytest

from tests.engine.simulation.playing import JOIN, ORDERS, THROUGH, live, plan_of, record
from topoviz.engine.simulation.events import Event
from topoviz.engine.simulation.node_events import NodeEvent
from topoviz.engine.simulation.nodes.operations import Operations, StoreKind, StorePlan, WindowedAggregate
from topoviz.engine.simulation.nodes.settings import NodeSettings
from topoviz.engine.simulation.records.model import InputRecord
from topoviz.engine.simulation.settings import (
    Clock,
    Costs,
    Guarantee,
    Kill,
    Looked,
    Punctuator,
    RuntimeSettings,
    SimulationSettings,
    SlowBroker,
)
from topoviz.engine.simulation.simulate import simulate
from topoviz.engine.simulation.thread.task_order import in_order
from topoviz.engine.simulation.thread.turns.registry import NotSimulated
from topoviz.engine.tasks.task_id import TaskId
from topoviz.engine.tasks.topic_partition import TopicPartition
from topoviz.engine.versions import Behaviours, parse_version

ALL = ("2.3.1", "2.5.1", "2.8.2", "3.1.2", "3.6.2", "3.9.2", "4.3.1")


def runtime(**settings):
    return SimulationSettings(runtime=RuntimeSettings(**settings))


@pytest.mark.parametrize("version", ALL)
def test_all_records_are_processed_once_in_the_order_of_each_partition_and_committed(version):
    records = [record(n // 3, ("orders", "prices")[n % 2], n % 3, f"k{n % 7}") for n in range(600)]

    lived = live(plan_of(version, [JOIN], partitions=3, threads=2), records)

    assert lived.summary.processed == 600
    for one in lived.summary.partitions:
        offsets = [offset for partition, offset in lived.order if partition == one.partition]
        assert offsets == list(range(one.records))
        assert one.committed == one.records == 100


def test_the_same_input_gives_the_same_lines():
    records = [record(n, "orders", n % 4, f"k{n}") for n in range(400)]
    plan = plan_of("3.9", THROUGH, partitions=4, threads=3)

    first, second = ([event.to_line() for event in live(plan, records).events] for _ in range(2))

    assert first == second


def test_a_commit_names_its_partitions_in_an_order_that_does_not_change_from_process_to_process():
    records = [record(0, topic, partition) for topic in ("orders", "prices") for partition in range(8)]

    lived = live(plan_of("3.9", [JOIN], partitions=8), records)

    committed = [one.offsets for one in lived.of("committed")]
    assert "".join(name[0] for name in committed[0]) == "opopopoppopopoop"


def test_threads_of_2_0_are_not_simulated():
    with pytest.raises(NotSimulated, match=r"2\.0\.1 is not simulated"):
        live(plan_of("2.0.1", [ORDERS]), [record(0)])


def test_a_join_takes_the_lower_time_first_however_uneven_the_topics_are():
    orders = [record(0, "orders", timestamp=n * 10) for n in range(3)]
    prices = [record(0, "prices", timestamp=n * 1_000) for n in range(3)]

    lived = live(plan_of("3.9", [JOIN]), [*orders, *prices])

    assert [one.timestamp for one in lived.of("processed")] == [0, 0, 10, 20, 1_000, 2_000]


def test_with_idle_0_a_slow_partition_is_waited_for_at_3_9_and_not_at_2_8():
    records = [record(0, "orders", timestamp=50), record(0, "prices", timestamp=10)]
    slow = SimulationSettings(happenings=(SlowBroker(0, ("prices", 0), 300_000, 10_000_000),))

    before, since = (live(plan_of(version, [JOIN], slow), records) for version in ("2.8", "3.9"))

    assert [one.timestamp for one in before.of("processed")] == [50, 10]
    assert before.of("waits") == []
    assert [one.timestamp for one in since.of("processed")] == [10, 50]
    assert {one.why for one in since.of("waits")} <= {
        "the lag of a partition is not known yet",
        "a partition has records on the broker that are not fetched yet",
    }
    assert sum(since.task("0_0").waits.values()) > 290_000


def test_max_task_idle_counts_from_when_a_partition_ran_empty_and_not_for_each_record():
    records = [record(0, "orders"), record(1_000, "orders"), record(2_000, "prices"), record(2_050, "orders")]

    lived = live(plan_of("3.9", [JOIN], runtime(idle_ms=200)), records)

    went_on = lived.of("goes on")
    waited = {one.at // 1_000_000: one.waited_us for one in went_on if one.without == ("prices-0",)}
    assert set(waited) == {0, 2}
    assert 200_000 <= waited[0] < 310_000
    assert 100_000 <= waited[2] < 160_000 + 100_000
    assert lived.of("waits")[-1].why == "a partition has no more records, and the task waits for some"


def test_from_2_6_on_the_first_task_does_n_records_before_the_second_one_begins():
    records = [record(0, "orders", n % 2) for n in range(200)]

    orders = {
        version: "".join(
            one.task[-1] for one in live(plan_of(version, [ORDERS], partitions=2), records).of("processed")
        )
        for version in ("2.5", "2.6")
    }

    assert orders["2.5"] == "01" * 100
    assert orders["2.6"].startswith("01" + "0011" + "000111")


def test_a_slow_task_starves_the_other_tasks_of_its_thread_and_not_those_of_another():
    slow = SimulationSettings(nodes={"map": NodeSettings(micros=20_000)})
    records = [
        *(record(0, "orders", 0) for _ in range(400)),
        *(record(n, "by-customer", 0) for n in range(400)),
    ]
    sub_topologies = [ORDERS, THROUGH[1]]

    together = live(plan_of("3.9", sub_topologies, slow), sorted(records))
    apart = live(plan_of("3.9", sub_topologies, slow, threads=2), sorted(records))

    ends = [max(one.at for one in lived.of("processed") if one.task == "1_0") / 1_000 for lived in (together, apart)]
    assert ends[0] > 1_000
    assert ends[1] < 450


def test_above_the_limit_a_partition_is_paused_and_at_the_limit_fetched_again():
    settings = SimulationSettings(RuntimeSettings(most_buffered=100, most_polled=150))
    records = [record(0) for _ in range(600)]

    lived = live(plan_of("3.9", [ORDERS], settings), records)

    assert lived.of("paused")[0].buffered == 150
    assert len(lived.of("paused")) == len(lived.of("resumed")) == lived.task("0_0").pauses > 1
    assert lived.summary.processed == 600


def test_a_partition_that_is_paused_after_it_had_space_stays_paused_while_its_task_waits():
    settings = SimulationSettings(RuntimeSettings(idle_ms=3_000, most_buffered=4))
    records = [record(0, "prices"), record(0), *(record(1_000) for _ in range(10))]

    lived = live(plan_of("3.9", [JOIN], settings), records)

    (paused,), (resumed,) = lived.of("paused"), lived.of("resumed")
    (waited,) = (one for one in lived.of("goes on") if one.at > paused.at)
    assert paused.buffered == 10
    assert paused.at < waited.at < resumed.at


def test_lines_of_frequent_events_which_are_made_in_another_way_say_all_that_lines_of_others_would():
    lived = live(plan_of("3.9", THROUGH, partitions=2), [record(n, partition=n % 2, key=f"k{n}") for n in range(9)])

    assert {one.KIND for one in lived.events} >= {"polled", "processed", "committed"}
    assert [one.to_line() for one in lived.events] == [Event.to_line(one) for one in lived.events]


def test_a_punctuator_by_stream_time_fires_only_while_records_bring_time_on():
    both = SimulationSettings(
        punctuators=(
            Punctuator("stream", 0, Clock.STREAM_TIME, 1_000),
            Punctuator("clock", 0, Clock.WALL_CLOCK, 1_000),
        )
    )
    records = [record(0), record(1_500), record(9_000, timestamp=1_600)]

    lived = live(plan_of("3.9", [ORDERS], both), records)

    by_stream, by_clock = (
        [one.time for one in lived.of("punctuated") if one.punctuator == name] for name in ("stream", "clock")
    )
    assert by_stream == [0, 1_500]
    assert len(by_clock) >= 9
    assert [time // 1_000 for time in by_clock] == list(range(1, len(by_clock) + 1))


def test_more_than_the_interval_must_pass_before_a_commit():
    lived = live(plan_of("3.9", [ORDERS], runtime(commit_ms=100)), [record(n * 10) for n in range(100)])

    times = [one.at for one in lived.of("committed")]

    assert len(times) > 5
    assert all(after - before > 100_000 for before, after in pairwise(times))


def test_a_commit_that_one_task_asks_for_commits_all_since_2_6_and_before_that_task_alone():
    asks = SimulationSettings(nodes={"map": NodeSettings(commit_every=10)})
    records = [record(n, topic, 0) for n in range(100) for topic in ("orders", "by-customer")]

    offsets = {
        version: [
            set(one.offsets) for one in live(plan_of(version, [ORDERS, THROUGH[1]], asks), records).of("committed")
        ]
        for version in ("2.5", "2.6")
    }

    assert offsets["2.5"][0] == {"orders-0"}
    assert offsets["2.6"][0] == {"orders-0", "by-customer-0"}


def crash(guarantee, commit_ms):
    settings = SimulationSettings(
        RuntimeSettings(commit_ms=commit_ms, guarantee=guarantee), happenings=(Kill(550_000, "a", 2_000_000),)
    )
    return live(plan_of("3.9", THROUGH, settings), [record(n) for n in range(1_000)])


def test_after_a_crash_at_least_once_processes_twice_what_was_not_committed_and_sends_it_twice():
    lived = crash(Guarantee.AT_LEAST_ONCE, 30_000)

    [killed] = lived.of("killed")
    again = killed.again["orders-0"]
    assert 500 < again < 560
    assert lived.of("came back")[0].offsets["orders-0"] == 0
    assert next(one.records for one in lived.summary.partitions if one.partition == "by-customer-0") == 1_000 + again
    assert lived.task("0_0").again == again


def test_after_a_crash_exactly_once_aborts_the_transaction_and_nobody_reads_what_was_in_it():
    lived = crash(Guarantee.BY_THREAD, 100)

    assert [one.records for one in lived.of("aborted")] == [lived.summary.aborted]
    assert 0 < lived.summary.aborted < 160
    assert next(one.records for one in lived.summary.partitions if one.partition == "by-customer-0") == (
        1_000 + lived.summary.aborted
    )
    # What the second task had done and not committed, it does again; nothing of what was aborted comes to it.
    assert next(one.records for one in lived.summary.nodes if one.node == "out") == 1_000 + lived.task("1_0").again


def test_readers_wait_for_the_commit_of_a_transaction():
    plain, once = (
        live(plan_of("3.9", THROUGH, runtime(commit_ms=100, guarantee=one)), [record(n) for n in range(300)])
        for one in (Guarantee.AT_LEAST_ONCE, Guarantee.BY_THREAD)
    )

    assert plain.summary.latency.median < 20_000 < 50_000 < once.summary.latency.median


def test_a_record_that_comes_after_grace_is_late_and_goes_no_further():
    windows = Operations(
        {"map": WindowedAggregate("counts", True, 1_000, 1_000, 500, emits_on_close=False)},
        {"counts": StorePlan("counts", StoreKind.WINDOWS)},
        {"counts": "map"},
    )
    nodes = [ORDERS[0], ORDERS[1], *THROUGH[0][2:]]
    records = [record(n, timestamp=time) for n, time in enumerate((100, 1_400, 900, 1_500, 900))]

    lived = live(plan_of("3.9", [nodes], operations=windows), records)

    assert [(one.node, one.timestamp, one.closed_until) for one in lived.of("late")] == [("map", 900, 1_000)]
    assert {one.node: one.records for one in lived.summary.nodes}["again"] == 4


def test_a_record_without_a_timestamp_ends_its_thread_with_the_words_of_kafka():
    lived = live(plan_of("3.9", [ORDERS]), [record(0), record(1, timestamp=-1)])

    assert "Input record has invalid (negative) timestamp." in lived.of("thread died")[0].why
    assert lived.summary.threads[0].died_of is not None


def test_repartition_topics_are_purged_by_their_own_interval_since_3_2():
    records = [record(n * 10) for n in range(300)]

    purged = {
        version: len(live(plan_of(version, THROUGH, runtime(commit_ms=100, purge_ms=1_000)), records).of("purged"))
        for version in ("3.1", "3.9", "4.3")
    }

    assert purged["3.1"] > 10
    assert 1 < purged["3.9"] < 5
    assert 1 < purged["4.3"] < 5


def test_half_of_the_time_between_polls_ends_a_turn_and_halves_n():
    slow = SimulationSettings(
        RuntimeSettings(most_between_polls_ms=10_000), nodes={"map": NodeSettings(micros=100_000)}
    )

    lived = live(plan_of("3.9", [ORDERS], slow), [record(0) for _ in range(300)])

    assert lived.of("poll is late") == []
    turns = [one.turn for one in lived.of("processed")]
    assert max(turns) < 12
    assert any(after == before // 2 for before, after in pairwise(turns))


def test_until_2_5_tasks_stand_by_their_hashes_and_later_by_their_ids():
    tasks = [TaskId(0, 0), TaskId(0, 2), TaskId(1, 0), TaskId(1, 1)]

    def order(version):
        return list(map(str, in_order(tasks, Behaviours(parse_version(version)))))

    assert order("2.5") == ["0_0", "1_0", "0_2", "1_1"]
    assert order("2.6") == ["0_0", "0_2", "1_0", "1_1"]


def test_a_record_that_cannot_be_read_is_dropped_and_told():
    bad = InputRecord(1, TopicPartition("orders", 0), "k", 1, is_readable=False)

    lived = live(plan_of("3.9", [ORDERS]), [record(0), bad, record(2)])

    assert [(one.offset, one.why) for one in lived.of("dropped")] == [(1, "unreadable")]
    assert lived.summary.partitions[0].committed == 3


def test_progress_is_told_while_one_thread_has_all_the_work():
    told = []

    summary = simulate(plan_of("3.9", [ORDERS]), [record(n) for n in range(5_000)], None, lambda *one: told.append(one))

    assert any(0 < processed < summary.processed for processed, _ in told)


def test_costs_are_what_the_end_of_a_way_takes():
    costs = SimulationSettings(costs=Costs(turn=0, fetch=1_000))

    lived = live(plan_of("3.9", [ORDERS], costs), [record(0)])

    assert lived.summary.latency.highest == 1_000 + 10


@pytest.mark.parametrize("version", ["2.5", "3.9"])
@pytest.mark.parametrize("buffered", [3, 1_000])
def test_a_run_goes_on_alike_where_its_nodes_are_looked_at(version, buffered):
    records = [record(n // 3, partition=n % 3, key=f"k{n % 7}", timestamp=n) for n in range(300)]

    def events_without_those_of_nodes(looked):
        settings = SimulationSettings(
            RuntimeSettings(most_buffered=buffered, commit_ms=20), nodes={"map": NodeSettings(700)}, looked=looked
        )
        lived = live(plan_of(version, THROUGH, settings, partitions=3, threads=2), records)
        return [one.to_line() for one in lived.events if not isinstance(one, NodeEvent)]

    looked_at = events_without_those_of_nodes(Looked(0, 10_000_000))

    assert sum('"processed"' in one for one in looked_at) == 600
    assert events_without_those_of_nodes(None) == looked_at
