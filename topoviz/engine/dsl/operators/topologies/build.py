"""StreamsBuilder#build: the plan as it stands becomes a Topology; only with properties may it be optimized."""

from __future__ import annotations

from typing import Final

from topoviz.engine.dsl.arithmetic import is_string
from topoviz.engine.dsl.library.properties import copy_properties
from topoviz.engine.dsl.objects import BuilderValue, PropertiesValue, TopologyValue
from topoviz.engine.dsl.operators.call import OperatorCall
from topoviz.engine.dsl.operators.operator import Operator
from topoviz.engine.dsl.values import Constant, Text, Unknown, Value, is_certainly_null
from topoviz.engine.logical.nodes import Repartition, StreamSource
from topoviz.engine.refusal import Why

_SETTING: Final = "topology.optimization"


def apply(call: OperatorCall, builder: BuilderValue) -> TopologyValue:
    """Take the plan; a second build() of one builder gives the same Topology with what was added since."""
    given = call.arguments[0] if call.arguments and not is_certainly_null(call.arguments[0]) else None
    # A copy: what is set later comes too late.
    seen = _as_seen(call, builder, given) if isinstance(given, PropertiesValue) else None
    if builder.topology is not None:
        is_known = given is None or seen is not None
        _doubt_second_build(call, builder, builder.topology, _optimization(seen) if is_known else None)
    topology = builder.topology or TopologyValue(builder.made_at)
    topology.plan = builder.plan.freeze()
    topology.built_with_properties, topology.built_at = given is not None, call.origin
    topology.properties = seen
    builder.topology = topology
    return topology


def _as_seen(call: OperatorCall, builder: BuilderValue, given: PropertiesValue) -> PropertiesValue:
    """Copy properties; before 3.4, Kafka Streams asked for them with getProperty(), which sees defaults too.

    It sees nothing but strings; from then on, anything else is cast to one.
    """
    copied = copy_properties(given)
    defaults = given.defaults
    by_list = call.behaviours.has("optimizes_by_list")
    while defaults is not None and not by_list:
        copied.entries = {**defaults.entries, **copied.entries}
        copied.is_exact = copied.is_exact and defaults.is_exact
        defaults = defaults.defaults
    setting = copied.entries.get(_SETTING)
    is_text = setting is None or isinstance(setting, Unknown | Text) or _is_string(setting)
    if not is_text and by_list:
        _refuse_cast(call, builder, setting)
    elif not is_text and not given.defaults:
        copied.entries[_SETTING] = Constant("none")
    return copied


def _is_string(value: Value) -> bool:
    return isinstance(value, Constant) and (is_string(value) or value.value is None)


def _refuse_cast(call: OperatorCall, builder: BuilderValue, setting: Value | None) -> None:
    """Raise what Java throws of a number or boolean that is to be a string; of other classes it is told."""
    name = {bool: "Boolean", int: "Integer", float: "Double"}.get(type(getattr(setting, "value", None)))
    if isinstance(setting, Constant) and name is not None and not setting.kind:
        parts = f"java.lang.{name} and java.lang.String are in module java.base of loader 'bootstrap'"
        words = f"class java.lang.{name} cannot be cast to class java.lang.String ({parts})"
        call.refuse(Why.SETTING_IS_NO_TEXT, "ClassCastException", words, _SETTING)
    reason = f"{_SETTING} is set to what is no string."
    call.warn("refused-setting", reason, "Kafka Streams ends the program here; it is shown as if it was not set.")
    builder.plan.doubt(reason)


def _optimization(properties: PropertiesValue | None) -> str | None:
    """Give the setting with which a build optimizes, or None when it is not known."""
    value = None if properties is None else properties.entries.get(_SETTING)
    if value is None:
        return "none" if properties is None or properties.is_exact else None
    return value.value if isinstance(value, Constant) and isinstance(value.value, str) else None


def _doubt_second_build(
    call: OperatorCall, builder: BuilderValue, topology: TopologyValue, optimization: str | None
) -> None:
    """Doubt a second build, unless it gives what one build of everything would.

    Kafka Streams writes only the nodes that it has not written yet, which come last anyway, and an optimizer that has
    run finds nothing more to do. But what was written before does not change any more, and rules that come too late
    rewrite a graph that is half written.

    Kafka: InternalStreamsBuilder#buildAndOptimizeTopology.
    """
    was_known = not topology.built_with_properties or topology.properties is not None
    before = _optimization(topology.properties) if was_known else None
    has_grown = topology.plan is None or len(builder.plan.draft.nodes) > len(topology.plan.nodes)
    stays = before is not None and before == optimization and not topology.calls
    if stays and not (has_grown and (before != "none" or _changes_what_is_written(builder, topology))):
        return
    reason = "build() is called a second time, which adds to the Topology that the first call gave."
    call.warn(
        "built-twice", reason, "It is shown as if all of it had been built at once; order and numbers may differ."
    )
    builder.plan.doubt(reason)


def _changes_what_is_written(builder: BuilderValue, topology: TopologyValue) -> bool:
    """Tell whether a node of the first build is another by now, or may have been rewritten when it was built.

    The rules that always run merge sources of the same topics, and look at what stands below a repartition.
    """
    draft, plan = builder.plan.draft, topology.plan
    if plan is None or any(isinstance(node, Repartition) for node in plan.nodes.values()):
        return True
    sources = [node for node in plan.nodes.values() if isinstance(node, StreamSource)]
    read = [topic for node in sources for topic in (*node.topics, node.pattern)]
    if len(set(read) - {None}) < len([topic for topic in read if topic is not None]):
        return True
    return any(
        draft.nodes[node] is not known
        or draft.priorities.get(node) != plan.priorities.get(node)
        or tuple(draft.parents[node]) != plan.parents[node]
        for node, known in plan.nodes.items()
    )


OPERATORS = (Operator("StreamsBuilder", "build", apply),)
