"""What becomes of threads and tasks: they start, restore, move, die, are fenced, and come back with what is trusted."""

from dataclasses import replace

import pytest

from tests.engine.simulation.playing import ORDERS, THROUGH, live, plan_of, record, with_group
from topoviz.engine.scenarios.model import RestoreRate
from topoviz.engine.simulation.nodes.settings import NodeSettings
from topoviz.engine.simulation.settings import (
    Clock,
    Fence,
    Guarantee,
    Kill,
    Punctuator,
    RuntimeSettings,
    SimulationSettings,
    SlowTransactions,
    Start,
    Stop,
)

RATE = RestoreRate(10_000)


def settings(*happenings, punctuators=(), nodes=None, **runtime):
    return SimulationSettings(
        RuntimeSettings(**{"commit_ms": 1_000, **runtime}),
        nodes=nodes or {},
        punctuators=punctuators,
        happenings=happenings,
    )


def states(lived, thread="a-1"):
    found = [one for one in lived.of("thread state") if one.thread == thread]
    return [found[0].before, *(one.state for one in found)]


def life_of(lived, task, role="active"):
    return [one.state if one.how is None else one.how for one in lived.of("task state")
            if (one.task, one.role) == (task, role)]  # fmt: skip


@pytest.mark.parametrize(
    ("version", "told"),
    [
        ("2.3.1", ["CREATED", "STARTING", "PARTITIONS_REVOKED", "PARTITIONS_ASSIGNED", "RUNNING"]),
        ("2.5.1", ["CREATED", "STARTING", "PARTITIONS_ASSIGNED", "RUNNING"]),
        ("4.3.1", ["CREATED", "STARTING", "PARTITIONS_ASSIGNED", "RUNNING"]),
    ],
)
def test_from_start_to_the_first_record_an_instance_joins_restores_and_initializes(version, told):
    plan = with_group(plan_of(version, [ORDERS], settings()), starts=True, records=20_000, rate=RATE)

    lived = live(plan, [record(0)])

    assert states(lived) == told
    assert life_of(lived, "0_0") == ["RESTORING", "RUNNING"]
    [opened], [began], [restored] = lived.of("stores initialized"), lived.of("restore began"), lived.of("restored")
    assert opened.changelogs == {"log-0": None}
    assert began.missing == {"log-0": 20_000}
    assert (restored.records, restored.took_us) == (20_000, 2_000_000)
    assert lived.of("topology initialized")[0].nodes == ("in", "map")
    # group.initial.rebalance.delay.ms is 3 s, and 20,000 records take 2 s.
    assert 5_000_000 <= lived.of("processed")[0].at < 5_100_000


def test_without_changelogs_nothing_is_restored():
    plan = replace(with_group(plan_of("3.9", [ORDERS], settings()), starts=True), stores={})

    lived = live(plan, [record(0)])

    assert lived.of("stores initialized")[0].changelogs == {}
    assert lived.of("restore began") == []
    assert lived.summary.processed == 1


@pytest.mark.parametrize(("version", "goes_on"), [("2.5.1", False), ("2.8.2", False), ("3.9.2", True)])
def test_while_a_task_restores_the_others_of_its_thread_go_on_since_3_8(version, goes_on):
    plan = plan_of(version, [ORDERS], settings(Kill(1_000_000, "b", None)), partitions=2)
    zero, one = plan.tasks
    plan = with_group(plan, ("a", "b"), ((zero,), (one,)), records=100_000, rate=RATE)

    lived = live(plan, [record(n * 50, "orders", n % 2) for n in range(600)])

    [restored] = [one for one in lived.of("restored") if one.task == "0_1"]
    meanwhile = [
        one for one in lived.of("processed") if restored.at - restored.took_us + 500_000 < one.at < restored.at
    ]
    assert restored.took_us > 9_000_000
    assert bool(meanwhile) is goes_on
    assert lived.summary.processed == 600 + lived.task("0_1").again


