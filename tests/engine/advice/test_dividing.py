"""Kafka's division is that of its assignor for the same cluster; the one by load is as even as it can be."""

import json
from dataclasses import asdict, replace

import pytest

from tests.engine.advice.programs import PROCESSES, analyzed, question
from topoviz.engine.advice.asked import advice_from_json, question_from_json
from topoviz.engine.advice.dividing import divide
from topoviz.engine.advice.of_topology import advise_on
from topoviz.engine.assigned import AssignmentQuestion, assign

TASKS = [f"{group}_{number}" for group in range(3) for number in range(4)]
EVEN = dict.fromkeys(TASKS, 1.0)
UNEVEN = EVEN | {"0_0": 6.0, "0_1": 5.0, "1_0": 4.0}


def loads(divided, of, by_thread=False):
    found = {}
    for one in divided.threads:
        key = one.client_id if by_thread else one.process
        found[key] = found.get(key, 0.0) + sum(of[task] for task in one.tasks)
    return sorted(found.values())


def test_kafkas_division_is_what_its_assignor_gives_to_instances_that_have_nothing():
    topology, analysis = analyzed()
    found = divide(topology, question(EVEN), analysis.behaviours)
    cluster = "clients:\n" + "".join(
        f"  - {{name: {one}, process: {one.removeprefix('shop-')}, threads: 1}}\n" for one in PROCESSES
    )
    fresh = question({})
    fresh_found = divide(topology, fresh, analysis.behaviours)
    answer = assign(topology, AssignmentQuestion("orders=4", cluster), analysis.behaviours)
    by_process = {
        client.client.name: {str(task) for task in client.tasks.active} for client in answer.rebalance.clients
    }
    assert {one.process: set(one.tasks) for one in fresh_found.by_kafka.threads} == by_process
    assert (found.assignor, found.kafka_version) == ("high-availability", "4.3.1")


def test_every_task_is_divided_once_by_either():
    topology, analysis = analyzed()
    found = divide(topology, question(UNEVEN, threads=2), analysis.behaviours)
    for way in (found.by_kafka, found.by_load):
        assert sorted(task for one in way.threads for task in one.tasks) == TASKS


def test_by_load_instances_are_as_even_as_they_can_be():
    topology, analysis = analyzed()
    found = divide(topology, question(UNEVEN), analysis.behaviours)
    assert loads(found.by_load, UNEVEN) == [12.0, 12.0]
    assert loads(found.by_kafka, UNEVEN) != [12.0, 12.0]


def test_state_that_is_large_stays_where_it_is():
    topology, analysis = analyzed()
    given = EVEN | {"1_0": 3.0, "1_1": 3.0, "2_0": 3.0}
    asked = question(given)
    heavy = next(task for one in asked.threads for task in one.tasks if task == "1_0")
    sizes = {"1_0": 10**12, "1_1": 10, "2_0": 10**12}
    found = divide(topology, question(given, state_bytes=sizes), analysis.behaviours)
    before = {task: one.process for one in asked.threads for task in one.tasks}
    after = {task: one.process for one in found.by_load.threads for task in one.tasks}
    assert [before[task] == after[task] for task in (heavy, "2_0")] == [True, True]


def test_stateful_tasks_are_those_with_a_changelog():
    topology, analysis = analyzed()
    found = divide(topology, question(EVEN), analysis.behaviours)
    assert found.stateful == tuple(task for task in TASKS if not task.startswith("0_"))


@pytest.mark.parametrize(("version", "takes"), [("3.7.2", False), ("3.8.0", True)])
def test_an_assignor_of_ones_own_is_taken_from_3_8_on(version, takes):
    topology, analysis = analyzed(version)
    assert divide(topology, question(EVEN), analysis.behaviours).takes_own_assignor is takes


def test_process_ids_that_client_ids_do_not_say_are_a_doubt():
    topology, analysis = analyzed()
    asked = question(EVEN)
    named = tuple(replace(one, process=f"host-{one.process[-1]}") for one in asked.threads)
    found = divide(topology, replace(asked, threads=named), analysis.behaviours)
    assert any("process id" in doubt for doubt in found.by_kafka.doubts)
    assert divide(topology, asked, analysis.behaviours).by_kafka.doubts == ()


def test_without_partitions_it_says_of_which_topic():
    topology, analysis = analyzed()
    found = divide(topology, question(EVEN, partitions={"elsewhere": 3}), analysis.behaviours)
    assert found.by_kafka is None
    assert "`orders`" in found.why_not


def test_question_and_answer_are_the_same_after_json():
    topology, analysis = analyzed()
    asked = question(UNEVEN, threads=2, state_bytes={"1_0": 5}, application_id="shop")
    assert question_from_json(json.loads(json.dumps(asdict(asked)))) == asked
    answer = advise_on(topology, analysis, asked)
    assert advice_from_json(json.loads(json.dumps(asdict(answer)))) == answer
