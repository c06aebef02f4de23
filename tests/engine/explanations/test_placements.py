"""Each reason why a task is somewhere is said in a sentence with the numbers that decided."""

from uuid import UUID

import pytest

from topoviz.engine.assignment.assignors.registry import assignor_for
from topoviz.engine.assignment.problem import RUNNING, UNKNOWN_LAG, AssignmentProblem, ClientState
from topoviz.engine.assignment.result import Because, Placement, Reason, Role
from topoviz.engine.assignment.settings import AssignmentSettings
from topoviz.engine.explanations import placements
from topoviz.engine.explanations.placements import why_in_words, why_on_client, why_on_thread
from topoviz.engine.tasks.task_id import TaskId
from topoviz.engine.versions import Behaviours, parse_version

A, B, C = (UUID(int=number) for number in (1, 2, 3))
NAMES = {str(A): "a", str(B): "b", str(C): "c"}
TAGS = "zone=1"


def said(because, role=Role.ACTIVE, on=A, **facts):
    return why_on_client(Placement(TaskId(0, 1), on, role, Reason(because, facts)), NAMES)


SENTENCES = [
    (
        said(Because.RAN_HERE, active=2, quota=4, threads=4),
        "Kept on a: it ran there before, and a has 3 of at most 4 active tasks.",
    ),
    (said(Because.RAN_HERE), "Kept on a: it ran there before."),
    (
        said(Because.RAN_HERE, quota=2, tasks=0, members=2),
        "Kept on a: it ran there before, and that thread has 1 of at most 2 tasks.",
    ),
    (
        said(Because.HAD_STANDBY, tasks=1, threads=2, full=str(B), full_tasks=4, full_threads=2),
        ("On a: it had a standby there before, and a is not full with 1 on 2 threads; b had it before, but is full "
        "with 4 on 2 threads."),
    ),
    (
        said(Because.LEAST_LOADED, on=B, tasks=2, threads=4, clients=3),
        "On b: it has the fewest tasks for its threads, 2 on 4 threads.",
    ),
    (
        said(Because.LEAST_LOADED, processes=3, process_tasks=2, passed=0, tasks=1, members=2),
        "On a: it has the fewest tasks for its threads of 3 clients, 2 on 2 threads.",
    ),
    (
        said(Because.NEW_PAIR, tasks=2, threads=1, clients=3, passed=1),
        ("On a: it has 2 on 1 thread, and this task has not been there with one of them yet; 1 client with no more "
        "tasks for their threads had only such as it has been with."),
    ),
    (
        said(Because.IN_TURN, turn=3, of=8, clients=2, lag=0, limit=10_000),
        ("On a: stateful tasks are dealt in turn to 2 clients, and this one is number 3 of 8. Its copy there is "
        "complete, within acceptable.recovery.lag = 10,000."),
    ),
    (
        said(Because.BALANCED, **{"from": str(B)}, tasks_there=4, threads_there=1, tasks_here=2, threads_here=1),
        "On a: moved from b, which had 4 on 1 thread, while a had 2 on 1 thread.",
    ),
    (
        said(Because.CAUGHT_UP, lag=RUNNING, limit=10_000, intended=str(B), intended_lag=52_000, caught_up=2),
        "On a: it runs there now; so is 1 other client. It shall run on b, where its copy is 52,000 records behind.",
    ),
    (
        said(Because.PROMOTED, lag=1, limit=0, intended=str(B), intended_lag=UNKNOWN_LAG, caught_up=1),
        ("On a, where it was a standby: its copy there is 1 record behind. It shall run on b, where its copy is behind "
        "by an unknown number of records."),
    ),
    (
        said(Because.LEAST_LAG, lag=20_000, limit=10_000, intended=str(C), intended_lag=30_000, caught_up=0),
        ("On a: no client is caught up, and this one is nearest: its copy there is 20,000 records behind. It shall run "
        "on c, where its copy is 30,000 records behind."),
    ),
    (
        said(Because.CATCHING_UP, Role.WARM_UP, C, lag=52_000, limit=10_000, active_on=str(B), number=1, most=2),
        ("Warm-up on c: its copy is 52,000 records behind, more than acceptable.recovery.lag = 10,000; b goes on "
        "meanwhile. It is warm-up number 1 of at most 2 (max.warmup.replicas)."),
    ),
    (
        said(Because.STEPPED_BACK, Role.STANDBY, lag=52_000, active_on=str(B), active_lag=RUNNING),
        "Standby on a: its copy is 52,000 records behind; b, which is running, took it over.",
    ),
    (
        said(Because.RACK, **{"from": str(B)}, rack_there="r2", rack="r1", far_there=2, far_here=0),
        "On a in rack r1: moved from b in rack r2, so that the task has 0 instead of 2 partitions in other racks.",
    ),
    (
        said(Because.OTHER_TAGS, Role.STANDBY, tasks=1, threads=2, clients=2, tags=TAGS, apart_from="zone=2"),
        "Standby on a (zone=1): it has the fewest tasks for its threads, 1 on 2 threads, of those apart from zone=2.",
    ),
    (
        said(Because.NOTHING_BETTER, put="in-turn", turn=1, of=2, clients=2, lag=52_000, limit=10_000),
        ("On a: its copy is 52,000 records behind, more than acceptable.recovery.lag = 10,000, but no other client is "
        "nearer."),
    ),
    (said(Because.ONLY_CLIENT, clients=1), "On a: there is no other client."),
    (said(Because.ONLY_CLIENT, Role.STANDBY, clients=2), "Standby on a: it is the only client without the task."),
]  # fmt: skip


@pytest.mark.parametrize(("sentence", "expected"), SENTENCES)
def test_it_says_why_with_numbers(sentence, expected):
    assert sentence == expected


@pytest.mark.parametrize("because", Because)
def test_every_reason_has_a_sentence_and_a_meaning(because):
    assert because in placements._SENTENCES
    assert why_in_words(because).endswith(".")


@pytest.mark.parametrize("version", ["2.3.1", "2.8.2", "3.9.2", "4.3.1"])
@pytest.mark.parametrize("kept", [0, 2, 4])
def test_every_placement_of_a_real_assignor_has_a_sentence(version, kept):
    """With one client that had everything, one that has nothing, and one that lags."""
    tasks = tuple(TaskId(0, number) for number in range(6))
    had = tasks[:kept]
    behaviours = Behaviours(parse_version(version))
    clients = (
        ClientState(A, 2, had, lags=dict.fromkeys(had, RUNNING)),
        ClientState(B, 2, (), had, lags=dict.fromkeys(had, 20_000)),
        ClientState(C, 1),
    )
    problem = AssignmentProblem(
        behaviours,
        AssignmentSettings(num_standby_replicas=1),
        tasks,
        frozenset(tasks[:4]),
        clients,
        lags_without_state=dict.fromkeys(tasks, 50_000),
    )
    for placement in assignor_for(behaviours, None).assign(problem).placements:
        assert why_on_client(placement, NAMES).endswith(".")


def test_threads_are_explained_too():
    reason = Reason(Because.BALANCED, {"from": "x-StreamThread-1", "least": 2})
    names = {"x-StreamThread-1": "thread 1"}
    assert (
        why_on_thread(reason, "thread 2", names) == "On thread 2: thread 1 had it before, and has 2 tasks without it."
    )
    assert why_on_thread(Reason(Because.RAN_HERE), "thread 2", names) == "thread 2 had it before."
    assert "dealt in turn" in why_on_thread(Reason(Because.IN_TURN), "thread 2", names)
