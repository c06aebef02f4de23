"""Spring's KafkaStreamBrancher, which gathers branches and puts them on top of a stream at its end.

Spring for Kafka: org.springframework.kafka.support.KafkaStreamBrancher. Until 4.0 it calls KStream#branch, and then
each consumer; from then on it splits the stream. The default branch is always the last.
"""

from __future__ import annotations

from topoviz.engine.dsl.interpreter.collections.pipelines import CallFunction
from topoviz.engine.dsl.interpreter.machine import Step
from topoviz.engine.dsl.interpreter.world import World
from topoviz.engine.dsl.ledger import Fate
from topoviz.engine.dsl.missing import has_method
from topoviz.engine.dsl.objects import BrancherValue, OptionsValue, StreamValue
from topoviz.engine.dsl.operators.call import OperatorCall
from topoviz.engine.dsl.operators.registry import find_operator
from topoviz.engine.dsl.values import ListValue, Opaque, Value
from topoviz.engine.syntax import tree


def call_brancher(
    world: World, node: tree.Call, brancher: BrancherValue, arguments: list[Value], call: CallFunction
) -> Step:
    """Note a branch, or make them all; None for calls that are not known here."""
    match node.name, arguments:
        case "branch", [_, _]:
            brancher.branches.append((arguments[0], arguments[1]))
            result: Value = brancher
        case "defaultBranch", [consumer]:
            brancher.default = consumer
            result = brancher
        case "onTopOf", [StreamValue() as stream]:
            yield _branch(world, node, brancher, stream, call)
            result = stream
        case _:
            return None
    if node.name_span in world.dsl_calls:
        world.settle(node.name_span, Fate.MODELLED)
    return result


def _branch(world: World, node: tree.Call, brancher: BrancherValue, stream: StreamValue, call: CallFunction) -> Step:
    branches = list(brancher.branches)
    if brancher.doubt is not None:
        effect = "Those that were followed are shown; all names and numbers from here on are unsure."
        world.unsure("unknown-branches", node.name_span, f"There may be other branches. {brancher.doubt}", effect)
        world.doubt_all(brancher.doubt)
    if brancher.default is not None:
        branches.append((Opaque("Predicate"), brancher.default))
    if has_method("KStream", "branch", world.behaviours):
        predicates = tuple(predicate for predicate, _ in branches)
        children = yield _operate(world, node, "KStream", "branch", stream, predicates, call)
        assert isinstance(children, ListValue)
        for child, (_, consumer) in zip(children.elements, branches, strict=True):
            yield call(consumer, [child])
        return None
    split: Value = yield _operate(world, node, "KStream", "split", stream, (), call)
    for predicate, consumer in branches:
        branched = OptionsValue("Branched", consumer=consumer)
        split = yield _operate(world, node, "BranchedKStream", "branch", split, (predicate, branched), call)
    return None


def _operate(
    world: World, node: tree.Call, owner: str, method: str, target: Value, arguments: tuple[Value, ...],
    call: CallFunction,
) -> Step:  # fmt: skip
    operator = find_operator(owner, method)
    assert operator is not None
    made = OperatorCall(method, arguments, world.origin(node.name_span), world.behaviours, world.report, call)
    return (yield operator.apply(made, target))
