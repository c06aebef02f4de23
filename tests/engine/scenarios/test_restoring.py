"""How copies are filled: shares of a rate, active tasks first, and what waits meanwhile."""

from tests.engine.scenarios.playing import COUNTS, answered, played, step_about


def test_active_tasks_are_whole_before_standbys():
    found = played("{at: 0s, start: all}", settings="num.standby.replicas: 1")
    restores = step_about(found, "Rebalance 1 ").restores

    active, standby = ([one.until_ms for one in restores if one.role == role] for role in ("active", "standby"))
    assert max(active) < min(standby)


def test_a_rate_of_each_thread_is_twice_as_fast_on_two_threads():
    text = """
    cluster: {clients: [{name: a, threads: 2}]}
    restore: {records.per.second: 1000, of: %s}
    state: {records: 10_000}
    events: [{at: 0s, start: all}]
    """
    ends = [
        answered(text % of, program=COUNTS, partitions="orders=1\npayments=1").played for of in ("client", "thread")
    ]

    assert [one.totals.stable_at_ms for one in ends] == [6_000 + 20_000, 6_000 + 10_000]


def test_from_2_6_to_3_7_a_thread_that_restores_processes_nothing_else():
    program = COUNTS + 'builder.stream("clicks").to("out");'
    text = "cluster: {clients: [{name: a}]}\nscenario: start-up\nstate: {records: 1000}\n"
    counts = "orders=1\npayments=1\nclicks=1"

    held_up = {
        version: {str(task) for step in found.steps for one in step.restores for task in one.held_up}
        for version in ("2.5.1", "2.6.3", "3.7.2", "3.8.1")
        if (found := answered(text, version, program, counts).played)
    }
    assert held_up == {"2.5.1": set(), "2.6.3": {"2_0"}, "3.7.2": {"2_0"}, "3.8.1": set()}


def test_a_standby_that_is_slower_than_its_changelog_never_gets_there():
    found = played("{at: 0s, start: all}", settings="num.standby.replicas: 1", writes=200_000, version="2.5.1")

    standbys = [one for step in found.steps for one in step.restores if one.role == "standby"]
    assert standbys
    assert all(one.until_ms is None for one in standbys)
