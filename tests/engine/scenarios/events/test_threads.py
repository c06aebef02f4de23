"""A client gets more or fewer stream threads."""

from tests.engine.scenarios.playing import played, step_about

MORE = "{at: 0s, start: all}\n{at: 10m, threads: {client: a, threads: 4}}"
FEWER = "{at: 0s, start: all}\n{at: 10m, threads: {client: a, threads: 1}}"


def test_new_threads_join_without_a_restart():
    found = played(MORE)

    assert "2 members of a joined." in step_about(found, "Rebalance 2 ").cause
    assert len(found.steps[-1].rebalance.clients[0].threads) == 4


def test_the_first_threads_leave_at_once():
    found = played(FEWER)

    assert "1 member of a left the group." in step_about(found, "Rebalance 2 ").cause
    assert found.totals.longest_without_owner_ms < 10_000
    assert [thread.name for thread in found.steps[-1].rebalance.clients[0].threads] == ["StreamThread-2"]


def test_before_2_8_the_client_is_restarted():
    found = played(MORE, version="2.7.2")

    step = step_about(found, "starts again at once with 4 stream threads")
    assert "2.8.0 can (KIP-663)" in step.cause
