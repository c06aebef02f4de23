"""How an analysis went, in one word: the same for the API, for pages and for exit codes."""

import pytest

from tests.engine.analyzing import analysis_of
from topoviz.engine.outcome import outcome_of, outcome_of_topology

COPIES = 'class A {{ void a() {{ StreamsBuilder b = new StreamsBuilder(); b.stream({}).to("y"); b.build(); }} }}'
COMPLETE, UNSURE = COPIES.format('"x"'), COPIES.format('System.getenv("X")')
REFUSED = 'class A { void a() { Topology t = new Topology(); t.addSource("s", "x"); t.addSource("s", "y"); } }'


@pytest.mark.parametrize(
    ("texts", "whole", "each"),
    [
        ([COMPLETE], "complete", ["complete"]),
        ([UNSURE], "unsure", ["unsure"]),
        ([REFUSED], "refused", ["refused"]),
        ([COMPLETE, UNSURE.replace("A", "B")], "unsure", ["complete", "unsure"]),
        ([COMPLETE, REFUSED.replace("A", "B"), UNSURE.replace("A", "C")], "refused", ["complete", "refused", "unsure"]),
        ([COMPLETE, "%%% ((("], "unreadable", ["complete"]),
        (["class A { }"], "empty", []),
        (["%%% ((("], "unreadable", []),
        ([""], "unreadable", []),
    ],
)
def test_the_worst_of_its_parts_is_the_outcome_of_the_whole(texts, whole, each):
    analysis = analysis_of(*texts)

    assert sorted(outcome_of_topology(one).value for one in analysis.all_topologies) == sorted(each)
    assert outcome_of(analysis) == whole
