"""Clients are added."""

import pytest

from tests.engine.scenarios.playing import answered, played, step_about
from topoviz.engine.scenarios.bad_scenario import BadScenario


def test_added_clients_get_names_and_join():
    found = played("{at: 0s, start: all}\n{at: 10m, add: {count: 2, threads: 3}}")

    added = step_about(found, "2 more clients of 3 threads each start: added-1 to added-2.")
    assert added.at_ms == 600_000
    assert "3 members of added-1 and 3 members of added-2 joined." in step_about(found, "added-1 and").cause
    assert len(found.steps[-1].rebalance.clients) == 4


def test_more_threads_than_tasks_are_idle():
    found = played("{at: 0s, start: all}\n{at: 10m, add: {count: 2, threads: 4}}", partitions="orders=1")

    assert found.totals.idle_threads == 12 - 2


def test_one_may_have_a_name_and_be_like_another():
    text = """
    cluster: {clients: [{name: a, threads: 3, rack: east, tags: {zone: z1}}, {name: b}]}
    events:
    - {at: 0s, start: all}
    - {at: rest, add: {name: c, like: a}}
    - {at: rest, add: {count: 2, like: a, threads: 1}}
    """
    found = answered(text).played
    steps = found.steps

    assert step_about(found, "One more client of 3 threads, like a, starts: c.")
    last = {one.name: (len(one.threads), one.rack, dict(one.tags)) for one in steps[-1].clients}
    assert last["c"] == last["a"] == (3, "east", {"zone": "z1"})
    assert last["added-1"] == last["added-2"] == (1, "east", {"zone": "z1"})


@pytest.mark.parametrize(
    ("added", "words"),
    [
        ("{name: a}", "Line 10 of the scenario adds a client a, which is there already; take another name"),
        ("{like: z}", "Line 10 of the scenario names a client z; there are a and b."),
    ],
)
def test_a_name_that_is_taken_and_a_model_that_is_not_there_are_refused(added, words):
    with pytest.raises(BadScenario) as raised:
        played(f"{{at: 0s, start: all}}\n{{at: 10m, add: {added}}}")

    assert words in str(raised.value)
