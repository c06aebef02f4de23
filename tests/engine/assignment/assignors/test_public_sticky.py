"""The sticky assignor of task.assignor.class."""

from tests.engine.assignment.problems import client, problem, shown
from topoviz.engine.assignment.assignors import public_sticky, sticky


def test_more_threads_do_not_decide_between_clients_that_are_equally_loaded():
    question = problem(client(1, active="0_0"), client(2, threads=2, active="0_1 0_2"), counts=(4,))

    assert shown(public_sticky.assign(question))[1] == "0_0 0_3 /"
    assert shown(sticky.assign(question))[2] == "0_1 0_2 0_3 /"


def test_standbys_rest_on_identity_hashes_where_there_is_a_choice():
    trio = [client(number) for number in (1, 2, 3)]

    assert public_sticky.assign(problem(*trio, counts=(3,), standbys=1)).doubts
    assert not public_sticky.assign(problem(*trio, counts=(3,), standbys=2)).doubts
    assert not public_sticky.assign(problem(*trio, counts=(3,))).doubts
