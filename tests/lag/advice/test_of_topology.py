"""Tasks divided by load and repartition topics that would go, with figures that were worked out by hand."""

from dataclasses import fields, replace

import pytest

from tests.engine.advice.programs import PROCESSES, analyzed
from tests.lag.partitions import partition
from topoviz.engine.advice.of_topology import advise_on
from topoviz.lag.advice.of_topology import question_of, with_topology
from topoviz.lag.report.advice import AdviceKind, TaskLoad
from topoviz.lag.report.lag_report import LagReport
from topoviz.lag.report.tasks import TaskLag
from topoviz.lag.topics.model import TaskRestore, TopicHistory, TopicSize

RATES = {
    "orders": (300.0, 100.0, 100.0, 100.0),
    "shop-orders-repartition": (50.0,) * 4,
    "shop-paid-repartition": (30.0,) * 4,
}
SUBS = {"orders": 0, "shop-orders-repartition": 1, "shop-paid-repartition": 2}


def report(owners, in_threads=True, rates=RATES, unread=()):
    """A report of two hours: `owners` has the thread of each task; a thread reads 400 records a second."""
    partitions, loads = [], []
    for topic, all_rates in rates.items():
        for number, rate in enumerate(all_rates):
            task, client = f"{SUBS[topic]}_{number}", owners(SUBS[topic], number)
            partitions.append(partition(
                number, topic=topic, task=task, sub_topology=SUBS[topic], produce_rate=rate, client_id=client
            ))  # fmt: skip
            loads.append(TaskLoad(task, rate, rate / 400 if in_threads else None, client))
    partitions += [partition(0, topic=topic, produce_rate=rate) for topic, rate in unread]
    tasks = tuple(nothing(TaskLag, task=one.task) for one in loads)
    return nothing(
        LagReport, start=0.0, end=7200.0, group="shop", tasks=tasks, partitions=tuple(partitions), unsure=(), advice=(),
        loads=tuple(loads),
    )  # fmt: skip


def nothing(made, /, **known):
    return made(**dict.fromkeys((one.name for one in fields(made)), None) | known)


def in_turn(sub, number):
    return f"{PROCESSES[number % 2]}-StreamThread-{number // 2 % 2 + 1}-consumer"


def one_hot_instance(sub, number):
    return f"{PROCESSES[0 if number == 0 or sub == 0 else 1]}-StreamThread-{1 if number == 0 else 2}-consumer"


def advice(made, kind, version="4.3.1", optimize=None):
    topology, analysis = analyzed(version, optimize)
    question = question_of(made, {})
    assert question is not None
    found = with_topology(made, advise_on(topology, analysis, question), question)
    return next(one for one in found.advice if one.kind is kind)


def test_a_thread_with_more_than_it_can_is_relieved_and_the_gain_is_in_records():
    # 0_0 with 1_0 and 2_0 is 380 of 400; three of sub-topology 0 are 300; the others 240 and nothing.
    found = advice(report(one_hot_instance), AdviceKind.ASSIGNMENT)
    numbers = found.numbers
    assert numbers["load_mean"] == pytest.approx(920 / 400 / 3)
    assert numbers["load_max_now"] == pytest.approx(380 / 400)
    assert numbers["load_max_by_load"] < 0.95 * numbers["load_max_now"]
    assert "no thread falls behind up to 968 records a second now (920 ÷ 0.95)" in " ".join(found.arithmetic)
    rows = {row[0]: row[1:] for row in found.tables[0].rows}
    assert rows["as they are at the end"][:2] == ("0.95 of a thread", "1.24×")
    assert rows["as they are at the end"][3] == "none"
    assert "task.assignor.class" in found.next_step


def test_before_3_8_it_says_what_can_be_done_without_an_assignor():
    found = advice(report(one_hot_instance), AdviceKind.ASSIGNMENT, "3.6.2")
    assert "Kafka Streams 3.6.2 takes no assignor of the application's own; from 3.8 on" in found.next_step


