"""When a rebalance begins and ends, and what that costs each version."""

from tests.engine.scenarios.playing import played, step_about, tasks_of


def test_an_empty_group_waits_twice_when_more_members_come_and_once_for_one():
    alone = played("{at: 0s, start: [a]}\n{at: 0s, wait: 1s}".replace("[a]", "a"), program=ONE, partitions="orders=1")
    together = played("{at: 0s, start: all}")

    # One client of two threads: the second member makes the coordinator wait once more.
    assert step_about(alone, "Rebalance 1 ").at_ms == 6_000
    assert step_about(together, "Rebalance 1 ").at_ms == 6_000


def test_a_killed_client_is_noticed_when_its_session_is_over():
    for version, least in (("2.8.2", 10_000), ("3.9.2", 45_000)):
        found = played("{at: 0s, start: all}\n{at: 10m, kill: b}", version=version)
        gone = step_about(found, "no heartbeat")
        # The session began with its last heartbeat, up to 3 s before; the others hear of it up to 3 s later.
        assert least - 3_000 <= gone.at_ms - 600_000 <= least + 3_000


def test_whoever_comes_back_before_its_session_is_over_waits_for_its_own_former_self():
    found = played("{at: 0s, start: all}\n{at: 10m, stop: b}\n{at: 610s, restart: b}")
    [again] = [step for step in found.steps if "Rebalance 2 " in step.event]

    assert "2 members of b joined. 2 members of b sent no heartbeat" in again.cause
    assert again.at_ms - 600_000 > 40_000


def test_static_members_that_come_back_in_time_keep_their_tasks_without_a_rebalance():
    found = played("{at: 0s, start: all}\n{at: 10m, stop: b}\n{at: 610s, restart: b}", settings="group.instance.id: x")
    back = step_about(found, "b starts again")

    assert found.totals.rebalances == 1
    assert "without a rebalance" in back.notes[0]
    assert found.totals.longest_without_owner_ms == 10_000


def test_until_2_3_a_rebalance_also_stops_the_tasks_that_stay():
    def stopped_and_stayed(version: str) -> set[str]:
        found = played("{at: 0s, start: [a]}\n{at: 10m, start: [b]}", version=version, program=ONE)
        second = step_about(found, "Rebalance 2 ")
        return {str(one.task) for one in second.without_owner}.intersection(tasks_of(second, "a"))

    # The thread that joins last stops for no time at all.
    assert stopped_and_stayed("2.3.1")
    assert not stopped_and_stayed("2.8.2")


ONE = 'builder.stream("orders").groupByKey().count(Materialized.as("per-customer"));'
