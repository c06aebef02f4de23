"""Clusters as text, made up and read back."""

from collections.abc import Sequence
from itertools import pairwise
from random import Random as Dice

from tests.oracle.assignment.answers import Answer, Refused, answer_lines, in_common, read_answer
from tests.oracle.assignment.clusters import Cluster, read_cluster, runs, to_text, unrun
from tests.oracle.assignment.generator import make_cluster, next_cluster
from tests.oracle.assignment.shrink import shrink
from topoviz.engine.tasks.task_id import TaskId, parse_task_id


def _dice(seed: int) -> Dice:
    return Dice(seed)  # noqa: S311 - nothing secret


def test_made_up_clusters_come_back_from_their_text() -> None:
    random = _dice(1)
    clusters = [make_cluster(random, f"number {number}") for number in range(60)]

    assert [read_cluster(to_text(cluster)) for cluster in clusters] == clusters


def test_one_seed_gives_the_same_clusters_again() -> None:
    first, second = ([to_text(make_cluster(_dice(seed), "")) for seed in range(20)] for _ in range(2))

    assert first == second


def test_tasks_in_a_row_stand_as_one_word_in_the_order_given() -> None:
    tasks = [parse_task_id(text) for text in ("1_4", "0_0", "0_1", "0_2", "2_2", "2_1")]

    assert runs(tasks) == "1_4 0_0-2 2_2 2_1"
    assert list(unrun(runs(tasks))) == tasks


def test_answers_come_back_from_their_lines() -> None:
    few = [
        f"Unable to assign 1 of 2 standby tasks for task [{task}]. More is wanted." for task in ("0_1", "0_2", "1_0")
    ]
    answer = Answer(
        {"c1/1": ((TaskId(0, 1), TaskId(0, 2)), ()), "c1/2": ((), (TaskId(1, 0),))},
        ("probing", "next-rebalance c1/1 0"),
        (*few, "Nothing to see here.", few[0]),
    )
    refused = Refused("java.lang.IllegalStateException", "no: task 1_0")

    assert read_answer(list(answer_lines(answer))) == answer
    assert read_answer(list(answer_lines(refused))) == refused


def test_what_was_given_is_what_clients_had_before_the_next_rebalance() -> None:
    random = _dice(3)
    cluster = make_cluster(random, "first")
    given = {client.name: (tuple(cluster.tasks) if at == 0 else (), ()) for at, client in enumerate(cluster.clients)}

    following = next_cluster(random, cluster, Answer(given), "second")
    had = {task for client in following.clients for thread in client.threads for task in thread.active}

    assert had in (set(cluster.tasks), set())  # nothing when that client is gone, or lost its state
    assert [client.name for client in following.clients] == [f"c{at}" for at in range(1, len(following.clients) + 1)]


def test_only_what_all_answers_share_is_kept_of_what_is_chance() -> None:
    one, two = TaskId(0, 0), TaskId(0, 1)
    answers = [Answer({"c1": ((one,), (two,))}), Answer({"c1": ((one,), ())})]

    assert in_common(answers) == Answer({"c1": ((one,), ())}, ("standbys are not determined",))
    assert in_common([answers[0], Answer({"c1": ((two,), ())})]) == Answer({}, ("tasks are not determined",))


def test_a_cluster_is_made_as_small_as_what_is_wrong_with_it_allows() -> None:
    sizes: list[int] = []

    def has_two_clients_and_five_tasks(candidates: Sequence[Cluster]) -> list[bool]:
        sizes.extend(len(one.tasks) for one in candidates)
        return [len(one.clients) >= 2 and len(one.tasks) >= 5 for one in candidates]

    made = next(one for one in (make_cluster(_dice(seed), "") for seed in range(99)) if len(one.clients) > 5)
    small = shrink(made, has_two_clients_and_five_tasks)

    assert (len(small.clients), len(small.tasks)) == (2, 5)
    assert all(not client.lags and len(client.threads) == 1 for client in small.clients)
    assert any(before > after for before, after in pairwise(sizes))
