"""What became of each task in a rebalance, on the thread where it is and on the one it leaves."""

from tests.rendering.assignment.holding import holder
from topoviz.engine.assignment.result import Role
from topoviz.engine.tasks.task_id import TaskId
from topoviz.rendering.assignment.holders import Held, Holder, Thread
from topoviz.rendering.assignment.moves import moved
from topoviz.rendering.picture import Change


def became(before, after):
    """List what became of tasks: client, thread, task, change and words."""
    return [
        (one.client.name, thread.name[-1], str(task.held.task), task.change.value, task.said)
        for one in moved(before, after)
        for thread in one.threads
        for task in thread.tasks
    ]


def test_when_a_client_dies_its_copies_are_promoted_and_the_rest_moves():
    before = (holder("a", "0_0 standby:1_0"), holder("b", "1_0 0_1"))

    assert became(before, (holder("a", "0_0 0_1 1_0"),)) == [
        ("a", "1", "0_0", "same", ""),
        ("a", "1", "0_1", "moved", "from b"),
        ("a", "1", "1_0", "promoted", "was standby here"),
        ("b", "1", "0_1", "gone", "to a"),
        ("b", "1", "1_0", "gone", "to a"),
    ]
    assert [one.change for one in moved(before, before[:1])] == [Change.SAME, Change.GONE]


def test_clients_that_are_there_have_the_numbers_that_tables_give_them():
    before, after = (holder("a", ""), holder("b", ""), holder("c", "")), (holder("b", ""), holder("c", ""))

    assert [(one.client.name, one.number) for one in moved(before, after)] == [("a", 2), ("b", 0), ("c", 1)]


def test_a_client_that_joins_stands_behind_the_others_with_what_it_gets():
    before = (holder("b", "0_0 0_1"),)
    after = (holder("a", "waits:0_1 warm-up:1_0"), holder("b", "0_0"))

    assert [(one.client.name, one.number) for one in moved(before, after)] == [("b", 1), ("a", 0)]
    assert became(before, after) == [
        ("b", "1", "0_0", "same", ""),
        ("b", "1", "0_1", "gone", "to a"),
        ("a", "1", "0_1", "moved", ""),
        ("a", "1", "1_0", "new", ""),
    ]


def test_a_thread_of_the_same_client_is_named():
    before, after = (holder("a", "0_0", ""),), (holder("a", "", "0_0"),)

    assert became(before, after) == [
        ("a", "1", "0_0", "gone", "to StreamThread-2"),
        ("a", "2", "0_0", "moved", "from StreamThread-1"),
    ]


def test_a_role_that_changes_where_a_task_is_says_what_it_was():
    before, after = (holder("a", "0_0 standby:0_1"),), (holder("a", "standby:0_0 warm-up:0_1"),)

    assert became(before, after) == [
        ("a", "1", "0_0", "changed", "was active here"),
        ("a", "1", "0_1", "changed", "was standby here"),
    ]


def test_what_nobody_had_is_new_and_what_nobody_has_any_longer_says_so():
    assert became((holder("a", "0_0"),), (holder("a", "0_1"),)) == [
        ("a", "1", "0_1", "new", ""),
        ("a", "1", "0_0", "gone", "to nobody"),
    ]


def test_threads_of_one_name_are_told_apart_by_their_places():
    twice = Holder("a", tuple(Thread("worker", (Held(TaskId(0, number), Role.ACTIVE),)) for number in range(2)))

    assert became((twice,), (twice,)) == [("a", "r", "0_0", "same", ""), ("a", "r", "0_1", "same", "")]
