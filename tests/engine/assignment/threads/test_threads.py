"""Threads get the tasks that Kafka Streams gave them, in every era, from hash orders to leftovers of heaps."""

from pathlib import Path

import pytest

from topoviz.engine.assignment.threads.assigned_order import assigned_in_hash_order
from topoviz.engine.assignment.threads.dealt import ClientWork
from topoviz.engine.assignment.threads.eras import consumers_in_order, deal_to_threads
from topoviz.engine.tasks.task_id import TaskId, parse_task_id
from topoviz.engine.versions import Behaviours, parse_version

CASES = Path("tests/fixtures/threads.txt").read_text(encoding="utf-8").split("\n\n")[1:]


def tasks(text: str) -> list[TaskId]:
    return [parse_task_id(word.partition(":")[0]) for word in text.split()]


def lags(text: str) -> list[TaskId]:
    pairs = [word.split(":") for word in text.split()]
    return [task for _, task in sorted((int(lag), parse_task_id(task)) for task, lag in pairs)]


@pytest.mark.parametrize("case", CASES, ids=lambda case: " ".join(case.split()[1:2]))
def test_threads_get_what_kafka_streams_gave_them(case: str) -> None:
    lines = case.strip().splitlines()
    behaviours = Behaviours(parse_version(lines[0].split()[1]))
    stateful, stateless, standby = (tasks(line.partition(" ")[2]) for line in lines[1:4])
    found = [line.partition(" <")[::2] for line in lines[4:]]
    before = {consumer: text.partition(" >")[0] for consumer, text in found}
    expected = {consumer: text.partition(" >")[2].split("/") for consumer, text in found if " >" in text}
    by_lag = behaviours.has("deals_tasks_by_lag")
    (dealt,) = deal_to_threads(
        [
            ClientWork(
                consumers_in_order(expected, behaviours),
                assigned_in_hash_order(stateful, behaviours),
                assigned_in_hash_order(stateless, behaviours),
                standby,
                {consumer: lags(text) for consumer, text in before.items()} if by_lag else {},
                {}
                if by_lag
                else {
                    task: frozenset({"" if consumer == "foreign" else consumer})
                    for consumer, text in before.items()
                    for task in tasks(text)
                },
                owns=True,
            )
        ],
        behaviours,
    )
    for consumer, (active, standbys) in expected.items():
        assert sorted(dealt.active[consumer]) == tasks(active)
        assert sorted(dealt.standby[consumer]) == tasks(standbys)
    assert set(dealt.reasons) == {*stateful, *stateless, *standby}