def test_an_instance_that_is_gone_for_longer_than_its_session_loses_its_tasks_to_others():
    plan = plan_of("3.9", [ORDERS], settings(Kill(2_700_000, "b", None)), partitions=2)
    zero, one = plan.tasks
    plan = with_group(plan, ("a", "b"), ((zero,), (one,)))

    lived = live(plan, [record(n * 10, "orders", n % 2) for n in range(3_000)])

    [gone] = lived.of("member gone")
    assert (gone.thread, gone.why) == ("b-1", "session")
    assert 2_700_000 + 7_000_000 <= gone.at <= 2_700_000 + 10_000_000
    [killed] = lived.of("killed")
    assert 0 < killed.again["orders-1"] < 110
    assert lived.task("0_1").thread == "a-1"
    assert lived.summary.processed == 3_000 + killed.again["orders-1"]


def test_a_static_member_that_is_back_in_time_has_its_tasks_without_a_rebalance():
    plan = plan_of("3.9", [ORDERS], settings(Kill(2_000_000, "a", 3_000_000)))

    static, dynamic = (
        live(with_group(plan, static=one), [record(n * 10) for n in range(400)]) for one in (True, False)
    )

    assert static.of("rebalance ended") == []
    assert static.of("came back")[0].offsets["orders-0"] > 0
    assert static.summary.ended < 7_000_000
    assert [one.why for one in dynamic.of("member gone")] == ["session"]
    assert dynamic.summary.ended > 9_000_000


def test_until_2_3_all_tasks_are_suspended_in_a_rebalance_and_since_2_4_only_those_that_move():
    def started(version):
        plan = plan_of(version, [ORDERS], settings(Start(2_000_000, "b", 1)), partitions=2)
        return live(with_group(plan), [record(n * 10, "orders", n % 2) for n in range(1_000)])

    eager, cooperative = started("2.3.1"), started("2.5.1")

    assert [one.tasks for one in eager.of("revoked") if one.thread == "a-1"] == [("0_0", "0_1")]
    # What comes back is resumed, and its processors are initialized again.
    assert life_of(eager, "0_0") == ["SUSPENDED", "RUNNING"]
    assert len(eager.of("rebalance ended")) == 1
    [revoked] = [one for one in cooperative.of("revoked") if one.thread == "a-1"]
    assert len(revoked.tasks) == 1
    assert len(cooperative.of("rebalance ended")) == 2
    for lived in (eager, cooperative):
        assert lived.summary.processed == 1_000
        assert {one.thread for one in lived.summary.tasks} == {"a-1", "b-1"}


def test_a_standby_takes_over_with_what_it_has():
    plan = plan_of("3.9", [ORDERS], settings(Kill(20_000_000, "a", None)))

    def fail_over(standbys):
        made = with_group(plan, ("a", "b"), records=50_000, rate=RATE, standbys=standbys, starts=True)
        return live(made, [record(n * 100) for n in range(400)])

    without, with_standby = fail_over(0), fail_over(1)

    missing = [
        sum(sum(one.missing.values()) for one in lived.of("restore began") if one.at > 20_000_000)
        for lived in (without, with_standby)
    ]
    assert missing[0] > 50_000
    assert missing[1] < 200
    assert life_of(with_standby, "0_0", "standby") == ["RUNNING", "SUSPENDED", "recycled"]


def test_a_thread_that_does_not_poll_in_time_loses_its_tasks_and_learns_it_when_it_commits():
    slow = Punctuator("slow", 0, Clock.WALL_CLOCK, 4_000, 9_000_000)
    plan = plan_of("3.9", [ORDERS], settings(punctuators=(slow,), most_between_polls_ms=5_000))

    lived = live(with_group(plan), [record(n * 10) for n in range(500)])

    gone = lived.of("member gone")[0]
    assert gone.why == "poll"
    migrated = lived.of("migrated")[0]
    assert migrated.exception == "CommitFailedException"
    assert gone.at < migrated.at
    assert migrated.again["orders-0"] > 0
    assert lived.task("0_0").again >= migrated.again["orders-0"]
    assert "dirty" in life_of(lived, "0_0")


