"""StreamsBuilder#build: the plan as it stands becomes a Topology; only with properties may it be optimized."""

from __future__ import annotations

from topoviz.engine.dsl.objects import BuilderValue, PropertiesValue, TopologyValue
from topoviz.engine.dsl.operators.call import OperatorCall
from topoviz.engine.dsl.operators.operator import Operator


def apply(call: OperatorCall, builder: BuilderValue) -> TopologyValue:
    """Take the plan; a second build() of one builder gives the same Topology with what was added since."""
    topology = builder.topology or TopologyValue(builder.made_at)
    topology.plan = builder.plan.freeze()
    given = call.arguments[0] if call.arguments else None
    topology.built_with_properties = given is not None
    topology.properties = given if isinstance(given, PropertiesValue) else None
    builder.topology = topology
    return topology


OPERATORS = (Operator("StreamsBuilder", "build", apply),)
