"""Why there are as many tasks: also where that is not the number of partitions."""

import pytest

from tests.engine.analyzing import analysis_of
from topoviz.engine.explanations.task_counts import why_in_all, why_so_many
from topoviz.engine.tasks.reading_counts import GivenCounts
from topoviz.engine.topology_tasks import TopologyTasks, tasks_of

MERGED = 'builder.stream("a").merge(builder.stream("b")).to("out");'
APART = 'builder.stream("a").to("x"); builder.stream("b").to("y");'


@pytest.mark.parametrize(
    ("program", "counts", "sentences"),
    [
        (
            MERGED,
            {"a": 4, "b": 5},
            [
                (
                    "5 tasks: as many as b has partitions, the most of 2 topics. From 0_4 on, tasks read fewer topics, "
                    "for a has fewer partitions."
                )
            ],
        ),
        (MERGED, {"a": 4, "b": 4}, ["4 tasks: each reads one partition of a and b, which have 4 each."]),
        (
            APART,
            {"a": 1, "b": 3},
            ["1 task: one for each partition of a.", "3 tasks: one for each partition of b."],
        ),
        (APART, {"a": 2}, ["2 tasks: one for each partition of a.", ""]),
    ],
)
def test_a_sub_topology_says_what_decides(program, counts, sentences):
    found = tasks(program, counts)

    assert [why_so_many(one, found.counts.counts) for one in found.sub_topologies] == sentences


def test_in_all_tasks_are_held_against_partitions():
    assert why_in_all(tasks(APART, {"a": 2, "b": 3}).sub_topologies) == (
        "5 tasks for as many partitions, because each sub-topology reads one topic."
    )
    assert why_in_all(tasks(MERGED, {"a": 4, "b": 5}).sub_topologies).startswith("5 tasks for 9 partitions: a task")
    assert why_in_all(tasks(APART, {"a": 2}).sub_topologies) == ""


def tasks(program: str, counts: dict[str, int]) -> TopologyTasks:
    analysis = analysis_of(program)
    return tasks_of(analysis.topologies[0], GivenCounts(counts), analysis.behaviours)