@pytest.mark.parametrize(("version", "guarantee", "of"), [
    ("2.5.1", Guarantee.BY_TASK, "0_0"), ("3.9.2", Guarantee.BY_THREAD, None), ("4.3.1", Guarantee.BY_THREAD, None),
])  # fmt: skip
def test_a_fenced_producer_ends_in_tasks_that_are_closed_dirty_and_restored_whole(version, guarantee, of):
    plan = plan_of(version, THROUGH, settings(Fence(2_050_000, "a-1"), guarantee=guarantee, commit_ms=100))

    lived = live(with_group(plan, records=5_000, rate=RATE), [record(n * 10) for n in range(400)])

    [migrated] = lived.of("migrated")
    assert (migrated.exception, migrated.task) == ("ProducerFencedException", of)
    assert [one.records for one in lived.of("state wiped")] != []
    assert all(sum(one.missing.values()) > 5_000 for one in lived.of("restore began"))
    assert [one.why for one in lived.of("member gone")] == ["left"]
    # What the fenced producer sent and did not commit, nobody reads.
    node = next(one.records for one in lived.summary.nodes if one.node == "out")
    assert node == 400 + lived.task("1_0").again


@pytest.mark.parametrize(
    ("version", "outcomes", "died"),
    [
        ("2.5.1", ["thread dies"], "StreamsException: Failed to initialize task 0_0 due to timeout."),
        ("2.7.2", ["tries again"] * 8, None),
        ("2.8.2", ["tries again"] * 6 + ["thread dies"], "Task 0_0 did not make progress within 360000 ms."),
        ("3.9.2", ["thread dies"], "Timeout expired after 60000ms while awaiting InitProducerId"),
        ("4.3.1", ["tries again"] * 6 + ["thread dies"], "Task 0_0 did not make progress within 360000 ms."),
    ],
)
def test_init_transactions_that_take_too_long_end_the_thread_or_are_tried_again_by_version(version, outcomes, died):
    once = Guarantee.BY_TASK if version == "2.5.1" else Guarantee.BY_THREAD
    slow = SlowTransactions(0, 90_000_000, 480_000_000)
    plan = plan_of(version, [ORDERS], settings(slow, guarantee=once))

    lived = live(with_group(plan, starts=True), [record(0)])

    assert [one.outcome for one in lived.of("initTransactions timed out")] == outcomes
    assert lived.summary.processed == (died is None)
    assert died is None or died in lived.summary.threads[0].died_of


