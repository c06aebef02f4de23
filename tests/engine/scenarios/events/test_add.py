"""Clients are added."""

from tests.engine.scenarios.playing import played, step_about


def test_added_clients_get_names_and_join():
    found = played("{at: 0s, start: all}\n{at: 10m, add: {count: 2, threads: 3}}")

    added = step_about(found, "2 more clients of 3 threads each start: added-1 to added-2.")
    assert added.at_ms == 600_000
    assert "3 members of added-1 and 3 members of added-2 joined." in step_about(found, "added-1 and").cause
    assert len(found.steps[-1].rebalance.clients) == 4


def test_more_threads_than_tasks_are_idle():
    found = played("{at: 0s, start: all}\n{at: 10m, add: {count: 2, threads: 4}}", partitions="orders=1")

    assert found.totals.idle_threads == 12 - 2
