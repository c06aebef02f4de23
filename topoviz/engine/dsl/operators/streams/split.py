"""KStream#split, BranchedKStream#branch, #defaultBranch and #noDefaultBranch: branches by name.

Kafka: BranchedKStreamImpl (KIP-418). What a Branched carries runs at once, with the branch as its argument.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from topoviz.engine.dsl.library.maps import put_entry
from topoviz.engine.dsl.objects import BranchedStreamValue, OptionsValue, StreamValue
from topoviz.engine.dsl.operators.call import OperatorCall, take_options
from topoviz.engine.dsl.operators.operator import Operator
from topoviz.engine.dsl.operators.streams.stateless import go_on, operator_name
from topoviz.engine.dsl.plan_builder import UserText
from topoviz.engine.dsl.values import Constant, MapValue, Unknown, Value, is_null
from topoviz.engine.logical.nodes import Processor

Added = Value | Generator[Any, Any, Value]
"""What a branch gives at once, or the step that calls a function first."""


def apply_split(call: OperatorCall, stream: StreamValue) -> BranchedStreamValue:
    """Add the node that hands each record to one branch."""
    plan = stream.plan
    user_name = operator_name(call, stream, after=0)
    name = plan.name(user_name, "KSTREAM-BRANCH-", call.origin)
    node = plan.add(Processor, name, stream.node, operator="split", origin=call.origin)
    return BranchedStreamValue(stream, UserText(name, plan.draft.unsure.get(name)), node.id, MapValue(kind="hash map"))


def apply_branch(call: OperatorCall, branched: BranchedStreamValue) -> Added:
    """Add a branch for a predicate; an unnamed one is numbered from 1."""
    branched.predicates += 1
    options = take_options(call, branched.stream.plan, 1, "Branched").get("Branched")
    return _add_branch(call, branched, options, branched.predicates, gives=branched)


def apply_default_branch(call: OperatorCall, branched: BranchedStreamValue) -> Added:
    """Add the branch for all other records, which has the number 0, and give the map of branches."""
    options = take_options(call, branched.stream.plan, 0, "Branched").get("Branched")
    return _add_branch(call, branched, options, 0, gives=branched.branches)


def apply_no_default_branch(call: OperatorCall, branched: BranchedStreamValue) -> MapValue:
    """Give the map of branches; all other records are dropped."""
    return branched.branches


def _add_branch(
    call: OperatorCall, branched: BranchedStreamValue, options: OptionsValue | None, number: int, *, gives: Value
) -> Added:
    plan = branched.stream.plan
    name = _branch_name(branched, options, number)
    plan.new_name(name.text)  # the number is taken, and shows nowhere
    node = plan.add(Processor, plan.use(name), branched.node, operator=call.method, origin=call.origin)
    stream = go_on(branched.stream, node)
    if options is None or (options.function is None and options.consumer is None):
        _keep(branched, name, stream)
        return gives
    return _run_chain(call, branched, options, name, stream, gives)


def _branch_name(branched: BranchedStreamValue, options: OptionsValue | None, number: int) -> UserText:
    """Put the branch's name, or its number, behind the name of the splitting node, without a dash."""
    own = options.name if options is not None and options.name is not None else UserText(str(number))
    return UserText(branched.name.text + own.text, branched.name.reason or own.reason)


def _run_chain(
    call: OperatorCall,
    branched: BranchedStreamValue,
    options: OptionsValue,
    name: UserText,
    stream: StreamValue,
    gives: Value,
) -> Generator[Any, Any, Value]:
    """Call the function or the consumer; only what a function gives goes into the map."""
    if options.consumer is not None:
        yield call.call_function(options.consumer, [stream])
    elif options.function is not None:
        result = yield call.call_function(options.function, [stream])
        if not is_null(result):
            _keep(branched, name, result)
    return gives


def _keep(branched: BranchedStreamValue, name: UserText, stream: Value) -> None:
    key = Constant(name.text) if name.reason is None else Unknown(name.text, name.reason)
    put_entry(branched.branches, key, stream)


OPERATORS = (
    Operator("KStream", "split", apply_split),
    Operator("BranchedKStream", "branch", apply_branch),
    Operator("BranchedKStream", "defaultBranch", apply_default_branch),
    Operator("BranchedKStream", "noDefaultBranch", apply_no_default_branch),
)
