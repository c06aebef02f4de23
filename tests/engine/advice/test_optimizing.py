"""Which repartition topics go is what the optimizer does at that version with that setting."""

import pytest

from tests.engine.advice.programs import analyzed
from topoviz.engine.advice.asked import Merged
from topoviz.engine.advice.optimizing import find_optimizable
from topoviz.engine.analysis import analyze
from topoviz.engine.source import Bundle, SourceFile
from topoviz.engine.submission import Submission
from topoviz.engine.topology.describe import to_text

ORDERS, PAID = "orders-repartition", "paid-repartition"


@pytest.mark.parametrize(("version", "setting"), [("4.3.1", "merge.repartition.topics"), ("3.3.2", "all")])
def test_topics_that_go_are_those_that_a_topology_with_the_setting_lacks(version, setting):
    found = find_optimizable(*analyzed(version))
    assert (found.setting, found.is_on, found.refusal) == (setting, False, "")
    [merged] = found.merged
    assert (merged.kept, merged.gone) == (ORDERS, (PAID,))
    with_it, _ = analyzed(version, setting)
    assert set(with_it.topology.repartition_topics) == {ORDERS}
    assert set(found.repartition_topics) == {ORDERS, PAID}


def test_a_program_that_has_it_on_has_nothing_to_merge():
    found = find_optimizable(*analyzed(optimize="all"))
    assert (found.is_on, found.merged, found.repartition_topics) == (True, (), (ORDERS,))


def test_single_optimizations_that_are_on_stay_on():
    assert find_optimizable(*analyzed(optimize="reuse.ktable.source.topics")).setting == (
        "reuse.ktable.source.topics,merge.repartition.topics"
    )


def test_what_stands_between_is_said():
    [merged] = find_optimizable(*analyzed()).merged
    assert isinstance(merged, Merged)
    assert "now runs after the topic, which carries what it drops" in merged.sentence


def test_a_dump_does_not_say_what_an_optimization_would_do():
    topology, _ = analyzed()
    dump = analyze(Submission(Bundle((SourceFile("dump.txt", to_text(topology.description, topology.unsure)),))))
    found = find_optimizable(dump.topologies[0], dump)
    assert found.merged == ()
    assert "A dump has no logical plan" in found.why_not
