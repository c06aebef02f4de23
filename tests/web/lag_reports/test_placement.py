"""A stored analysis places a history as the analyzed topology itself does."""

import pytest

from tests.engine.analyzing import analysis_of
from topoviz.lag.onto_topology import placement_of
from topoviz.rendering.analysis_json import analysis_to_json
from topoviz.web.lag_reports.placement import placement_from_json

PROGRAMS = {
    "a repartition topic": 'builder.stream("a").groupBy((k, v) -> v).count().toStream().to("b");',
    "a pattern": 'builder.stream(Pattern.compile("a-.*")).to("b");',
    "an open topic": 'class A { Topology t(String topic) { StreamsBuilder b = new StreamsBuilder(); '
    'b.stream(topic).groupBy((k, v) -> v).count(); b.stream("x").to("y"); return b.build(); } }',
    "an open shape": 'builder.stream("a").to("b"); if (unknown()) { builder.stream("c").to("d"); } '
    'builder.stream("e").to("f");',
    "a refusal": 'builder.table("a", Materialized.as("s")); builder.table("b", Materialized.as("s")); builder.build();',
}  # fmt: skip


@pytest.mark.parametrize("text", PROGRAMS.values(), ids=PROGRAMS)
def test_both_give_the_same(text):
    analysis = analysis_of(text)
    stored = analysis_to_json(analysis)

    (topology,) = analysis.topologies
    assert placement_from_json(stored["topologies"][0], "app", {"a": 3}) == placement_of(topology, "app", {"a": 3})
