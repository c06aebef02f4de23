"""What the engine works out of a rebalance is what the picture shows."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.engine.assignment.clusters import application, client, rebalanced
from tests.rendering.assignment.holding import tasks
from topoviz.engine.assignment.rebalance import rebalance
from topoviz.engine.cluster.model import Cluster
from topoviz.rendering.assignment.draw import cards_of
from topoviz.rendering.assignment.of_rebalance import holding_after, thread_name
from topoviz.rendering.assignment.views import parse_tasks_view
from topoviz.rendering.cards.model import RowKind

ARTICLE = Path("tests/fixtures/first_assignments.txt").read_text(encoding="utf-8").split("\n\n")[1:]


def rows(scene, holding, view):
    """List what stands on threads: client, thread, task and what is said of it."""
    cards = cards_of(scene, holding, parse_tasks_view(view))
    frames = {group.id: group.title for group in cards.groups}
    return {
        f"{frames[card.group]} {card.steps[0].title[-1]}": [
            " ".join((row.box.title, *row.box.facts)) for row in card.rows if row.kind is RowKind.TASK
        ]
        for card in cards.cards
        if card.key.startswith("h")
    }


def rebalanced_article(version, *clients):
    """Rebalance the topology of two groups with five and four tasks."""
    scene, found = tasks()
    app = replace(application("5,4", version), tasks=found.tasks)
    return scene, found, app, rebalance(Cluster(clients), app)


@pytest.mark.parametrize("case", [case for case in ARTICLE if "5,4" in case.split("\n")[2]], ids=lambda case: case[:40])
def test_two_clients_of_two_threads_have_what_the_real_leader_gives(case):
    _, version, _, *threads = (line.split(" ", 1)[1] for line in case.strip().split("\n"))
    expected = {name: set(given.split()) for name, _, given in (thread.partition(": ") for thread in threads)}
    scene, found, _, answer = rebalanced_article(version, client("a", "", ""), client("b", "", ""))

    shown = rows(scene, holding_after(found, answer), "tasks-threads")

    assert {name: set(given) for name, given in shown.items()} == expected


def test_a_client_that_dies_stands_there_with_where_its_tasks_go():
    alive, dead = client("a", "0_0 0_1 0_2 0_3 0_4"), client("b", "1_0 1_1 1_2 1_3")
    scene, found, _, answer = rebalanced_article("4.3", alive)

    shown = rows(scene, holding_after(found, answer, before=(alive, dead)), "tasks-moves")

    assert shown["a 1"][-4:] == ["1_0 from b", "1_1 from b", "1_2 from b", "1_3 from b"]
    assert shown["b 1"] == ["1_0 to a", "1_1 to a", "1_2 to a", "1_3 to a"]


def test_what_a_thread_waits_for_is_said():
    scene, found, _, answer = rebalanced_article(
        "4.3", client("a", "0_0 0_1 0_2 0_3 0_4 1_0 1_1 1_2 1_3"), client("b", "")
    )

    waiting = rows(scene, holding_after(found, answer), "tasks")["b 1"]

    assert len(waiting) == 4
    assert all(one.endswith("waits for a") for one in waiting)


def test_copies_and_warm_ups_are_what_they_are():
    app = application("4s", "3.9.2", end=50_000)
    answer = rebalanced(app, client("a", "0_0 0_1 0_2 0_3"), client("b", "", lags={"0_1": 20_000}))
    holding = holding_after(tasks()[1], answer)

    roles = {str(held.task): (held.role.value, held.lag) for held in holding.clients[1].threads[0].tasks}
    assert roles == {"0_1": ("warm-up", 20_000), "0_3": ("warm-up", None)}


def test_a_thread_is_called_by_its_own_part_of_its_name():
    assert thread_name("orders-5e1c-StreamThread-12") == "StreamThread-12"
    assert thread_name("worker") == "worker"
