"""Where the high-availability assignor lets tasks run, and the numbers by which it says why."""

from dataclasses import replace

import pytest

from tests.engine.assignment.problems import client, placement, problem, shown, tasks
from topoviz.engine.assignment.assignors.high_availability import assign
from topoviz.engine.assignment.failure import AssignmentFails
from topoviz.engine.assignment.problem import NO_COPY, RUNNING, UNKNOWN_LAG, AssignmentProblem
from topoviz.engine.assignment.result import Because
from topoviz.engine.tasks.task_id import parse_task_id

ALL = 50_000


def lagging(given: AssignmentProblem, *lags: str, **settings: int) -> AssignmentProblem:
    """Give each client its lags, written `0_0=5`; whoever has nothing of a task lags by all its records."""
    clients = tuple(
        replace(one, lags={parse_task_id(task): int(lag) for task, lag in (word.split("=") for word in text.split())})
        for one, text in zip(given.clients, lags, strict=True)
    )
    return replace(
        given,
        clients=clients,
        lags_without_state=dict.fromkeys(given.tasks, ALL),
        settings=replace(given.settings, **settings),
    )


def test_a_second_instance_warms_up_what_it_shall_take_and_takes_it_once_it_has_caught_up():
    two = problem(client(1), client(2), counts=(4,))
    running = " ".join(f"0_{number}={RUNNING}" for number in range(4))

    joined = assign(lagging(two, running, "", max_warmup_replicas=1))

    assert shown(joined) == {1: "0_0 0_1 0_2 0_3 /", 2: "/"}
    assert joined.is_probing
    assert joined.clients[1].warm_ups == tasks("0_1")
    warm_up = placement(joined, "0_1", "warm-up").reason
    assert (warm_up.because, warm_up.facts["lag"], warm_up.facts["limit"]) == (Because.CATCHING_UP, NO_COPY, 10_000)
    assert placement(joined, "0_3").reason.facts["intended_lag"] == NO_COPY

    caught_up = assign(lagging(two, running, "0_1=10000 0_3=10001"))

    assert shown(caught_up) == {1: "0_0 0_2 0_3 /", 2: "0_1 /"}
    assert caught_up.clients[1].warm_ups == tasks("0_3")


def test_a_copy_that_is_caught_up_becomes_the_task_itself():
    given = lagging(problem(client(1), client(2), counts=(2,), standbys=1), f"0_0={RUNNING} 0_1=7", "")

    result = assign(given)

    assert shown(result)[1] == "0_0 0_1 /"
    promoted, stepped_back = placement(result, "0_1").reason, placement(result, "0_1", "standby").reason
    assert (promoted.because, promoted.facts["lag"]) == (Because.PROMOTED, 7)
    assert (stepped_back.because, stepped_back.facts["lag"]) == (Because.STEPPED_BACK, NO_COPY)


def test_what_lags_stays_where_nobody_is_nearer():
    result = assign(lagging(problem(client(1), client(2), counts=(2,)), "0_0=20000", "0_1=20000"))

    reason = placement(result, "0_0").reason
    assert (reason.because, reason.facts["lag"], reason.facts["put"]) == (Because.NOTHING_BETTER, 20_000, "in-turn")
    assert not result.is_probing


@pytest.mark.parametrize(("version", "owner"), [("3.1.2", 1), ("3.2.0", 2)])
def test_only_since_3_2_a_task_goes_to_a_client_that_is_nearer_without_being_near(version: str, owner: int):
    given = lagging(problem(client(1), client(2), counts=(1,), version=version), "", "0_0=20000")

    found = placement(assign(given), "0_0")

    assert found.process_id.int == owner
    assert found.reason.because is (Because.LEAST_LAG if owner == 2 else Because.NOTHING_BETTER)


def test_a_lag_that_is_not_known_counts_as_less_than_any_other():
    given = lagging(problem(client(1), client(2), counts=(1,)), "0_0=20000", f"0_0={UNKNOWN_LAG}")

    assert placement(assign(given), "0_0").process_id.int == 2


def test_clients_with_more_threads_get_more_and_ids_above_the_middle_come_first():
    high = replace(client(0, threads=1), process_id=type(client(0).process_id)(int=15 << 124))
    given = lagging(problem(client(1, threads=3), high, counts=(4,)), "", "", acceptable_recovery_lag=ALL)

    result = assign(given)

    assert [len(one.active) for one in result.clients] == [1, 3]
    assert result.clients[0].process_id == high.process_id
    moved = placement(result, "0_0").reason
    assert moved.because is Because.BALANCED
    assert {name: moved.facts[name] for name in ("tasks_there", "tasks_here", "threads_here")} == {
        "tasks_there": 2,
        "tasks_here": 2,
        "threads_here": 3,
    }


def test_tasks_without_state_go_where_few_run():
    given = problem(client(1), client(2, threads=2), counts=(3,), stateful=False)

    result = assign(given)

    assert shown(result) == {1: "0_0 /", 2: "0_1 0_2 /"}
    assert placement(result, "0_2").reason.facts == {"tasks": 1, "threads": 2, "clients": 2}


@pytest.mark.parametrize(
    ("version", "what"), [("2.8.2", "threads and/or application instances"), ("3.0.0", "number of application")]
)
def test_a_standby_that_nobody_can_take_is_warned_of_in_the_words_of_the_version(version: str, what: str):
    result = assign(lagging(problem(client(1), counts=(1,), standbys=1, version=version), ""))

    [warning] = result.warnings
    assert warning.startswith("Unable to assign 1 of 1 standby tasks for task [0_0]. ")
    assert what in warning


def test_without_clients_it_fails_as_kafka_does():
    with pytest.raises(AssignmentFails, match="NoSuchElementException"):
        assign(problem(counts=(1,)))