def test_even_tasks_stay_where_they_are():
    even = dict.fromkeys(RATES, (100.0,) * 4)
    found = advice(report(in_turn, rates=even), AdviceKind.ASSIGNMENT)
    assert found.sentence == "Tasks are divided evenly by their load: the busiest thread has 1.00× the mean."
    assert found.next_step == "Leave the tasks where they are."
    assert found.numbers["tasks_moved"] == 0


def test_one_task_that_is_nearly_all_is_named():
    hot = RATES | {"orders": (2000.0, 10.0, 10.0, 10.0)}
    found = advice(report(in_turn, rates=hot), AdviceKind.ASSIGNMENT)
    assert "nearly all of that is task 0_0" in found.sentence


def test_without_the_pace_of_threads_loads_are_records():
    found = advice(report(one_hot_instance, in_threads=False), AdviceKind.ASSIGNMENT)
    assert found.numbers["load_max_now"] == pytest.approx(380)
    assert found.tables[0].rows[0][1] == "380 records a second"
    assert "what a record costs is not known" in " ".join(found.rests_on)


def test_what_a_merge_saves_is_all_but_the_one_that_carries_most():
    found = advice(report(in_turn), AdviceKind.REPARTITION_TOPICS)
    # 200 and 120 a second become 200 at least.
    assert found.numbers["records_a_day_saved_at_most"] == 120 * 86_400
    assert "200 + 120 − 200 = 120 records a second; × 86,400 s = 10,400,000 records a day" in " ".join(found.arithmetic)
    assert found.numbers["records_out_over_in"] == pytest.approx(320 / 600)
    assert found.links[0].query == "view=compare&other=same&swapped=1&other-optimize=merge.repartition.topics"
    assert "compare both versions" in found.next_step


def test_what_a_topic_that_is_not_in_the_history_saves_is_not_known():
    rates = {topic: one for topic, one in RATES.items() if "paid" not in topic}
    found = advice(report(in_turn, rates=rates), AdviceKind.REPARTITION_TOPICS)
    assert "records_a_day_saved_at_most" not in found.numbers
    assert "the history does not have `paid-repartition`" in " ".join(found.arithmetic)


def test_where_it_is_on_nothing_is_left_to_merge():
    rates = {topic: one for topic, one in RATES.items() if "paid" not in topic}
    found = advice(report(in_turn, rates=rates), AdviceKind.REPARTITION_TOPICS, optimize="all")
    assert "is `all` already" in found.sentence
    assert found.links == ()


def test_repartition_topics_that_the_topology_does_not_read_are_named():
    made = report(in_turn, unread=[("shop-old-repartition", 0.0)])
    found = advice(made, AdviceKind.REPARTITION_TOPICS, optimize="all")
    assert found.sentence == "1 repartition topic of the application is not read by this topology."
    assert found.tables[0].rows[-1][0] == "`shop-old-repartition`"


def test_a_report_without_an_application_has_none_of_it():
    assert question_of(replace(report(in_turn), group=None), {}) is None


def test_sizes_of_topics_tell_what_moves_cost_and_what_a_merge_saves():
    sizes = nothing(
        TopicHistory, start=0.0, end=43_200.0,
        tasks=tuple(nothing(TaskRestore, task=f"{sub}_{number}", restore_bytes=2_500_000_000, unknown=0)
                    for sub in (1, 2) for number in range(4)),
        topics=(nothing(TopicSize, topic="shop-paid-repartition", kind="repartition", grown_bytes=600_000_000),),
    )  # fmt: skip
    made = replace(report(one_hot_instance), topic_history=sizes)
    rows = {row[0]: row[-1] for row in advice(made, AdviceKind.ASSIGNMENT).tables[0].rows}
    assert rows["as they are at the end"] == "none"
    # One task moves, of 2.5 GB.
    assert rows["by load, to these instances"] == "2.3 GiB"
    found = advice(made, AdviceKind.REPARTITION_TOPICS)
    # 600 MB in half a day.
    assert {row[0]: row[2] for row in found.tables[0].rows}["`paid-repartition`"] == "1.1 GiB at least"
