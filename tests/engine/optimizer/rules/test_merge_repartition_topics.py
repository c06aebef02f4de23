"""The rule merge_repartition_topics, held against its titled cases."""

import pytest

from tests.engine.analyzing import analysis_of, codes
from tests.engine.optimizer.cases import Case, cases_of, what_it_does
from topoviz.engine.logical.nodes import Repartition
from topoviz.engine.optimizer.rules.merge_repartition_topics import rule


@pytest.mark.parametrize("case", cases_of(rule), ids=lambda case: case.title)
def test_it_does_what_the_case_says(case: Case):
    assert what_it_does(case) == case.expected


def test_a_node_that_is_put_in_says_what_it_replaces():
    program = """
        KStream<String, String> keyed = builder.<String, String>stream("orders").selectKey((k, v) -> v);
        keyed.groupByKey().count();
        keyed.groupByKey().count();
    """
    (topology,) = analysis_of(program, optimize="all").topologies
    optimized = topology.optimized
    old = [node.id for node in optimized.before.nodes.values() if isinstance(node, Repartition)]
    (new,) = [node for node in optimized.plan.in_order() if isinstance(node, Repartition)]

    assert list(new.replaces) == old
    assert new.id not in optimized.before.nodes
    assert not set(old) & {node.id for node in optimized.plan.in_order()}


MERGES = """
KStream<String, String> a = builder.<String, String>stream("a").selectKey((k, v) -> v);
KStream<String, String> b = builder.<String, String>stream("b").map((k, v) -> KeyValue.pair(v, k));
KStream<String, String> d = builder.<String, String>stream("d").selectKey((k, v) -> k + v);
KStream<String, String> all = a.merge(b).merge(builder.<String, String>stream("c").merge(d));
all.groupByKey().count();
all.groupByKey().reduce((x, y) -> y);
"""


def test_a_refusal_that_another_order_of_merges_words_otherwise_is_told():
    assert "refusal-order" in codes(analysis_of(MERGES, optimize="all"))
    assert "refusal-order" not in codes(analysis_of(MERGES.replace("all.groupByKey().reduce", "//"), optimize="all"))
