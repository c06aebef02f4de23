"""Who gets which task as JSON, text and Markdown."""

import re

import pytest

from tests.engine.analyzing import analysis_of
from topoviz.rendering.calculations.assignment import ASSIGNMENT
from topoviz.rendering.calculations.assignment_text import assignment_to_markdown, assignment_to_text
from topoviz.rendering.calculations.model import Asked, BadQuestion

PROGRAM = 'builder.stream("orders").to("copies"); builder.stream("payments").groupByKey().count();'
CLUSTER = """
clients:
- {name: a, process: 00000000-0000-0000-0000-000000000001, threads: 2, active: [0_0, 0_1, 1_0, 1_1]}
- {name: "b|x", process: 00000000-0000-0000-0000-000000000002, rack: eu}
"""


def test_the_text_says_who_has_what_what_moves_and_what_follows():
    lines = assignment_to_text(answer()).splitlines()

    assert [line for line in lines if line.startswith(("a ", "b|x "))] == ["a (2 threads)", "b|x (1 thread, rack eu)"]
    assert any("waits for" in line for line in lines)
    assert any("Another rebalance follows at once" in line for line in lines)


def test_with_reasons_every_placement_has_a_sentence():
    document = answer()
    text = assignment_to_text(document, with_reasons=True)

    assert all(one["sentence"] and one["sentence"] in text for one in document["rebalance"]["placements"])


def test_names_do_not_break_the_tables_of_markdown():
    tables = assignment_to_markdown(answer()).split("\n\n")[1:3]
    columns = [{line.replace("\\|", "").count("|") for line in table.splitlines()} for table in tables]

    assert columns == [{5}, {6}]


def test_text_and_markdown_say_what_the_cluster_needs_term_by_term_with_the_arithmetic():
    document = answer(sizing={"cpus": 1, "record_bytes": 100, "record_ms": 200})
    sizing, text, markdown = document["sizing"], assignment_to_text(document), assignment_to_markdown(document)
    terms = [term for one in (sizing["memory"]["thread"], *sizing["memory"]["instances"]) for term in one["terms"]]

    for said in (
        sizing["useful_threads"]["sentence"],
        sizing["polls"]["sentence"],
        *(term["arithmetic"] for term in terms),
        *(one[key] for one in sizing["suggestions"] for key in ("sentence", "arithmetic", "next_step")),
    ):
        assert said in text
        assert said in re.sub(r"\\(.)", r"\1", markdown)
    assert len(sizing["suggestions"]) > 1


def test_of_many_kinds_of_instances_those_that_need_most_are_written():
    clients = "\n".join(f"- {{name: c{number}, threads: {number}}}" for number in range(1, 9))
    text = assignment_to_text(answer(cluster=f"clients:\n{clients}\n"))

    assert "3 more kinds of instances, which need less, are in the JSON." in text
    assert text.count("threads of the JVM: ") == 6


def test_a_move_says_who_had_the_task_before():
    moved = [one for one in answer()["rebalance"]["placements"] if one["is_moved"]]

    assert moved
    assert all([had["client"] for had in one["was"]] == ["a"] and one["client"] == "b|x" for one in moved)


def test_every_thread_of_the_cluster_is_there_and_every_task_is_active_once():
    rebalance = answer()["rebalance"]
    threads = [thread for client in rebalance["clients"] for thread in client["threads"]]
    active = [task for thread in threads for task in thread["active"]]
    waiting = [one["task"] for thread in threads for one in thread["withheld"]]

    assert len(threads) == rebalance["threads"] == 3
    assert sorted([*active, *waiting]) == ["0_0", "0_1", "1_0", "1_1"]


@pytest.mark.parametrize(
    ("question", "code"),
    [({"partitions": "x"}, "bad-partitions"), ({"assignor": "best"}, "bad-setting"), ({"cluster": "x"}, "bad-cluster")],
)
def test_what_has_no_answer_has_a_code(question, code):
    with pytest.raises(BadQuestion) as error:
        answer(**question)

    assert error.value.problem.code == code


def answer(version: str = "3.9.2", **given):
    analysis = analysis_of(PROGRAM, version=version)
    question = {"partitions": "orders=2, payments=2", "cluster": CLUSTER, "settings": {}, "assignor": None, **given}
    return ASSIGNMENT.answer(Asked(analysis, question))
