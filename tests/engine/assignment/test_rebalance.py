"""A rebalance gives every thread what the real leader gives it, and says what follows and what it rests on."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.engine.assignment.clusters import application, client, rebalanced, shown
from topoviz.engine.assignment.failure import AssignmentFails
from topoviz.engine.assignment.next_cluster import next_cluster
from topoviz.engine.assignment.rebalance import rebalance

FIRST = Path("tests/fixtures/first_assignments.txt").read_text(encoding="utf-8").split("\n\n")[1:]


@pytest.mark.parametrize("case", FIRST, ids=lambda case: " at ".join(line[6:].strip() for line in case.split("\n")[:2]))
def test_figures_of_the_articles_are_what_the_real_leader_gives(case: str) -> None:
    _, version, widths, *threads = (line.split(" ", 1)[1] for line in case.strip().split("\n"))
    expected = {name: tasks for name, _, tasks in (thread.partition(": ") for thread in threads)}
    counts = {name: sum(thread[0] == name for thread in expected) for name in "ab"}
    found = rebalanced(application(widths, version), *(client(name, *[""] * counts[name]) for name in "ab"))
    assert shown(found) == expected
    assert found.follow_up.is_stable
    assert not found.idle_threads
    assert not found.doubts


def test_a_task_waits_until_its_thread_gave_it_back_and_then_comes() -> None:
    app = application("4", "4.3")
    first = rebalanced(app, client("a", "0_0 0_1 0_2 0_3"), client("b", ""))
    assert shown(first) == {"a 1": "0_0 0_2", "b 1": "0_1? 0_3?"}
    assert first.follow_up.at_once == ("b-StreamThread-1-consumer-1",)
    assert [str(task) for task in first.clients[0].threads[0].revoked] == ["0_1", "0_3"]
    second = rebalance(next_cluster(first), app)
    assert shown(second) == {"a 1": "0_0 0_2", "b 1": "0_1 0_3"}
    assert second.follow_up.is_stable


def test_until_2_3_nothing_waits() -> None:
    found = rebalanced(application("4", "2.3.1"), client("a", "0_0 0_1 0_2 0_3"), client("b", ""))
    assert sorted(shown(found).values()) == ["0_0 0_1", "0_2 0_3"]
    assert found.follow_up.is_stable


def test_a_new_client_warms_up_before_it_gets_tasks_and_the_leader_looks_again() -> None:
    app = application("4s", "3.9.2", end=50_000)
    first = rebalanced(app, client("a", "0_0 0_1 0_2 0_3"), client("b", ""))
    assert shown(first) == {"a 1": "0_0 0_1 0_2 0_3", "b 1": "(0_1) (0_3)"}
    assert (first.follow_up.probing, first.follow_up.probing_after_ms) == ("a-StreamThread-1-consumer-1", 600_000)
    warmed = next_cluster(first)
    assert {str(task): lag for task, lag in warmed.clients[1].lags.items()} == {"0_1": 50_000, "0_3": 50_000}
    caught_up = replace(warmed, clients=(warmed.clients[0], replace(warmed.clients[1], lags={})))
    second = rebalance(caught_up, app)
    assert [held.task for held in second.clients[1].threads[0].withheld] == list(warmed.clients[1].threads[0].standby)
    last = rebalance(next_cluster(second), app)
    assert shown(last) == {"a 1": "0_0 0_2", "b 1": "0_1 0_3"}
    assert last.follow_up.is_stable


@pytest.mark.parametrize(
    ("version", "had", "gets"), [("2.8.2", "/ 0_2", "0_2? 0_3? / 0_2 0_3"), ("3.9.2", "/ 0_0", "0_0? 0_1? / 0_0")]
)
def test_what_waits_is_kept_as_a_standby_later_only_where_it_was_one(version: str, had: str, gets: str) -> None:
    app = application("4s", version, assignor="sticky")
    assert shown(rebalanced(app, client("a", "0_0 0_1 0_2 0_3"), client("b", had)))["b 1"] == gets


def test_without_ends_of_changelogs_tasks_stay_and_the_leader_tries_again() -> None:
    found = rebalanced(application("4s", "3.9.2", end=None), client("a", "0_0 0_1 0_2 0_3"), client("b", ""))
    assert found.assignor.name == "fallback-prior"
    assert shown(found) == {"a 1": "0_0 0_1 0_2 0_3", "b 1": ""}
    assert found.follow_up.probing is not None
    assert "Failed to fetch end offsets" in found.warnings[-1]
    assert "endOffsetSum=-3 smaller than offsetSum=0" in found.warnings[0]


def test_threads_of_one_client_move_all_its_tasks_at_2_5_when_one_has_to_move() -> None:
    even = rebalanced(application("6", "2.5.1"), client("a", "0_1 0_5", "0_0 0_2"))
    assert shown(even) == {"a 1": "0_1 0_3 0_5", "a 2": "0_0 0_2 0_4"}
    uneven = rebalanced(application("4", "2.5.1"), client("a", "0_1 0_2 0_3", "0_0"))
    assert shown(uneven) == {"a 1": "0_2 0_0?", "a 2": "0_1? 0_3?"}


def test_state_of_a_task_that_is_gone_makes_leaders_before_3_1_fail() -> None:
    had = client("a", "0_0", stored="7_0")
    with pytest.raises(AssignmentFails, match="Tried to lookup lag for unknown task 7_0"):
        rebalanced(application("1s", "2.8.2"), had)
    assert shown(rebalanced(application("1s", "3.1.2"), had)) == {"a 1": "0_0"}


def test_what_the_answer_rests_on_is_said() -> None:
    random = client("a", "", "")
    random = replace(random, threads=tuple(replace(thread, consumer_id=None) for thread in random.threads))
    assert any("ids of their consumers" in doubt for doubt in rebalanced(application("4", "2.3.1"), random).doubts)
    assert not rebalanced(application("4", "3.9.2"), random).doubts
    made_up = replace(client("b", ""), has_process_id=False)
    assert any("process ids of b" in doubt for doubt in rebalanced(application("4", "3.9.2"), random, made_up).doubts)
    unsized = replace(application("4s", "3.9.2"), ends={})
    doubts = rebalanced(unsized, client("a", "0_0 0_1"), client("b", "")).doubts
    assert any("How many records the changelogs of 0_0, 0_1 hold" in doubt for doubt in doubts)


def test_in_a_streams_group_brokers_assign_to_each_thread_and_tasks_come_without_another_rebalance() -> None:
    app = application("4s", "4.3", assignor="streams-group")
    first = rebalanced(app, client("a", "0_0 0_1", "0_2 0_3"), client("b", ""))
    waits = [held.task for held in first.clients[1].threads[0].withheld]
    assert len(waits) == 1
    assert waits == [task for thread in first.clients[0].threads for task in thread.revoked]
    assert first.follow_up.is_stable
    after = next_cluster(first)
    assert list(after.clients[1].threads[0].active) == waits
    assert shown(rebalance(after, app)) == {
        f"{one.name} {place}": " ".join(map(str, thread.active))
        for one in after.clients
        for place, thread in enumerate(one.threads, 1)
    }
