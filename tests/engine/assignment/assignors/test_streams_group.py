"""The brokers' assignors of streams groups: 4.1, and 4.2 on."""

from dataclasses import replace

import pytest

from tests.engine.analyzing import behaviours
from tests.engine.assignment.problems import client, placement, problem, shown, tasks
from topoviz.engine.assignment.assignors import streams_group, streams_group_first
from topoviz.engine.assignment.assignors.registry import assignor_for
from topoviz.engine.assignment.failure import AssignmentFails
from topoviz.engine.assignment.problem import MemberState
from topoviz.engine.assignment.result import Because
from topoviz.engine.explanations.placements import why_on_client
from topoviz.engine.tasks.task_id import TaskId

NEWEST = "4.3.1"


def test_ranges_of_a_sub_topology_go_to_processes_and_10_stands_before_2():
    result = streams_group.assign(problem(client(1), client(2), counts=(1,) * 11, version=NEWEST))

    order = [str(one.task) for one in result.placements]
    assert order[:4] == ["0_0", "1_0", "10_0", "2_0"]


def test_members_keep_what_they_had_up_to_an_even_share():
    had = client(1, active="0_0 0_1 0_2")
    result = streams_group.assign(problem(had, client(2), counts=(4,), version=NEWEST))

    assert shown(result) == {1: "0_0 0_1 /", 2: "0_2 0_3 /"}
    assert placement(result, "0_0").reason.because is Because.RAN_HERE
    assert placement(result, "0_0").reason.facts["quota"] == 2


def test_each_thread_gets_its_tasks_from_the_brokers():
    """The second thread had a task, so the first one of the process is less loaded."""
    member = MemberState("b", previous_active=(TaskId(0, 0),))
    two = client(1, threads=2)
    both = type(two)(two.process_id, 2, members=(MemberState("a"), member))
    result = streams_group.assign(problem(both, counts=(2,), version=NEWEST))

    assert [(one.member_id, one.active) for one in result.clients[0].members] == [
        ("a", (TaskId(0, 1),)),
        ("b", (TaskId(0, 0),)),
    ]
    assert not result.doubts


@pytest.mark.parametrize(("version", "thread_with_copy"), [("4.2.1", 3), ("4.2.2", 1), ("4.3.1", 3)])
def test_only_4_2_2_leaves_a_copy_where_it_was_when_the_first_that_had_one_runs_the_task(
    version: str, thread_with_copy: int
):
    """Of a client's four threads the first has a task by then, and the second had the copy; the last is free too."""
    copy = tasks("1_0")
    members = (MemberState("a"), MemberState("b", previous_standby=copy), MemberState("c"), MemberState("d"))
    large = replace(client(1, threads=4), members=members)
    given = problem(client(2, standby="1_0"), large, counts=(1, 1), standbys=2, version=version)
    result = streams_group.assign(replace(given, stateful=frozenset(copy)))

    assert placement(result, "1_0").process_id.int == 2
    assert [one.standby for one in result.clients[0].members].index(copy) == thread_with_copy


def test_random_ids_of_threads_are_a_doubt():
    assert streams_group.assign(problem(client(1, threads=2), counts=(2,), version=NEWEST)).doubts


def test_at_4_1_chance_decides_among_equally_loaded_clients():
    fresh = problem(client(1), client(2), counts=(2,), version="4.1.2")
    kept = problem(client(1, active="0_0"), client(2, active="0_1"), counts=(2,), version="4.1.2")

    assert "identity hash codes" in streams_group_first.assign(fresh).doubts[0]
    assert streams_group_first.assign(kept).doubts == ()
    assert shown(streams_group_first.assign(kept)) == {1: "0_0 /", 2: "0_1 /"}


def test_at_4_1_a_choice_leads_to_each_answer_that_brokers_may_give():
    fresh = problem(client(1), client(2), counts=(2,), version="4.1.2")
    answers = {
        str(
            shown(
                streams_group_first.assign_choosing(
                    fresh, lambda task, role, members, at=at: members[at % len(members)]
                )
            )
        )
        for at in range(2)
    }

    assert len(answers) == 2


@pytest.mark.parametrize("assign", [streams_group.assign, streams_group_first.assign])
def test_a_group_without_members_fails(assign):
    with pytest.raises(AssignmentFails, match="TaskAssignorException"):
        assign(problem(counts=(1,), version=NEWEST))


@pytest.mark.parametrize("version", ["4.1.2", NEWEST])
def test_every_placement_can_be_said_in_a_sentence(version):
    had = client(1, threads=2, active="0_0 0_1", standby="0_2 0_3"), client(2, standby="0_0"), client(3)
    result = assignor_for(behaviours(version), "streams-group").assign(
        problem(*had, counts=(4,), standbys=1, version=version)
    )

    assert {one.role for one in result.placements} == {"active", "standby"}
    assert all(why_on_client(one, {}).endswith(".") for one in result.placements)
