"""StreamsBuilder#build: the plan as it stands becomes a Topology; only with properties may it be optimized."""

from __future__ import annotations

from topoviz.engine.dsl.library.properties import copy_properties
from topoviz.engine.dsl.objects import BuilderValue, PropertiesValue, TopologyValue
from topoviz.engine.dsl.operators.call import OperatorCall
from topoviz.engine.dsl.operators.operator import Operator
from topoviz.engine.versions import Behaviours


def apply(call: OperatorCall, builder: BuilderValue) -> TopologyValue:
    """Take the plan; a second build() of one builder gives the same Topology with what was added since."""
    given = call.arguments[0] if call.arguments else None
    if builder.topology is not None:
        _doubt_second_build(call, builder, builder.topology, is_optimized=given is not None)
    topology = builder.topology or TopologyValue(builder.made_at)
    topology.plan = builder.plan.freeze()
    topology.built_with_properties = given is not None
    # A copy: what is set later comes too late.
    topology.properties = _as_seen(given, call.behaviours) if isinstance(given, PropertiesValue) else None
    builder.topology = topology
    return topology


def _as_seen(given: PropertiesValue, behaviours: Behaviours) -> PropertiesValue:
    """Copy properties; before 3.4, Kafka Streams asked for them with getProperty(), which sees defaults too."""
    copied = copy_properties(given)
    defaults = given.defaults
    while defaults is not None and not behaviours.has("optimizes_by_list"):
        copied.entries = {**defaults.entries, **copied.entries}
        copied.is_exact = copied.is_exact and defaults.is_exact
        defaults = defaults.defaults
    return copied


def _doubt_second_build(
    call: OperatorCall, builder: BuilderValue, topology: TopologyValue, *, is_optimized: bool
) -> None:
    """Kafka Streams writes only what is new, in an order of its own, and optimizes what it has optimized before."""
    has_grown = topology.plan is None or len(builder.plan.draft.nodes) > len(topology.plan.nodes)
    if not (has_grown or topology.calls or is_optimized):
        return
    reason = "build() is called a second time, which adds to the Topology that the first call gave."
    call.warn(
        "built-twice", reason, "It is shown as if all of it had been built at once; order and numbers may differ."
    )
    builder.plan.doubt(reason)


OPERATORS = (Operator("StreamsBuilder", "build", apply),)