@pytest.mark.parametrize(("version", "written"), [("2.6.3", 5), ("2.8.2", 1), ("4.3.1", 0)])
def test_a_commit_writes_a_checkpoint_each_time_until_2_6_and_by_records_since_2_7(version, written):
    plan = plan_of(version, [ORDERS], settings())

    lived = live(with_group(plan, records=8_000), [record(n * 10 // 25) for n in range(11_000)])

    before_the_end = [one for one in lived.of("checkpoint") if one.at < 5_500_000]
    assert len(before_the_end) in (written, written + (version == "2.6.3"))


@pytest.mark.parametrize(("version", "written"), [("3.4.1", 0), ("3.5.2", 1), ("4.3.1", 0)])
def test_since_3_5_a_task_that_is_restored_leaves_a_checkpoint_at_once(version, written):
    plan = with_group(plan_of(version, [ORDERS], settings()), starts=True, records=500, rate=RATE)

    assert len(live(plan, [record(0)]).of("checkpoint")) == written


def test_a_task_that_resumes_has_its_punctuators_twice():
    # Kafka Streams cancels nothing when it suspends a task, and the processors schedule again when it resumes.
    beat = Punctuator("beat", 0, Clock.STREAM_TIME, 1_000)
    plan = plan_of("2.3.1", [ORDERS], settings(Start(2_000_000, "b", 1), punctuators=(beat,)), partitions=2)

    lived = live(with_group(plan), [record(n * 10, "orders", n % 2) for n in range(1_000)])

    resumed = lived.of("topology closed")[0].at
    times = [one.time for one in lived.of("punctuated") if one.task == "0_0" and one.at > resumed + 1_000_000]
    assert len(times) > len(set(times))


@pytest.mark.parametrize(("guarantee", "missing"), [(Guarantee.AT_LEAST_ONCE, 500), (Guarantee.BY_THREAD, 5_500)])
def test_after_a_crash_the_state_is_restored_from_the_checkpoint_or_whole_with_transactions(guarantee, missing):
    kill = Kill(5_050_000, "a", 1_000_000)
    plan = plan_of("3.9", [ORDERS], settings(kill, guarantee=guarantee, commit_ms=100))

    lived = live(with_group(plan, records=5_000, static=True), [record(n * 10) for n in range(800)])

    [began] = lived.of("restore began")
    assert missing <= began.missing["log-0"] < missing + 10
    assert bool(lived.of("state wiped")) is (guarantee is Guarantee.BY_THREAD)


def test_an_instance_that_is_closed_commits_closes_clean_and_leaves_a_checkpoint():
    plan = plan_of("3.9", [ORDERS], settings(Stop(2_050_000, "a", 1_000_000)))

    lived = live(with_group(plan, records=5_000, static=True), [record(n * 10) for n in range(400)])

    assert states(lived)[:3] == ["RUNNING", "PENDING_SHUTDOWN", "DEAD"]
    assert life_of(lived, "0_0")[:2] == ["SUSPENDED", "clean"]
    assert lived.of("restore began") == []
    assert lived.summary.processed == 400
    assert lived.task("0_0").again == 0


def test_since_2_8_an_exception_of_one_thread_ends_its_instance():
    bad = [record(n * 10, "orders", n % 2, timestamp=-1 if n == 50 else n) for n in range(100)]

    def ended(version):
        plan = plan_of(version, [ORDERS], settings(), partitions=2)
        return live(with_group(plan, ("a", "b"), tuple((one,) for one in plan.tasks)), bad)

    assert "StreamsException" in ended("3.9").of("thread died")[0].why
    # The record is read by whoever gets the task next, until nobody is left.
    assert len(ended("2.7").of("thread died")) == 2


@pytest.mark.parametrize(("version", "commits"), [("2.5.1", True), ("3.9.2", False)])
def test_a_rebalance_holds_commits_back_since_2_6(version, commits):
    # The rebalance that the new instance asks for waits until the session of the dead one is over.
    plan = plan_of(version, [ORDERS], settings(Kill(1_000_000, "b", None), Start(2_000_000, "c", 1), commit_ms=10))

    lived = live(with_group(plan, ("a", "b")), [record(n * 10) for n in range(1_200)])

    joined = next(one.at for one in lived.of("joined") if one.thread == "a-1")
    assigned = next(one.at for one in lived.of("assigned") if one.thread == "a-1")
    assert assigned - joined > 3_000_000
    assert any(joined < one.at < assigned for one in lived.of("processed"))
    assert any(joined < one.at < assigned for one in lived.of("committed")) is commits


def test_the_same_input_gives_the_same_lines_with_all_that_a_group_does():
    happenings = (Kill(2_000_000, "b", 4_000_000), Start(9_000_000, "c", 1), Stop(20_000_000, "a", None))
    plan = plan_of("3.9", THROUGH, settings(*happenings), partitions=3)
    plan = with_group(plan, ("a", "b"), records=2_000, rate=RATE, standbys=1, starts=True)
    records = [record(n * 10, "orders", n % 3, f"k{n % 9}") for n in range(3_000)]

    first, second = ([event.to_line() for event in live(plan, records).events] for _ in range(2))

    assert first == second
    assert any('"recycled"' in line for line in first)


def test_slow_nodes_do_not_keep_a_rebalance_from_ending():
    slow = {"map": NodeSettings(micros=400_000)}
    plan = plan_of("3.9", [ORDERS], settings(Start(1_000_000, "b", 1), nodes=slow), partitions=2)

    lived = live(with_group(plan), [record(0, "orders", n % 2) for n in range(60)])

    assert lived.summary.processed == 60
    assert {one.thread for one in lived.summary.tasks} == {"a-1", "b-1"}


def test_an_instance_that_stops_while_the_group_is_formed_gets_nothing_and_the_other_has_all():
    plan = with_group(
        plan_of("3.9.2", [ORDERS], settings(Stop(2_500_000, "b", 60_000_000)), partitions=2),
        ("a", "b"), starts=True, records=2_000, rate=RestoreRate(10_000),
    )  # fmt: skip

    lived = live(plan, [record(n * 10, partition=n % 2) for n in range(300)])

    first, *_ = lived.of("rebalance ended")
    assert (first.active["a-1"], "b-1" in first.active) == (("0_0", "0_1"), False)
    assert lived.summary.processed == 300
